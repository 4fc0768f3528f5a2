import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { eventSlugOf } from '../../../src/core/slug.ts';
import { DOCUMENT_SCHEME, VIEWS } from '../../../src/features/ids.ts';
import { mcpClient } from '../../support/mcp-client.ts';
import { catalogueOf } from '../../support/read-world.ts';
import { present } from '../../support/values.ts';
import { assertSame, describeInside, flatRows, placeResting, run, until } from './inside.ts';

interface Prices {
  readonly buyYesAtCents: number;
  readonly sellYesAtCents: number;
  readonly buyNoAtCents: number;
  readonly sellNoAtCents: number;
}
type Line = Prices & { readonly slug: string };

/** What the answers say, each some of it. */
interface Said extends Prices {
  readonly connection: string;
  readonly access: object;
  readonly untrusted: Readonly<Record<'window' | 'yesMeans' | 'noMeans', string>>;
  readonly markets: readonly Line[];
  readonly lines: readonly Line[];
  readonly offers: readonly [Prices];
  readonly bids: readonly [Prices];
  readonly samples: number;
  readonly points: readonly { readonly cents: number }[];
  readonly outcome: 'yes' | 'no';
  readonly yesPaidCents: number;
  readonly noPaidCents: number;
  readonly result: { readonly averageCents: number };
  readonly positions: readonly { readonly slug: string; readonly contracts: string }[];
  /** The list is as old as the window's, which may not have the order that was just placed. */
  readonly orders: readonly Readonly<
    Record<'limitCents', number> & Record<'orderId' | 'contracts' | 'filledContracts', string>
  >[];
  readonly activities: readonly [{ readonly action: 'buy' | 'sell'; readonly priceCents: number }];
}

/** A call, and what its answer and the window say of the same. */
interface Compared {
  readonly tool: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly facts: (said: Said) => Promise<readonly [said: unknown, shown: unknown]>;
}

const ACCOUNT = ['list_positions', 'list_orders', 'list_activity'];

await describeInside(
  'tools over MCP, from a process of its own',
  ({ agents, demo, services, storage, trees }) => {
    let client: Awaited<ReturnType<typeof mcpClient>>;
    let desk: Awaited<ReturnType<typeof agents.desk>>;
    /** An order that rests, in a market that is open with a book on both sides at any hour. */
    let order: Awaited<ReturnType<typeof placeResting>>;

    before(async () => {
      await run('copyMcpConfiguration');
      const env = { ELECTRON_RUN_AS_NODE: '1' };
      const program = path.join(storage.fsPath, 'agents', 'mcp-server.mjs');
      client = await mcpClient(program, { command: process.execPath, env });
      desk = await agents.desk();
      order = await placeResting(demo);
      for (const name of ['orders', 'positions', 'activity'] as const)
        await vscode.commands.executeCommand(`${VIEWS[name]}.focus`);
    });

    after(async () => {
      desk.set('account', false);
      await client.close();
      await services.config.set('agents.mcpServer', false);
    });

    it('read nothing of the account while it is closed', async () => {
      desk.set('account', false);
      for (const tool of ACCOUNT) assert.equal((await client.call(tool)).answer['error'], 'closed', tool);
      assert.equal((await client.call('get_market', { slug: order.slug })).answer['yours'], null);
    });

    it('say what the window shows, each of those that read', async () => {
      desk.set('account', true);
      const table = await compared({ demo, services, trees }, order, () => desk.access);
      assert.deepEqual(table.map(({ tool }) => tool).sort(), (await client.list()).toSorted());
      for (const { tool, input, facts } of table)
        await assertSame(async () => {
          const { answer, isError, text } = await client.call(tool, input);
          assert.ok(!isError, `${tool}: ${text}`);
          const [said, shown] = await facts(answer as unknown as Said);
          return [
            [tool, said],
            [tool, shown],
          ];
        });
    });

    // In a window of a test run the editor shows no dialog: test/editor/e2e/agents.test.ts calls it.
    it('are offered to cancel while that is allowed', async () => {
      const isOffered = async (): Promise<boolean> => (await client.list()).includes('cancel_orders');
      for (const [place, isAllowed] of [false, true, false].entries()) {
        desk.set('mayAskToCancel', isAllowed);
        await client.changed(place);
        assert.equal(await isOffered(), isAllowed);
      }
    });
  },
);

