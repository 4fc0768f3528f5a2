// The internal of undici this project uses. The package's own types describe its index, which must not be loaded:
// it claims the process-wide dispatcher, and other extensions live in the same process.

declare module 'undici/lib/dispatcher/agent.js' {
  import type { SecureContext } from 'node:tls';

  interface DispatchOptions {
    readonly origin: string;
    readonly path: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
    readonly headersTimeout: number;
    readonly bodyTimeout: number;
  }
  interface Controller {
    abort(reason: unknown): void;
  }
  type Headers = Readonly<Record<string, string | string[] | undefined>>;
  interface Handler {
    onRequestStart(controller: Controller): void;
    onResponseStart(controller: Controller, statusCode: number, headers: Headers): void;
    onResponseData(controller: Controller, chunk: Uint8Array): void;
    onResponseEnd(controller: Controller): void;
    onResponseError(controller: Controller, error: Error): void;
  }
  class Agent {
    constructor(options: {
      readonly allowH2: boolean;
      readonly connect: {
        readonly timeout: number;
        readonly secureContext?: SecureContext;
        readonly rejectUnauthorized?: boolean;
      };
      readonly keepAliveTimeout: number;
      readonly keepAliveMaxTimeout: number;
      readonly maxResponseSize: number;
    });
    /** False asks to slow down; nothing here sends faster than the service's rate. */
    dispatch(options: DispatchOptions, handler: Handler): boolean;
    destroy(): Promise<void>;
  }
  export = Agent;
}
