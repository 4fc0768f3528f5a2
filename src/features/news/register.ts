import { contextKeySetter } from '../config.ts';
import { CONTEXT_KEYS } from '../ids.ts';
import type { Editor, Services } from '../services.ts';
import { registerAwayDocument } from './away-document.ts';
import { NewsMessages } from './messages.ts';
import { showToasts } from './toasts.ts';

export type NewsFeature = ReturnType<typeof registerNews>;

/** Messages about the account where the setting asks for them, and the page on what happened during an absence. */
export function registerNews(editor: Editor, services: Services): Pick<NewsMessages, 'said'> {
  const { commands, own } = editor;
  const { away, clock, news } = services;
  const openAway = registerAwayDocument(editor, services);
  const messages = new NewsMessages(services);
  own.add(
    showToasts({
      clock,
      news,
      isWanted: () => messages.areWanted(),
      say: (happened) => messages.sayNews(happened),
      warn: (busted) => void messages.warn(busted),
    }),
  );
  commands.serve({ showAway: openAway, dismissAway: () => away.dismiss() });
  const setAway = contextKeySetter<boolean>(CONTEXT_KEYS.away);
  own.add(
    away.onDidChange(() => {
      setAway(away.digest !== undefined);
      if (away.digest !== undefined) void messages.sayAway(openAway);
    }),
  );
  return messages;
}