async function document(name: string): Promise<string> {
  const uri = vscode.Uri.from({ scheme: DOCUMENT_SCHEME, path: `/${name}` });
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** The prices of both sides in the document of a market: to buy and sell Yes, to buy and sell No. */
async function pricesShown(slug: string): Promise<readonly number[]> {
  const text = await document(`market/${slug}.md`);
  return [...text.matchAll(/([\d.]+)¢ to buy · ([\d.]+)¢ to sell/g)].flatMap(([, buy, sell]) => [
    Number(buy),
    Number(sell),
  ]);
}

function pricesOf(line: Prices | undefined): readonly unknown[] {
  return [line?.buyYesAtCents, line?.sellYesAtCents, line?.buyNoAtCents, line?.sellNoAtCents];
}

/** A call of every tool that reads. */
async function compared(
  { demo, services, trees }: Pick<App, 'demo' | 'services' | 'trees'>,
  { id, slug }: { readonly id: string; readonly slug: string },
  access: () => object,
): Promise<readonly Compared[]> {
  const catalogue = catalogueOf((await demo()).world);
  const now = Date.now();
  const market = present(catalogue.marketBySlug(slug, now));
  const event = present(market.events[0]?.slug ?? eventSlugOf(slug));
  const settled = present(
    catalogue.markets({}, { limit: 10_000, offset: 0 }, now).find((each) => {
      const { price } = catalogue.settlement(each.slug, now) ?? {};
      return price !== undefined && (price.isZero || price.toNumber() === 1);
    }),
  );
  const [word = ''] = (market.question ?? slug)
    .split(' ')
    .toSorted((one, other) => other.length - one.length);
  const about = { slug };
  /** What is spoken of each row of a view, by its order or else its market. */
  const spoken = async (view: 'orders' | 'positions'): Promise<ReadonlyMap<unknown, string>> => {
    await services[view].refresh();
    await until(() => trees.content(view).state === 'ready');
    const rows = flatRows(trees.content(view).rows, 1_000);
    return new Map(
      rows.map(({ subject = {}, accessibilityLabel }) => [
        'id' in subject ? subject.id : 'marketSlug' in subject && subject.marketSlug,
        accessibilityLabel,
      ]),
    );
  };
  return [
    {
      tool: 'get_environment',
      facts: async (said) => [
        [said.connection, said.untrusted.window, said.access],
        [services.session.profile.id, vscode.workspace.name, access()],
      ],
    },
    {
      tool: 'search_markets',
      input: { text: word, limit: 100 },
      facts: async ({ markets }) => [
        pricesOf(markets.find((each) => each.slug === slug)),
        await pricesShown(slug),
      ],
    },
    {
      tool: 'get_market',
      input: about,
      facts: async (said) => [pricesOf(said), await pricesShown(slug)],
    },
    {
      tool: 'get_event',
      input: { slug: event, limit: 100 },
      facts: async ({ lines }) => {
        const line = lines.find((each) => each.slug === slug);
        const row = (await document(`event/${event}.md`))
          .split('\n')
          .find((each) => each.includes(` ${slug} `));
        const shown = [...(row ?? '').matchAll(/([\d.]+)¢/g)].map(([, price]) => Number(price));
        return [[line?.buyYesAtCents, line?.buyNoAtCents], shown];
      },
    },
    {
      tool: 'get_order_book',
      input: { slug, depth: 1 },
      facts: async ({ offers, bids }) => [pricesOf({ ...offers[0], ...bids[0] }), await pricesShown(slug)],
    },
    {
      tool: 'get_price_history',
      input: about,
      facts: async ({ samples, points }) => {
        // What the page of a market draws.
        const watch = services.books.watch(slug, ['history']);
        await watch.refresh();
        const { value = [] } = services.books.detail(slug).history;
        watch.dispose();
        const last = value.at(-1)?.longPrice.toNumber() ?? Number.NaN;
        return [
          [samples, points.at(-1)?.cents],
          [value.length, Math.round(last * 1e6) / 1e4],
        ];
      },
    },
    {
      tool: 'get_settlement',
      input: { slug: settled.slug },
      facts: async ({ outcome, yesPaidCents, noPaidCents, untrusted: { yesMeans, noMeans } }) => [
        outcome === 'yes' ? `${yesPaidCents}¢ ${yesMeans}` : `${noPaidCents}¢ ${noMeans}`,
        /Each paid +\| (.*?) +\|/.exec(await document(`market/${settled.slug}.md`))?.[1],
      ],
    },
    {
      tool: 'what_if',
      input: { slug, contracts: 0.01 },
      facts: async ({ result }) => [result.averageCents, (await pricesShown(slug))[0]],
    },
    {
      tool: 'list_positions',
      input: { limit: 100 },
      facts: async ({ positions }) => {
        const rows = await spoken('positions');
        const shown = positions.map((position) => ({
          contracts: Number(position.contracts),
          quantity: / ([\d,.]+) @ /.exec(rows.get(position.slug) ?? '')?.[1]?.replaceAll(',', ''),
        }));
        // One that is settled says how it ended.
        const held = shown.find(({ quantity }) => quantity !== undefined);
        return [held?.contracts, Number(held?.quantity)];
      },
    },
    {
      tool: 'list_orders',
      input: { market: slug },
      facts: async ({ orders: [own] }) => {
        const row = (await spoken('orders')).get(id) ?? '';
        return [
          own && [own.orderId, `${own.limitCents}¢`, `${own.filledContracts} of ${own.contracts}`],
          [id, ...(/ (\S+¢), now .*?, (\d+ of \d+)/.exec(row)?.slice(1) ?? [])],
        ];
      },
    },
    {
      tool: 'list_activity',
      input: { kinds: ['trade'], limit: 1 },
      facts: async ({ activities: [{ action, priceCents }] }) => {
        await services.activity.refresh();
        const rows = flatRows(trees.content('activity').rows, 1_000).map(({ label }) => label);
        const row = rows.find((label) => /^(Bought|Sold) /.test(label));
        return [
          [action === 'buy' ? 'Bought' : 'Sold', `${priceCents}¢`],
          /^(\S+) .* (\S+¢)$/.exec(row ?? '')?.slice(1),
        ];
      },
    },
  ];
}
