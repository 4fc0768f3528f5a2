import assert from 'node:assert/strict';
import { manifest } from './manifest.ts';
import { read } from './sources.ts';

const workflow = read('.github/workflows/release.yml');
const jobs = new Map(
  workflow
    .slice(workflow.indexOf('\njobs:\n'))
    .split(/\n {2}(?=[\w-]+:\n)/)
    .slice(1)
    .map((job) => [job.slice(0, job.indexOf(':')), job]),
);

describe('a release', () => {
  it('packs once, and hands both shops that very file', () => {
    assert.deepEqual([...jobs.keys()], ['package', 'attest', 'marketplace', 'open-vsx']);
    assert.doesNotMatch(workflow, /vsce package|npm run package/);
    for (const shop of ['attest', 'marketplace', 'open-vsx']) {
      const job = jobs.get(shop) ?? '';
      const steps = [
        'download-artifact',
        'sha256sum --check --strict',
        shop === 'attest' ? 'attest-sbom' : 'publish',
      ];
      const places = steps.map((step) => job.indexOf(step));
      assert.ok(!places.includes(-1), shop);
      assert.deepEqual(
        places,
        places.toSorted((one, other) => one - other),
        shop,
      );
    }
  });

  it('is attested and published without a stored token, once people agreed', () => {
    assert.doesNotMatch(workflow, /secrets\.|PAT\b|_TOKEN\b/);
    for (const job of ['attest', 'marketplace', 'open-vsx'])
      assert.match(jobs.get(job) ?? '', /\n {4}environment: release\n[\s\S]*id-token: write/, job);
    assert.match(jobs.get('marketplace') ?? '', /vsce publish --oidc --packagePath/);
    assert.match(jobs.get('open-vsx') ?? '', /ovsx@[\d.]+ publish --trusted-publishing --packagePath/);
  });

  it('is built and tested, strictly, without rights to publish, and has a list of its parts', () => {
    assert.doesNotMatch(jobs.get('package') ?? '', /id-token/);
    assert.match(jobs.get('package') ?? '', /npm test -- --strict/);
    assert.match(workflow, new RegExp(`sbom-path: ${manifest().name}\\.cdx\\.json`));
  });

  it('says of each entry of a shop that package.json lacks that it must be filled in', () => {
    const present = Object.keys(manifest());
    const [head = ''] = workflow.split('\nname:');
    for (const entry of ['repository', 'bugs', 'homepage', 'qna', 'galleryBanner', 'pricing'])
      assert.notEqual(present.includes(entry), new RegExp(`\\b${entry}\\b`).test(head), entry);
  });

  it('runs the end-to-end tests in the oldest VS Code of the manifest every night', () => {
    const [, minor = ''] = /^\^1\.(\d+)/.exec(manifest().engines.vscode) ?? [];
    const jobsAtNight = read('.github/workflows/nightly.yml').split(/\n {2}(?=[\w-]+:\n)/);
    const oldest = jobsAtNight.find((job) => job.startsWith('oldest:')) ?? '';
    assert.match(oldest, new RegExp(`VSCODE_HOST: host-1\\.${minor}\\n[\\s\\S]*npm run test:e2e -- --part `));
    // code-server 4.105 is VS Code 1.105.
    const host = read(`test/support/vscode/host-1.${minor}/package.json`);
    assert.match(host, new RegExp(`"code-server": "4\\.${minor}\\.`));
  });
});
