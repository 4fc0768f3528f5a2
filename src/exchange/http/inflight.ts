/** Makes identical reads that overlap in time one request. */
export interface Inflight {
  /**
   * Joins the running work of `key`, or starts it. Each caller leaves by its own signal, with that signal's reason;
   * when the last one has left, the work's own signal fires.
   */
  share<T>(
    key: string,
    signal: AbortSignal | undefined,
    start: (controller: AbortController) => Promise<T>,
  ): Promise<T>;
}

interface Entry {
  readonly work: Promise<unknown>;
  readonly controller: AbortController;
  callers: number;
}

export function createInflight(): Inflight {
  const running = new Map<string, Entry>();

  const begin = <T>(key: string, start: (controller: AbortController) => Promise<T>): Entry => {
    const controller = new AbortController();
    const work = start(controller);
    const entry: Entry = { work, controller, callers: 0 };
    const forget = (): void => {
      if (running.get(key) === entry) running.delete(key);
    };
    work.then(forget, forget);
    running.set(key, entry);
    return entry;
  };

  return {
    share: <T>(
      key: string,
      signal: AbortSignal | undefined,
      start: (controller: AbortController) => Promise<T>,
    ) => {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const entry = running.get(key) ?? begin(key, start);
      entry.callers += 1;
      // The key names the request, so everyone who shares it waits for the same kind of value.
      const work = entry.work as Promise<T>;
      if (signal === undefined) return work;
      return new Promise<T>((resolve, reject) => {
        const leave = (): void => {
          entry.callers -= 1;
          if (entry.callers === 0) {
            // Someone who asks from now on must not join work that is being given up.
            if (running.get(key) === entry) running.delete(key);
            entry.controller.abort(signal.reason);
          }
          reject(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        const stay = (): void => signal.removeEventListener('abort', leave);
        work.then(
          (value) => {
            stay();
            resolve(value);
          },
          (cause: unknown) => {
            stay();
            reject(cause);
          },
        );
      });
    },
  };
}
