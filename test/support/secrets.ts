const BASE64 = 'A-Za-z0-9+/_-';

/** What nothing that is published may hold. Long stretches of base64 (a module, a picture) are none of them. */
const KINDS: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'a key of 64 bytes': new RegExp(`(?<![${BASE64}])[${BASE64}]{86}(==)?(?![=${BASE64}])`),
  'a key of 32 bytes': new RegExp(`(?<![${BASE64}])[${BASE64}]{43}=(?![=${BASE64}])`),
  'a key in hexadecimal': /(?<![0-9A-Fa-f])([0-9a-f]{64}|[0-9A-F]{64}|[0-9a-f]{128})(?![0-9A-Fa-f])/,
  'a key id': /(?<![\w-])[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![\w-])/i,
  'a token in a header': /\bBearer [\w.~+/-]{16,}/,
  'a token of a registry or a host':
    /\b(npm_|gh[pousr]_|github_pat_|glpat-|xox[abpr]-|sk-)[A-Za-z0-9_-]{20,}/,
  'a token of a cloud': /\b(AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[\w-]{35}\b/,
  'a login of a registry': /_authToken|_password=|\bregistry\.npm|\/\/[^/\s"'`]+:[^/\s"'`@]+@/,
  'a folder of a machine': /(?<![\w.:~@/-])\/(home\/[a-z]|Users\/[A-Za-z]|root\/|tmp\/)|[A-Z]:\\Users\\/,
};

/** Published with the WebSocket protocol (RFC 6455), and in every client of it. */
const KNOWN = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** What in a text looks like a secret, or tells of a machine: kind and where it stands; never the thing itself. */
export function secretsIn(text: string): readonly string[] {
  return Object.entries(KINDS).flatMap(([kind, pattern]) => {
    const at = text.replaceAll(KNOWN, ' '.repeat(KNOWN.length)).search(pattern);
    return at < 0 ? [] : [`${kind} at ${at}`];
  });
}
