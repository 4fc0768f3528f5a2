import { type LogOutputChannel, window } from 'vscode';
import type { Log } from '../base/log.ts';
import { withoutLinks } from './plain-text.ts';

/** The log people see under Output › Prediction Markets. Names in it are a service's: it is a document like any other. */
export interface HostLog extends Log {
  show(): void;
  dispose(): void;
}

export function createLog(): HostLog {
  const channel: LogOutputChannel = window.createOutputChannel('Prediction Markets', { log: true });
  return {
    trace: (message) => channel.trace(withoutLinks(message)),
    debug: (message) => channel.debug(withoutLinks(message)),
    info: (message) => channel.info(withoutLinks(message)),
    warn: (message) => channel.warn(withoutLinks(message)),
    error: (message, cause) =>
      cause === undefined
        ? channel.error(withoutLinks(message))
        : channel.error(withoutLinks(message), withoutLinks(describe(cause))),
    show: () => channel.show(true),
    dispose: () => channel.dispose(),
  };
}

/** Name and message of an error and of what caused it: stacks belong to the people who write the code. */
function describe(cause: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = cause; at !== undefined && parts.length < 5; ) {
    parts.push(at instanceof Error ? `${at.name}: ${at.message}` : String(at));
    at = at instanceof Error ? at.cause : undefined;
  }
  return parts.join(' ← ');
}
