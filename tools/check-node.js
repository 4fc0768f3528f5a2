// Says which Node runs the scripts and stops where it is too old: they are TypeScript that Node runs as it is, and the
// HTTP client asks for the same version. On Linux and Windows npm brings a fitting one (optionalDependencies).
const major = 22;
const minor = 19;
const [runningMajor = 0, runningMinor = 0] = process.versions.node.split('.').map(Number);
if (runningMajor < major || (runningMajor === major && runningMinor < minor)) {
  const where = `${process.version} at ${process.execPath}`;
  console.error(
    `Node ${major}.${minor} or newer is needed, this is ${where}: install one, then npm ci without --omit=optional.`,
  );
  process.exit(1);
}
if (process.argv.includes('--verbose')) console.log(`Node ${process.version} (${process.execPath})`);
