import { commands as editorCommands, l10n, window } from 'vscode';
import type { Happening } from '../../core/happening.ts';
import { awaySentence } from '../../view/away-text.ts';
import { newsCounts, newsSentence } from '../../view/news-text.ts';
import { contextKeySetter } from '../config.ts';
import { connectionMark } from '../connection-settings.ts';
import { CONTEXT_KEYS, VIEWS } from '../ids.ts';
import type { Editor, Services } from '../services.ts';
import { registerAwayDocument } from './away-document.ts';
import { showToasts } from './toasts.ts';

export type NewsFeature = ReturnType<typeof registerNews>;

/** Messages about the account where the setting asks for them, and the page on what happened during an absence. */
export function registerNews(editor: Editor, services: Services) {
  const { commands, own } = editor;
  const { away, clock, config, live, marketViews, news, session, view } = services;
  const openAway = registerAwayDocument(editor, services);
  let said = 0;
  const say = (text: string, show: () => Thenable<unknown>): void => {
    said++;
    const action = l10n.t('Show');
    void window
      .showInformationMessage(`${connectionMark(session.profile)} · ${text}`, action)
      .then((chosen) => (chosen === action ? show() : undefined));
  };
  /** One window shows messages: the one that was focused last. */
  const isWanted = async (): Promise<boolean> =>
    config.get('notifications.fills') === 'toast' && (await live.isFocusedLast());
  const showActivity = () => editorCommands.executeCommand(`${VIEWS.activity}.focus`);
  const sayNews = (happened: readonly Happening[]): void => {
    const [first, second] = happened;
    const text =
      first !== undefined && second === undefined
        ? newsSentence(first, marketViews.withEvent(first.marketSlug), view())
        : newsCounts(happened, view());
    say(text, showActivity);
  };
  /** With the badge chosen, too: what was filled is not filled any more. */
  const warn = async (busted: Happening): Promise<void> => {
    if (config.get('notifications.fills') === 'off' || !(await live.isFocusedLast())) return;
    said++;
    const text = newsSentence(busted, marketViews.withEvent(busted.marketSlug), view());
    const action = l10n.t('Show');
    const chosen = await window.showWarningMessage(`${connectionMark(session.profile)} · ${text}`, action);
    if (chosen === action) await showActivity();
  };
  own.add(showToasts({ clock, news, isWanted, say: sayNews, warn: (busted) => void warn(busted) }));
  commands.serve({ showAway: openAway, dismissAway: () => away.dismiss() });
  const setAway = contextKeySetter<boolean>(CONTEXT_KEYS.away);
  const announce = async (): Promise<void> => {
    if (!(await isWanted()) || away.digest === undefined) return;
    say(awaySentence(away.digest, services.marketViews.known, view()), openAway);
  };
  own.add(
    away.onDidChange(() => {
      setAway(away.digest !== undefined);
      if (away.digest !== undefined) void announce();
    }),
  );
  return {
    get said(): number {
      return said;
    },
  };
}
