import '../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { Market } from '../../src/core/market.ts';
import type { Services } from '../../src/features/services.ts';
import { marketsTree } from '../../src/view/markets-tree.ts';
import { ordersTree } from '../../src/view/orders-tree.ts';
import { positionsTree } from '../../src/view/positions-tree.ts';
import type { JsonShape } from '../../tools/exchange/faults/json-shape.ts';
import * as editor from '../support/editor/vscode.ts';
import { honestSide } from '../support/faulty.ts';
import {
  HALF_TEXTS,
  HOSTILE,
  HOSTILE_CODES,
  HOSTILE_TEXTS,
  LONG_TEXTS,
  readAllFrom,
} from '../support/hostile.ts';
import { flawIn, type SurfaceData } from '../support/surfaces.ts';
import { aContext, everyRow, NOW } from '../support/view.ts';

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly iconPath?: unknown;
  readonly buttons?: unknown;
}

/** A list to choose from as the editor was given it. */
interface Offered {
  readonly title: string;
  readonly items: readonly Item[];
}

/** Makes the stand-in note every list it is to show; nobody chooses anything. */
function watchedLists(): readonly Offered[] {
  const offered: Offered[] = [];
  const titleOf = ({ title = '', placeHolder = '' }: { title?: string; placeHolder?: string }): string =>
    `${title} ${placeHolder}`;
  Object.assign(editor.window, {
    showQuickPick: async (items: readonly Item[], options: object): Promise<undefined> => {
      offered.push({ title: titleOf(options), items });
    },
    showInformationMessage: async (): Promise<undefined> => undefined,
    createQuickPick: () => {
      let hidden = (): void => {};
      const pick = {
        title: '',
        placeholder: '',
        value: '',
        items: [] as readonly Item[],
        selectedItems: [],
        onDidChangeValue: () => {},
        onDidAccept: () => {},
        onDidHide: (listener: () => void) => {
          hidden = listener;
        },
        dispose: () => {},
        show: () => {
          setImmediate(() => {
            offered.push({ title: `${pick.title} ${pick.placeholder}`, items: pick.items });
            hidden();
          });
        },
      };
      return pick;
    },
  });
  return offered;
}

/** Opens every list that has texts of a service in it. */
async function allLists(data: SurfaceData): Promise<readonly Offered[]> {
  const offered = watchedLists();
  const { markets = [], events = [], orders = [], balances = [] } = data;
  const context = aContext();
  const bySlug = new Map(markets.map((market) => [market.slug, market]));
  const zero = balances[0]?.currentBalance;
  const services = {
    clock: { now: () => NOW, setTimeout: () => ({ dispose: () => {} }) },
    view: () => context,
    markets: { readAt: () => NOW, known: () => markets, query: {} },
    marketViews: { of: (market: Market) => ({ market, event: undefined, readAt: NOW }) },
    eventOf: (market: Market) => market.events[0],
    search: { local: (text: string) => ({ text, markets, events, service: 'failed' }) },
    orders: {
      latest: async (owner: unknown) => ({ owner, orders, lost: 1 }),
      orders,
      lost: 1,
      state: { kind: 'ready' },
      pending: new Set(),
      refresh: async () => {},
      load: async () => {},
    },
    marketWithEvent: (slug: string) => bySlug.get(slug),
    nameOf: (slug: string) => slug,
    connectionMark: () => undefined,
    session: {
      profile: { id: 'custom', label: 'somewhere', auth: 'bearer' },
      account: { kind: 'signedIn' },
      epoch: () => 0,
    },
    cancels: { isUnknown: () => false },
    config: { get: () => '' },
    live: { accountFreshness: () => undefined },
    portfolio: {
      state: { kind: 'ready' },
      load: async () => {},
      pricedSlugs: [],
      summary: {
        at: NOW,
        openOrders: 1,
        currencies: balances.map(({ currency }) => ({
          currency,
          positions: 1,
          ...Object.fromEntries(
            ['value', 'openPnl', 'realised', 'accountValue'].map((name) => [name, { sum: zero, missing: 0 }]),
          ),
          cash: zero,
        })),
      },
    },
  } as unknown as Services;
  const { askMarket } = await import('../../src/features/ask-market.ts');
  const { pickOpenOrders } = await import('../../src/features/cancel/open-orders.ts');
  const { reviewOrders } = await import('../../src/features/cancel/confirm.ts');
  const { cancelMarketOrders } = await import('../../src/features/cancel/commands.ts');
  const { editFilter } = await import('../../src/features/markets/filter-markets.ts');
  const { askOrderId } = await import('../../src/features/orders/order-document.ts');
  const { showPortfolio } = await import('../../src/features/status/show-portfolio.ts');
  await askMarket(services, { title: 'Search' });
  await pickOpenOrders(services);
  const owner = { epoch: 0, profile: services.session.profile };
  await reviewOrders(services, { owner, market: services.marketWithEvent, orders, caveats: [] }, orders);
  await cancelMarketOrders(services, { openProof: async () => {} });
  for (const known of ['categories', 'marketTypes'] as const) {
    const field = { name: known, label: 'Filter', group: '', input: 'choices' } as const;
    await editFilter(services, {}, field);
  }
  await askOrderId(services);
  await showPortfolio(services);
  return offered;
}

