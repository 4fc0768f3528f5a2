/** gRPC codes a failure carries, and the HTTP status that goes with each (interface.md 4). */
const STATUS = {
  invalidArgument: { code: 3, status: 400 },
  failedPrecondition: { code: 9, status: 400 },
  notFound: { code: 5, status: 404 },
  methodNotAllowed: { code: 12, status: 405 },
  permissionDenied: { code: 7, status: 403 },
  tooLarge: { code: 3, status: 413 },
  rateLimited: { code: 8, status: 429 },
  internal: { code: 13, status: 500 },
  unauthenticated: { code: 16, status: 401 },
} as const;

/** A request the demo does not grant, in the terms of its reply. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(kind: keyof typeof STATUS, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = STATUS[kind].code;
    this.status = STATUS[kind].status;
    this.headers = headers;
  }
}

/** @throws Refusal 404 when there is nothing. */
export function found<T>(value: T | undefined, what: string, name: string): T {
  if (value === undefined) throw new Refusal('notFound', `No such ${what}: ${name}`);
  return value;
}
