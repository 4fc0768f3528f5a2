import { l10n, type Uri, window } from 'vscode';
import { type Link, type LinkProblem, readLink } from '../../core/link.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import type { Services } from '../services.ts';

type Needs = Pick<Services, 'readMarket' | 'session'>;

/**
 * Follows `vscode://prediction-markets.prediction-markets/openMarket?slug=…` and `…/openSettlement?slug=…`. A link may come
 * from any page: it shows a panel of the present connection, or a sentence, and nothing of it is repeated but its slug.
 * Of several at once the last one counts, and one message shows at a time.
 */
export function createLinks(
  services: Needs,
  openers: Readonly<Record<Link['action'], (slug: string) => Promise<void>>>,
) {
  let latest = new AbortController();
  let isSpeaking = false;
  const say = (words: string): void => {
    if (isSpeaking) return;
    isSpeaking = true;
    const done = (): void => {
      isSpeaking = false;
    };
    window.showWarningMessage(words).then(done, done);
  };
  return {
    handleUri: async (uri: Uri): Promise<void> => {
      latest.abort();
      latest = new AbortController();
      const { signal } = latest;
      const link = readLink({ path: uri.path, query: uri.query, fragment: uri.fragment });
      if (typeof link === 'string') return say(problemSentence(link));
      const isThere = await isKnown(services, link, signal);
      if (signal.aborted) return;
      if (isThere) await openers[link.action](link.slug);
      else say(l10n.t('{0} has no market {1}.', services.session.profile.label, link.slug));
    },
    dispose: () => latest.abort(),
  };
}

/** False only where the service says so; any other failure is shown by the panel, which can try again. */
async function isKnown({ readMarket }: Needs, { slug }: Link, signal: AbortSignal): Promise<boolean> {
  try {
    await readMarket(slug, signal);
    return true;
  } catch (cause) {
    return !(isExchangeError(cause) && cause.code === 'notFound');
  }
}

function problemSentence(problem: LinkProblem): string {
  return {
    action: l10n.t('This link cannot be opened: links can open a market or a settlement only.'),
    parameters: l10n.t('This link cannot be opened: it must have one slug and nothing else.'),
    slug: l10n.t('This link cannot be opened: it does not name a valid slug.'),
  }[problem];
}
