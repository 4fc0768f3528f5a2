import { l10n, Uri, workspace } from 'vscode';
import type { RawTarget } from '../../core/raw-reply.ts';
import { onVoid } from '../../store/session/owner.ts';
import { RAW_SCHEME, type RowTarget } from '../ids.ts';
import { isInTab } from '../open-tabs.ts';
import type { Editor, Parts, Services } from '../services.ts';

/** The service's own replies as read-only documents, read when one is opened. */
export function registerRaw({ commands, documents, own }: Editor, services: Services): void {
  /** Addresses a person opened with the command. */
  const opened = new Set<string>();
  const served = documents.serve(RAW_SCHEME, async (uri, token) => {
    const address = uri.toString();
    const isOpen = opened.has(address) || isInTab((other) => other.toString() === address);
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    const { rawDocument } = await import('./raw-document.ts');
    return rawDocument(services, uri.query, isOpen, controller.signal);
  });
  own.add(served);
  own.add(workspace.onDidCloseTextDocument(({ uri }) => opened.delete(uri.toString())));
  own.add(services.onDidChangeView(served.renew));
  own.add(onVoid(services.session, 'private', served.renew));
  commands.serve({
    openRaw: async (target) => {
      const targets = targetsOf(services, target) ?? (await askTargets(services, target));
      if (targets === undefined) return;
      const uri = uriOf(targets);
      opened.add(uri.toString());
      await served.open(uri);
    },
  });
}

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

async function askTargets(
  services: Services,
  target: string | RowTarget | undefined,
): Promise<readonly RawTarget[] | undefined> {
  const { marketSlug } = await import('../search/ask-market.ts');
  const slug = await marketSlug(services, l10n.t('Open the raw reply of which market?'), target);
  return slug === undefined ? undefined : marketTargets(slug);
}

/** What a league, topic or category was read from. */
function groupTargets(
  { key, category }: { readonly key: string; readonly category: string | undefined },
  { leagues, topics }: Pick<Services['catalogue'], 'leagues' | 'topics'>,
): readonly RawTarget[] | undefined {
  const topic = topics.find((each) => each.key === key);
  if (leagues.some(({ slug }) => slug === key)) return [{ kind: 'leagueEvents', slug: key }];
  if (topic !== undefined) return [{ kind: 'tagEvents', slug: topic.slug }];
  return category === undefined ? undefined : [{ kind: 'categoryMarkets', category }];
}

function marketTargets(slug: string): readonly RawTarget[] {
  return (['market', 'bestQuote', 'book', 'settlement'] as const).map((kind) => ({ kind, slug }));
}

/** The name is for the tab; what is read stands in the query. */
function uriOf(targets: readonly RawTarget[]): Uri {
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
