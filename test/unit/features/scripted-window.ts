import * as editor from '../../support/editor/vscode.ts';
import { inEnglish } from '../../support/other-letters.ts';

export interface Asked {
  readonly kind: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly modal: boolean;
  readonly detail: string | undefined;
  readonly actions: readonly string[];
}

/** The title of a button, or what happens before one is pressed; undefined: closed. */
export type AnswerOf = string | undefined | (() => Promise<string>);

interface Modal {
  readonly modal?: boolean;
  readonly detail?: string;
}

type Button = string | { readonly title: string };

interface Progress {
  report(step: { readonly message?: string }): void;
}

interface Token {
  onCancellationRequested(listener: () => void): void;
}

/**
 * Makes the stand-in for the editor ask somebody who answers from a list, in order; nothing is answered once it is empty.
 * Of a list to pick from all is picked, or the first; `picks`: what happens before. `starts`: what
 * happens between the notice with progress and its work.
 * Each call starts over.
 */
export function scriptedWindow() {
  const asked: Asked[] = [];
  const answers: AnswerOf[] = [];
  const progress: string[] = [];
  const picks: (() => Promise<void>)[] = [];
  const offered: { readonly label: string; readonly detail?: string }[] = [];
  const titles: string[] = [];
  const starts: (() => Promise<void>)[] = [];
  let stop = (): void => {};
  const hooks = { onProgress: (_message: string): void => {}, onProgressEnd: (): void => {} };

  const show =
    (kind: Asked['kind']) =>
    async (message: string, ...rest: readonly (Button | Modal)[]): Promise<Button | undefined> => {
      const [options] = rest;
      const isModal = typeof options === 'object' && 'modal' in options;
      const buttons = (isModal ? rest.slice(1) : rest) as readonly Button[];
      const titles = buttons.map((button) => inEnglish(typeof button === 'string' ? button : button.title));
      asked.push({
        kind,
        message,
        modal: isModal && options.modal === true,
        detail: isModal ? options.detail : undefined,
        actions: titles,
      });
      // Without a button there is nothing to answer.
      const answer = titles.length === 0 ? undefined : answers.shift();
      const title = typeof answer === 'function' ? await answer() : answer;
      return buttons[titles.indexOf(title ?? '')];
    };

  Object.assign(editor.window, {
    showInformationMessage: show('info'),
    showWarningMessage: show('warning'),
    showErrorMessage: show('error'),
    showQuickPick: async (
      items: readonly (typeof offered)[number][],
      { canPickMany, title = '' }: { readonly canPickMany?: boolean; readonly title?: string },
    ) => {
      titles.push(title);
      offered.push(...items);
      await picks.shift()?.();
      return canPickMany === true ? items : items[0];
    },
    withProgress: async (
      { title, cancellable }: { readonly title: string; readonly cancellable?: unknown },
      task: (progress: Progress, token: Token) => Promise<unknown>,
    ) => {
      progress.push(typeof cancellable === 'string' ? `${title} [${cancellable}]` : title);
      const listeners: (() => void)[] = [];
      stop = () => {
        for (const listener of listeners) listener();
      };
      await starts.shift()?.();
      const report = ({ message = '' }: { readonly message?: string }): void => {
        progress.push(message);
        hooks.onProgress(message);
      };
      const result = await task(
        { report },
        { onCancellationRequested: (listener) => void listeners.push(listener) },
      );
      hooks.onProgressEnd();
      return result;
    },
  });
  return Object.assign(hooks, {
    asked,
    answers,
    picks,
    offered,
    titles,
    starts,
    progress,
    stop: () => stop(),
  });
}