describe('lists to choose from', () => {
  const side = honestSide();
  const textsOf = ({ title, items }: Offered): readonly string[] => [
    title,
    ...items.flatMap(({ label, description = '', detail = '' }) => [label, description, detail]),
  ];
  const SHAPES: Readonly<Record<string, JsonShape>> = {
    HOSTILE_TEXTS,
    HOSTILE_CODES,
    HALF_TEXTS,
    LONG_TEXTS,
  };

  it('show hostile texts as text: no icon, no link, no second line, nothing hidden, nothing endless', async () => {
    for (const [name, shape] of Object.entries(SHAPES)) {
      const offered = await allLists(await readAllFrom(side, shape));
      assert.equal(offered.length, 8, offered.map(({ title }) => title).join());
      const hostile = offered.filter((list) => textsOf(list).some((text) => text.includes('evil')));
      if (name === 'HOSTILE_TEXTS') assert.ok(hostile.length >= 6, hostile.map(({ title }) => title).join());
      for (const list of offered) {
        for (const text of textsOf(list)) {
          assert.equal(flawIn(text), undefined, `${name}: ${text}`);
          assert.doesNotMatch(text, /[\]$]\(|\n/, name);
          assert.ok(text.length <= 5_000, `${name}: ${text.length}`);
        }
        for (const { iconPath, buttons } of list.items) {
          assert.ok(iconPath === undefined || iconPath instanceof editor.ThemeIcon);
          assert.equal(buttons, undefined);
        }
      }
    }
  });
});

describe('tooltips as the editor is given them', () => {
  it('are Markdown without a picture, a link, an icon or HTML, which nothing is trusted in', async () => {
    const { tooltipMarkdown } = await import('../../src/features/trees/tree-item.ts');
    const side = honestSide();
    const context = aContext();
    let looked = 0;
    for (const shape of [HOSTILE_TEXTS, HALF_TEXTS]) {
      const { markets = [], orders = [], positions = [] } = await readAllFrom(side, shape);
      const market = (slug: string): Market | undefined => markets.find((each) => each.slug === slug);
      const rows = [
        ...marketsTree({ content: { kind: 'flat', markets } }, context),
        ...ordersTree({ orders, market }, context),
        ...positionsTree({ positions, market }, context),
      ];
      for (const row of everyRow(rows)) {
        const markdown = tooltipMarkdown(row.tooltip());
        showsOnly(markdown);
        if (markdown.value.includes('evil')) looked += 1;
      }
    }
    assert.ok(looked > 10);
  });

  it('are so in the status bar too, wherever in it a hostile text stands', async () => {
    const { statusMarkdown } = await import('../../src/features/status/status-bar.ts');
    for (const text of [HOSTILE, '(zap) (command:evil) evil ]$']) {
      const markdown = statusMarkdown({
        lines: [
          { kind: 'title', text },
          { kind: 'text', text },
          { kind: 'field', label: text, value: text },
        ],
        columns: [text, text],
        rows: [{ label: text, cells: [text, text], how: text }],
      });
      showsOnly(markdown);
      assert.equal(markdown.value.match(/evil/g)?.length, 10 * (text.match(/evil/g)?.length ?? 0));
    }
  });

  function showsOnly({ value, ...more }: object & { readonly value: string }): void {
    assert.deepEqual(Object.values(more), [], 'isTrusted, supportHtml and supportThemeIcons stay off');
    // The table and the title are ours.
    const text = value
      .replace(/^\|(?: \| \||(?::--|--:)\|(?:(?::--|--:)\|?)+)$|^\||\|$| \| |\*\*/gm, ' ')
      .replace(/&(?:amp|lt|#58);/g, '');
    assert.doesNotMatch(text, /(?<!\\)[[\]()!`|#<>$]|:\/\//, value);
  }
});
