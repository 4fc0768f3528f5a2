import { commands, LogLevel, type LogOutputChannel, l10n, window } from 'vscode';
import type { Log } from '../base/log.ts';
import { isExchangeError } from '../exchange/errors.ts';
import { failureSentence } from '../view/messages.ts';
import type { ViewContext } from '../view/row.ts';
import { COMMANDS } from './ids.ts';
import { withoutLinks } from './plain-text.ts';

/** The log people see under Output › Prediction Markets. Names in it are a service's: it is a document like any other. */
export interface HostLog extends Log {
  show(): void;
  dispose(): void;
}

export function createLog(): HostLog {
  const channel: LogOutputChannel = window.createOutputChannel('Prediction Markets', { log: true });
  const plain = (level: 'info' | 'warn') => (message: string) => channel[level](withoutLinks(message));
  return {
    debug: (message) => {
      if (channel.logLevel !== LogLevel.Off && channel.logLevel <= LogLevel.Debug)
        channel.debug(withoutLinks(message()));
    },
    info: plain('info'),
    warn: plain('warn'),
    error: (message, cause) =>
      channel.error(withoutLinks(message), ...(cause === undefined ? [] : [withoutLinks(describe(cause))])),
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

/** Shows what went wrong with a command: one message, with what to do about it. */
export interface Reporter {
  /** `what` is a sentence about what was tried. A request the person stopped shows nothing. */
  failed(cause: unknown, what?: string): Promise<void>;
}

export function createReporter(log: Log, view: () => ViewContext): Reporter {
  return {
    failed: async (cause, what) => {
      if (isExchangeError(cause) && cause.code === 'cancelled') return;
      log.error(what ?? 'A command failed', cause);
      const signIn = l10n.t('Sign In');
      const showLog = l10n.t('Show Log');
      const actions = needsSignIn(cause) ? [signIn, showLog] : [showLog];
      const words = isExchangeError(cause)
        ? failureSentence(cause, view())
        : l10n.t('Something went wrong in the extension. See the log.');
      const chosen = await window.showErrorMessage(
        what === undefined ? words : `${what} ${words}`,
        ...actions,
      );
      if (chosen === signIn) await commands.executeCommand(COMMANDS.signIn);
      if (chosen === showLog) await commands.executeCommand(COMMANDS.showLog);
    },
  };
}

function needsSignIn(cause: unknown): boolean {
  return isExchangeError(cause) && cause.code === 'auth' && cause.details.auth !== 'refused';
}
