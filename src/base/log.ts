/** What a layer may say about its work. The editor's log output channel is one implementation. Never pass a secret. */
export interface Log {
  /** Written when asked for only: one for every request, and most people's log leaves them out. */
  debug(message: () => string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
