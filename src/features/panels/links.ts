import { l10n, type Uri, window } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import { type Link, type LinkProblem, readLink } from '../../core/link.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import type { Services } from '../services.ts';

export interface Links extends Disposable {
  handleUri(uri: Uri): Promise<void>;
}

/** What a link can do, and all it can do. */
interface LinkOpeners {
  openMarket(slug: string): Promise<void>;
  openSettlement(slug: string): Promise<void>;
}

type Needs = Pick<Services, 'markets' | 'clock'> & {
  readonly session: Pick<Services['session'], 'ensure' | 'profile'>;
};

/**
 * Follows `vscode://prediction-markets.prediction-markets/openMarket?slug=…` and `…/openSettlement?slug=…`. A link may come
 * from any page: it shows a panel of the present connection, or a sentence, and nothing of it is repeated but its slug.
 * Of several at once the last one counts.
 */
export function createLinks(services: Needs, openers: LinkOpeners): Links {
  const following = new LatestOnly();
  return {
    handleUri: async (uri) => {
      const link = readLink({ path: uri.path, query: uri.query, fragment: uri.fragment });
      const signal = following.next();
      if (typeof link === 'string') return following.say(problemSentence(link));
      if (!(await isKnown(services, link, signal))) {
        const { label } = services.session.profile;
        if (!signal.aborted) following.say(l10n.t('{0} has no market {1}.', label, link.slug));
      } else if (!signal.aborted) await openers[link.action](link.slug);
    },
    dispose: () => void following.next(),
  };
}

/** False only where the service says so; any other failure is shown by the panel, which can try again. */
async function isKnown(
  { markets, session, clock }: Needs,
  { slug }: Link,
  signal: AbortSignal,
): Promise<boolean> {
  if (markets.get(slug) !== undefined) return true;
  try {
    markets.upsert(await (await session.ensure()).marketBySlug(slug, signal), clock.now());
    return true;
  } catch (cause) {
    return !(isExchangeError(cause) && cause.code === 'notFound');
  }
}

/** A page may send many links: a new one replaces the one before, and one message shows at a time. */
class LatestOnly {
  #current: AbortController | undefined;
  #speaking = false;

  next(): AbortSignal {
    this.#current?.abort();
    this.#current = new AbortController();
    return this.#current.signal;
  }

  say(words: string): void {
    if (this.#speaking) return;
    this.#speaking = true;
    const done = (): void => {
      this.#speaking = false;
    };
    window.showWarningMessage(words).then(done, done);
  }
}

function problemSentence(problem: LinkProblem): string {
  switch (problem) {
    case 'action':
      return l10n.t('This link cannot be opened: links can open a market or a settlement only.');
    case 'parameters':
      return l10n.t('This link cannot be opened: it must have one slug and nothing else.');
    case 'slug':
      return l10n.t('This link cannot be opened: it does not name a valid slug.');
  }
}
