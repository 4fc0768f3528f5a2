import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';

/** PEM texts of a key and the certificate that signs itself with it. */
export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateOptions {
  /** The one host name it is for; without it `localhost` and 127.0.0.1. */
  readonly host?: string;
  /** Days from now between which it counts; without them yesterday and tomorrow. */
  readonly days?: readonly [from: number, to: number];
  /** An RSA key of 1,024 bits, which is too short for today. */
  readonly isWeak?: boolean;
}

/** Made for each run (X.509 by hand, RFC 5280), so that the project holds no private key. */
export function createCertificate({
  host,
  days = [-1, 1],
  isWeak = false,
}: CertificateOptions = {}): TestCertificate {
  const { privateKey, publicKey } = isWeak
    ? generateKeyPairSync('rsa', { modulusLength: 1_024 })
    : generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  // With SHA-256 both; RSA's has parameters, which are null.
  const signedWith = isWeak
    ? der(0x30, oid('2a864886f70d01010b'), der(0x05))
    : der(0x30, oid('2a8648ce3d040302'));
  const name = der(
    0x30,
    der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(`test server ${randomUUID()}`)))),
  );
  const day = 86_400_000;
  const validity = der(0x30, ...days.map((each) => utcTime(Date.now() + each * day)));
  const address = der(0x87, Buffer.from([127, 0, 0, 1]));
  const altNames = der(
    0x30,
    der(0x82, Buffer.from(host ?? 'localhost')),
    ...(host === undefined ? [address] : []),
  );
  const authority = der(0x30, der(0x01, Buffer.from([0xff])));
  const extensions = der(
    0x30,
    der(0x30, oid('551d11'), der(0x04, altNames)),
    der(0x30, oid('551d13'), der(0x01, Buffer.from([0xff])), der(0x04, authority)),
  );
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    signedWith,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  const whole = der(0x30, body, signedWith, der(0x03, signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', whole),
  };
}

/** One DER value: tag, length, contents. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
