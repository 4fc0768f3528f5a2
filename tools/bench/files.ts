import '../../test/support/editor/install.ts';
import type { Position, TextDocument } from 'vscode';
import { systemClock } from '../../src/base/clock.ts';
import type { Market } from '../../src/core/market.ts';
import { slugMentions } from '../../src/core/slug-mentions.ts';
import type { MarkdownIt } from '../../src/features/notes.ts';
import type { Services } from '../../src/features/services.ts';
import { anOrder, aPosition } from '../../test/support/account-values.ts';
import { aContext } from '../../test/support/view.ts';
import { type BenchRow, goalOf, median, ms, percentile, timed } from './measure.ts';
import { build, decodedMarkets } from './search.ts';
import { TEAMS } from './search-markets.ts';

/** Lines a window shows. */
const SCREEN = 60;
/** One line in so many names a market. */
const EVERY = 10;
/** Markets in which something is held, and as many orders. */
const HELD = 1_000;
/** Fenced blocks of a long note. */
const FENCES = 200;

/**
 * What files name, with 60,000 markets known: finding it in a line and on a screen, the links of a long file, a hover from what is
 * known, and completion.
 */
export async function filesBench(isTiny: boolean): Promise<readonly BenchRow[]> {
  const known = new Map(decodedMarkets(isTiny ? 500 : 60_000).map((market) => [market.slug, market]));
  const lines = mixedLines([...known.keys()], isTiny ? 600 : 10_000);
  const { Mentions } = await import('../../src/features/in-files/mentions.ts');
  const mentions = new Mentions(servicesOf(known));
  const document = documentOf(lines);
  const kindOf = (slug: string) => (known.has(slug) ? 'market' : undefined);
  let found = 0;
  const scan = (from: number, count: number): void => {
    for (const line of lines.slice(from, from + count)) found += slugMentions(line, kindOf).length;
  };
  const rounds = isTiny ? 2 : 20;
  const whole = await times(rounds, () => scan(0, lines.length));
  const screens = await times(isTiny ? 10 : 2_000, (at) =>
    scan((at * SCREEN) % (lines.length - SCREEN), SCREEN),
  );
  const links = await times(rounds, () => (found += mentions.provideDocumentLinks(document).length));
  const named = lines.flatMap((line, at) => (at % EVERY === 0 ? [[at, line.indexOf('-')] as const] : []));
  let shown = 0;
  const hovers = await times(isTiny ? 10 : 2_000, (at) => {
    const [line = 0, character = 0] = named[at % named.length] ?? [];
    const hover = mentions.provideHover(document, { line, character } as Position);
    if (hover !== undefined) shown += 1;
  });
  mentions.dispose();
  if (found === 0 || shown !== hovers.length) throw new Error(`Only ${shown} of ${hovers.length} hovers`);
  const perLine = (1_000 * median(whole)) / lines.length;
  const screen = median(screens);
  const linked = median(links);
  const hover = percentile(hovers, 0.95);
  const size = lines.length.toLocaleString('en-US');
  return [
    {
      what: `files: a line, ${known.size.toLocaleString('en-US')} markets known`,
      ours: `${perLine.toFixed(1)} µs`,
      other: '–',
      ...goalOf(perLine, 20, 'most', ' µs'),
    },
    {
      what: `… a screen of ${SCREEN} lines`,
      ours: `${ms(screen)} (p99 ${ms(percentile(screens, 0.99))})`,
      other: '–',
      ...goalOf(screen, 1, 'most', ' ms'),
    },
    {
      what: `… links of ${size} lines`,
      ours: `${ms(linked)} (p95 ${ms(percentile(links, 0.95))})`,
      other: '–',
      ...goalOf(linked, 40, 'most', ' ms'),
    },
    {
      what: '… a hover from what is known, p95',
      ours: `${ms(hover)} (p50 ${ms(median(hovers))})`,
      other: '–',
      ...goalOf(hover, 5, 'most', ' ms'),
    },
    await completionRow(known, isTiny),
    await previewRow(isTiny),
  ];
}

