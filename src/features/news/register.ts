import { commands, l10n, window } from 'vscode';
import { DisposableStore } from '../../base/lifecycle.ts';
import { awaySentence } from '../../view/away-text.ts';
import { newsCounts, newsSentence } from '../../view/news-text.ts';
import { managedContextKey } from '../context-keys.ts';
import { CONTEXT_KEYS, VIEWS } from '../ids.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import type { Services } from '../services.ts';
import { type AwayDocument, registerAwayDocument } from './away-document.ts';
import { Toasts } from './toasts.ts';

export interface NewsFeature extends AwayDocument {
  /** Messages shown so far. */
  readonly said: number;
}

/** Messages about the account where the setting asks for them, and the page on what happened during an absence. */
export function registerNews(documents: ReadOnlyDocuments, services: Services): NewsFeature {
  const { away, clock, config, connectionMark, live, news, view } = services;
  const own = new DisposableStore();
  const document = own.add(registerAwayDocument(documents, services));
  let said = 0;
  const say = (text: string, show: () => Thenable<unknown>): void => {
    said++;
    const mark = connectionMark();
    const action = l10n.t('Show');
    void window
      .showInformationMessage(mark === undefined ? text : `${mark} · ${text}`, action)
      .then((chosen) => (chosen === action ? show() : undefined));
  };
  /** One window speaks: the one that holds the line of the account; where none does, the one someone works in. */
  const isWanted = (): boolean => {
    if (config.get('notifications.fills') !== 'toast') return false;
    const { kind } = live.state('account');
    return kind === 'live' || (kind !== 'shared' && window.state.focused);
  };
  own.add(
    new Toasts({
      clock,
      news,
      isWanted,
      sentence: (each) => newsSentence(each, services.marketWithEvent(each.marketSlug), view()),
      counts: (all) => newsCounts(all, view()),
      say: (text) => say(text, () => commands.executeCommand(`${VIEWS.activity}.focus`)),
    }),
  );
  const key = managedContextKey<boolean>(CONTEXT_KEYS.away);
  own.add(
    away.onDidChange(() => {
      const { digest } = away;
      key.set(digest !== undefined);
      if (digest !== undefined && isWanted()) say(awaySentence(digest, view()), () => document.open());
    }),
  );
  return {
    get said() {
      return said;
    },
    open: () => document.open(),
    dispose: () => own.dispose(),
  };
}
