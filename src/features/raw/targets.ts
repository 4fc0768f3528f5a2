import { l10n, Uri } from 'vscode';
import type { RawTarget } from '../../core/raw-reply.ts';
import { RAW_SCHEME, type RowTarget } from '../ids.ts';
import type { SearchServices } from '../search/ask-market.ts';
import type { Parts } from '../services.ts';

/** The replies behind a row or a page. Undefined where it stands for nothing of the service. */
export function targetsOf(
  { activity, catalogue }: Parts<'activity' | 'catalogue'>,
  target: string | RowTarget | undefined,
): readonly RawTarget[] | undefined {
  const subject = typeof target === 'object' ? target.subject : undefined;
  switch (subject?.kind) {
    case 'market':
      return marketTargets(subject.slug);
    case 'alert':
      return marketTargets(subject.marketSlug);
    case 'event':
    case 'lines':
      return [{ kind: 'event', key: subject.key }];
    case 'category':
      return groupTargets(subject, catalogue);
    case 'order':
      return [{ kind: 'order', id: subject.id }];
    case 'orderMarket':
      return [{ kind: 'openOrders' }];
    case 'position':
      return [{ kind: 'position', slug: subject.marketSlug }];
    case 'activity': {
      const { key, marketSlug } = subject;
      const type = activity.get(key)?.type;
      return type === undefined ? undefined : [{ kind: 'activity', key, type, marketSlug }];
    }
    case 'call':
      return [{ kind: 'call', id: subject.id }];
    case 'portfolio':
      return [{ kind: 'balances' }, { kind: 'positions' }, { kind: 'openOrders' }];
    default:
      return undefined;
  }
}

/** The replies of a market the person is asked for; undefined where none is chosen. */
export async function askTargets(
  services: SearchServices,
  target: string | RowTarget | undefined,
): Promise<readonly RawTarget[] | undefined> {
  const { marketSlug } = await import('../search/ask-market.ts');
  const slug = await marketSlug(services, l10n.t('Open the raw reply of which market?'), target);
  return slug === undefined ? undefined : marketTargets(slug);
}

/** What a league, topic or category was read from. */
function groupTargets(
  { key, category }: { readonly key: string; readonly category: string | undefined },
  { leagues, topics }: Pick<Parts<'catalogue'>['catalogue'], 'leagues' | 'topics'>,
): readonly RawTarget[] | undefined {
  const topic = topics.find((each) => each.key === key);
  if (leagues.some(({ slug }) => slug === key)) return [{ kind: 'leagueEvents', slug: key }];
  if (topic !== undefined) return [{ kind: 'tagEvents', slug: topic.slug }];
  return category === undefined ? undefined : [{ kind: 'categoryMarkets', category }];
}

function marketTargets(slug: string): readonly RawTarget[] {
  return (['market', 'bestQuote', 'book', 'settlement'] as const).map((kind) => ({ kind, slug }));
}

/** The address of the document of some replies. The name is for the tab; what is read stands in the query. */
export function uriOf(targets: readonly RawTarget[]): Uri {
  const [first] = targets;
  const name =
    first === undefined
      ? ''
      : 'slug' in first
        ? first.slug
        : first.kind === 'event'
          ? first.key
          : first.kind === 'order'
            ? first.id
            : first.kind === 'categoryMarkets'
              ? first.category
              : first.kind;
  const path = `/${encodeURIComponent(name.toWellFormed())}.jsonc`;
  return Uri.from({ scheme: RAW_SCHEME, path, query: JSON.stringify(targets) });
}
