import { type LogOutputChannel, window } from 'vscode';
import type { Log } from '../base/log.ts';

/** The log people see under Output › Prediction Markets. */
export interface HostLog extends Log {
  show(): void;
  dispose(): void;
}

export function createLog(): HostLog {
  const channel: LogOutputChannel = window.createOutputChannel('Prediction Markets', { log: true });
  return {
    trace: (message) => channel.trace(message),
    debug: (message) => channel.debug(message),
    info: (message) => channel.info(message),
    warn: (message) => channel.warn(message),
    error: (message, cause) =>
      cause === undefined ? channel.error(message) : channel.error(message, describe(cause)),
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