/** Choices after `market:`, key by key as the names of teams are typed in the way of slugs. */
async function completionRow(known: ReadonlyMap<string, Market>, isTiny: boolean): Promise<BenchRow> {
  const { Mentions } = await import('../../src/features/in-files/mentions.ts');
  const { search } = await build([...known.values()]);
  const services = { ...servicesOf(known), clock: systemClock, search: async () => search };
  const mentions = new Mentions(services as unknown as Services);
  const words = TEAMS.slice(0, isTiny ? 2 : 40).map((name) => name.toLowerCase().replaceAll(' ', '-'));
  const keys = words.flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1)));
  let offered = 0;
  const complete = async (typed: string): Promise<void> => {
    const line = `Tonight: market:${typed}`;
    const position = { line: 0, character: line.length, translate: () => position } as unknown as Position;
    const list = await mentions.provideCompletionItems(documentOf([line]), position);
    offered += list?.items.length ?? 0;
  };
  // The first one waits for the index.
  await complete('x');
  const taken = await times(keys.length, (at) => complete(keys[at] ?? ''));
  mentions.dispose();
  search.dispose();
  if (offered === 0) throw new Error('Nothing was offered');
  const p95 = percentile(taken, 0.95);
  return {
    what: `… a key of a completion, p95 of ${keys.length}`,
    ours: `${ms(p95)} (p50 ${ms(median(taken))})`,
    other: '–',
    ...goalOf(p95, 10, 'most', ' ms'),
  };
}

/** What the rule costs a preview whose fenced blocks are all of other languages: the rule alone, drawing is the preview's own. */
async function previewRow(isTiny: boolean): Promise<BenchRow> {
  const { Notes } = await import('../../src/features/notes.ts');
  const markdown: MarkdownIt = { renderer: { rules: { fence: () => '' } } };
  new Notes(async () => {
    throw new Error('It loads something.');
  }).extendMarkdownIt(markdown);
  const { fence } = markdown.renderer.rules;
  const languages = ['ts', 'json', '', 'mermaid', 'python title="x"'];
  const tokens = Array.from({ length: FENCES }, (_, at) => ({
    info: languages[at % languages.length] ?? '',
    content: 'const a = 1;\n'.repeat(20),
  }));
  const renderer = { renderAttrs: () => '' };
  const env = {};
  const drawn = await times(isTiny ? 10 : 2_000, () => {
    for (let at = 0; at < tokens.length; at++) fence?.(tokens, at, {}, env, renderer);
  });
  const taken = median(drawn);
  return {
    what: `… a Markdown preview of ${FENCES} fenced blocks, none a card`,
    ours: `${ms(taken)} (p99 ${ms(percentile(drawn, 0.99))})`,
    other: '–',
    ...goalOf(taken, 0.2, 'most', ' ms'),
  };
}

async function times(count: number, work: (at: number) => unknown): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let at = 0; at < count; at++) taken.push(await timed(() => work(at)));
  return taken;
}

/** Notes, code, data and addresses; now and then a market by its slug. */
function mixedLines(slugs: readonly string[], count: number): readonly string[] {
  const kinds: readonly ((slug: string) => string)[] = [
    () =>
      'The line moved after the news, and the total came down by a point and a half before the start of play.',
    () => 'const price = book.bids.at(0)?.price ?? fallback; // see docs/order-book.md, section 4-2-1',
    () => '  "updated-at": "2026-11-22T15:01:31Z", "source": "a-b-c", "size": 120.5,',
    () =>
      '- [ ] re-read https://example.invalid/some-long-path/of-several-words/and-one-more?x=1#top by noon',
    () => '',
    () => 'feature-branch-2026-11-22 is merged; well-known state-of-the-art words-with-hyphens stay words.',
  ];
  return Array.from({ length: count }, (_, at) => {
    const slug = slugs[(at * 37) % slugs.length] ?? '';
    return at % EVERY === 0
      ? `Game of the day: ${slug}, in a line of text`
      : (kinds[at % kinds.length]?.(slug) ?? '');
  });
}

function documentOf(lines: readonly string[]): TextDocument {
  return {
    lineCount: lines.length,
    lineAt: (at: number) => ({ text: lines[at] ?? '' }),
    uri: { path: '/note.md' },
    getText: () => '',
  } as unknown as TextDocument;
}

function servicesOf(known: ReadonlyMap<string, Market>): Services {
  const context = aContext();
  const slugs = [...known.keys()].filter((_, at) => at % Math.ceil(known.size / HELD) === 0);
  return {
    markets: { get: (slug: string) => known.get(slug), known: () => known.values(), knownCount: known.size },
    marketViews: {
      latest: (market: Market) => ({ market, event: market.events[0] }),
      of: (market: Market) => ({ market, event: market.events[0] }),
      eventOf: (market: Market) => market.events[0],
      withEvent: (slug: string) => known.get(slug),
    },
    watched: { event: () => undefined, isGone: () => false },
    watchlist: { items: [] },
    portfolio: { holdings: new Map() },
    positions: { positions: slugs.map((marketSlug) => aPosition({ marketSlug })), state: { kind: 'idle' } },
    orders: { orders: slugs.map((marketSlug) => anOrder({ marketSlug })), state: { kind: 'idle' } },
    activity: { resolutions: new Map() },
    live: { freshness: { account: () => undefined } },
    session: { profile: { id: 'demo', label: '' } },
    view: () => context,
  } as unknown as Services;
}
