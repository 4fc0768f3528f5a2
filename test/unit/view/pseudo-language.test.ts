import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { ApiCall } from '../../../src/core/api-call.ts';
import { activityRows } from '../../../src/view/activity-rows.ts';
import type { AgentsShown } from '../../../src/view/agents-tree.ts';
import { positionsDocument } from '../../../src/view/documents.ts';
import { eventsTree } from '../../../src/view/events-tree.ts';
import type { Translate } from '../../../src/view/l10n.ts';
import { flatRows } from '../../../src/view/markets-tree.ts';
import { namedMarket, namedPlace, outcomeName } from '../../../src/view/order-text.ts';
import { ordersTree } from '../../../src/view/orders-tree.ts';
import { agentCallsSnapshot } from '../../../src/view/panels/agent-calls/model.ts';
import { eventSnapshot } from '../../../src/view/panels/event/model.ts';
import type { InspectorInput } from '../../../src/view/panels/inspector/input.ts';
import { inspectorSnapshot } from '../../../src/view/panels/inspector/model.ts';
import { marketSnapshot } from '../../../src/view/panels/market/model.ts';
import { portfolioSnapshot } from '../../../src/view/panels/portfolio/model.ts';
import { settlementSnapshot } from '../../../src/view/panels/settlement/model.ts';
import { positionsTree } from '../../../src/view/positions-tree.ts';
import type { ViewContext } from '../../../src/view/row.ts';
import { SEPARATOR } from '../../../src/view/separator.ts';
import { anOrder, someMetadata } from '../../support/account-values.ts';
import { plainWords, pseudo, pseudoContext } from '../../support/pseudo.ts';
import { accountOf, catalogueOf } from '../../support/read-world.ts';
import { eventPageInput, panelInput, type SurfaceData, shownTexts } from '../../support/surfaces.ts';
import { aMarket, anEvent, aSide } from '../../support/values.ts';
import { aContext, everyRow, knownPositions, orderViews } from '../../support/view.ts';
import { ALL, NOON, worldAt } from '../demo/support.ts';
import { portfolioScene } from '../panels/portfolio-scene.ts';

const world = worldAt();
const account = {
  orders: accountOf(world).openOrders(NOON),
  positions: accountOf(world).positions(NOON),
  activities: accountOf(world).activities({}, ALL, NOON).slice(0, 60),
  balances: accountOf(world).balances(NOON),
};
const slugs = new Set([...account.orders, ...account.positions].map(({ marketSlug }) => marketSlug));
const markets = [...slugs].flatMap((slug) => catalogueOf(world).marketBySlug(slug, NOON) ?? []).slice(0, 12);
const events = markets.flatMap(({ events: [event] }) => event ?? []);
const [slug = ''] = slugs;
const data: SurfaceData = {
  ...account,
  markets,
  events,
  book: catalogueOf(world).book(slug, NOON),
  history: catalogueOf(world).priceHistory(slug, '1M', 3_600_000, NOON),
};
const settings = { now: () => NOON };
const inPseudo = shownTexts(data, pseudoContext(settings));
const inEnglish = shownTexts(data, aContext(settings));

const BUNDLE = path.join(import.meta.dirname, '../../../l10n/bundle.l10n.json');
/** Shown as they were sent. */
const RAW = new Set(['clipboard', 'order document', 'details']);
/** Words of dates, which the editor's own language has, of another product, and codes that are shown as such. */
const NO_TEXTS = ['UTC', 'May', 'Code', 'custom', 'refused'];
/** Some words after one another, as a label is. */
const WORDS = /[A-Za-z]+(?: [A-Za-z&]+)+/g;
/** Addresses, our name, and words that are cut. */
const NO_WORDS = /https?:\/\/\S+|Prediction Markets|\p{L}+…/gu;

const bySlug = new Map(markets.map((market) => [market.slug, market]));
const marketOf = (of: string) => bySlug.get(of);

/** Every text and name in a value, however deep: all details and raw documents have the names too. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}

const CONNECTION = { label: 'test', isDemo: true };
const CALL: ApiCall = {
  id: '1',
  at: NOON - 9_000,
  method: 'GET',
  path: `/v1/market/slug/${slug}`,
  search: '?limit=3',
  query: [['limit', '3']],
  body: undefined,
  isSigned: true,
  connection: {
    id: 'x',
    label: 'test',
    publicUrl: 'https://a.test',
    privateUrl: 'https://b.test',
    auth: 'ed25519',
  },
  attempts: [
    { sentAt: NOON - 9_000, ms: 120, headersMs: 100, status: 429, problem: undefined },
    { sentAt: NOON - 7_000, ms: 80, headersMs: 60, status: 200, problem: undefined },
  ],
  endedAt: NOON - 6_920,
  error: undefined,
  decodeMs: 4,
  permitsLeft: 3,
  requestHeaders: [['x-key', undefined]],
  replyHeaders: [['content-type', 'application/json']],
  bytes: 2_100,
  hasReply: true,
  stream: undefined,
};
const LOST: ApiCall = {
  ...CALL,
  id: '2',
  attempts: [{ sentAt: NOON - 5_000, ms: 30, status: undefined, problem: 'connect' }],
  error: 'connect',
  hasReply: false,
  bytes: undefined,
};
const UNDER_WAY: ApiCall = { ...CALL, id: '3', attempts: [], endedAt: undefined };
const INSPECTED: InspectorInput = {
  connection: CONNECTION,
  since: NOON - 60_000,
  calls: [CALL, LOST, UNDER_WAY],
  frames: { markets: [1, 2], account: [] },
  budget: { perSecond: 20, free: 3, waiting: 2, pausedMs: 1_500 },
  streams: [
    { stream: 'markets', state: { kind: 'live', since: NOON - 30_000, heardAt: NOON - 1_000 } },
    { stream: 'account', state: { kind: 'lost', retryAt: NOON + 3_000 } },
  ],
  paused: undefined,
  selected: CALL,
  reply: { lines: '{}', note: undefined, names: [], unread: undefined },
  nameOf: (named) => marketOf(named)?.question,
};
const AGENT_CALL = { number: 1, at: NOON - 9_000, tool: 'list_orders', input: 'limit 3', bytes: 2_100 };
const AGENTS: AgentsShown = {
  access: { publicData: true, account: 'allowed', mayAskToCancel: true },
  since: { account: NOON - 60_000 },
  stoppedAt: undefined,
  connected: [],
  calls: [
    { ...AGENT_CALL, caller: { via: 'chat' }, result: 'refused', reason: 'stale', saw: 'nothing' },
    {
      ...AGENT_CALL,
      number: 2,
      caller: { via: 'extension' },
      result: 'failed',
      reason: 'connect',
      saw: 'account',
    },
    { ...AGENT_CALL, number: 3, caller: { via: 'chat' }, result: 'answered', saw: 'account, amounts hidden' },
  ],
  withoutWindow: [{ ...AGENT_CALL, caller: { via: 'mcp' }, result: 'answered', saw: 'public' }],
};

const HEAD = { connection: 'DEMO', at: NOON, isWhole: true };

/** Whole models, by which surface has them. */
const SURFACES: Readonly<Record<string, (context: ViewContext) => unknown>> = {
  markets: (context) => everyRow(flatRows(markets, {}, context)),
  events: (context) => everyRow(eventsTree({ events }, context)),
  orders: (context) => everyRow(ordersTree(orderViews(account.orders, marketOf), context)),
  positions: (context) => everyRow(positionsTree(knownPositions(account.positions, marketOf), context)),
  activity: (context) =>
    everyRow(activityRows({ activities: account.activities, market: marketOf }, context)),
  'market page': (context) => markets.map((one) => marketSnapshot(panelInput(one, data, context), context)),
  'settlement page': (context) =>
    markets.map((one) => settlementSnapshot(panelInput(one, data, context), context)),
  'event page': (context) =>
    markets.flatMap((one) => {
      const [event] = one.events;
      return event === undefined ? [] : eventSnapshot(eventPageInput(event, one, data, context), context);
    }),
  // As wide as its longest text is a column.
  'document of positions': (context) =>
    positionsDocument(knownPositions(account.positions, marketOf), HEAD, context)
      .replaceAll(/[ -]+/g, ' ')
      .split('\n'),
  'portfolio page': (context) => portfolioSnapshot(portfolioScene({}), context),
  inspector: (context) => [
    inspectorSnapshot(INSPECTED, context),
    inspectorSnapshot({ ...INSPECTED, paused: { at: NOON, calls: [CALL] }, selected: LOST }, context),
    inspectorSnapshot({ ...INSPECTED, calls: [], selected: undefined }, context),
  ],
  'page of agent calls': (context) =>
    [AGENTS, { ...AGENTS, stoppedAt: NOON }, { ...AGENTS, calls: [], withoutWindow: [] }, undefined].map(
      (shown) => agentCallsSnapshot({ connection: CONNECTION, shown }, context),
    ),
};

/** Parts of a model that follow its texts: orders by name, what tells rows apart, what a name is cut for. */
const FOLLOWING_TEXT = new Set([
  'rank',
  'alike',
  'shorter',
  'urgentPart',
  'short',
  'strong',
  'tooltip',
  'children',
]);

/** Where two models differ in more than a text of ours. */
function differences(one: unknown, other: unknown, at = ''): readonly string[] {
  if (typeof one === 'string' && typeof other === 'string')
    return one === other || /⟦|\u0301|…/.test(one) ? [] : [`${at}: ${one} | ${other}`];
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other || typeof one === 'function' ? [] : [`${at}: ${String(one)} | ${String(other)}`];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) =>
    FOLLOWING_TEXT.has(key)
      ? []
      : differences(one[key as keyof typeof one], other[key as keyof typeof other], `${at}/${key}`),
  );
}

describe('a language that is not English', () => {
  it('has every text that English has', () => {
    assert.equal(inPseudo.length, inEnglish.length);
    const lost = inEnglish.filter(({ text }, place) => (text === '') !== (inPseudo[place]?.text === ''));
    assert.deepEqual(lost, []);
  });

  it('leaves no word of our own in English', () => {
    const bundle = JSON.parse(fs.readFileSync(BUNDLE, 'utf8')) as Readonly<Record<string, unknown>>;
    const phrases = new Set(Object.keys(bundle));
    const own = new Set([...phrases].flatMap(plainWords));
    const values = new Set(textsIn(data));
    const sent = [...values].flatMap((text) => text.split('_')).flatMap(plainWords);
    // A member of an enumeration that is shown by its name.
    const members = sent.flatMap((word) => {
      const small = word.toLowerCase();
      return [small, `${word.charAt(0)}${small.slice(1)}`];
    });
    const given = new Set([...sent, ...members, ...NO_TEXTS]);
    const left = inPseudo.flatMap(({ where, text }, place) => {
      if (RAW.has(where)) return [];
      // What reads alike in both is a key or a name of the service, or shown as it was sent.
      if (text === inEnglish[place]?.text && /^[\w/.: -]*$/.test(text)) return [];
      const plain = text.replaceAll(NO_WORDS, '');
      const words = plainWords(plain).filter((word) => own.has(word) && !given.has(word));
      const whole = plain.match(WORDS)?.filter((few) => phrases.has(few) && !values.has(few)) ?? [];
      return [...words, ...whole].map((few) => `${few} in ${where}`);
    });
    assert.deepEqual([...new Set(left)], []);
  });

  it('says what a Yes is about that the service did not send, and takes it for no name of its line', () => {
    const [t, context] = [pseudo, pseudoContext(settings)];
    const metadata = someMetadata({ outcome: 'None', subject: undefined, teamName: 'Otters' });
    const order = anOrder({ marketMetadata: metadata });
    assert.equal(outcomeName(order, undefined, true, context), t('{0} on {1}', t('Yes'), 'Otters'));
    const sides = [aSide(true, { description: 'Yes' }), aSide(false, { description: 'No' })];
    const market = aMarket({ question: 'Does it rain?', sides, events: [anEvent({ title: 'Weather' })] });
    const place = namedPlace(`${t('Buy')} 5 ${t('Yes')}`, order, market, context);
    assert.equal(place, namedMarket(order, market, context));
    assert.notEqual(place, 'Weather');
  });

  it('changes no mark, icon, colour, figure, action or number of parts of a row or page', () => {
    const context = pseudoContext(settings);
    // Who took a text apart at the dot between its parts would have more of them than in English.
    const t: Translate = (...message) => `${SEPARATOR}${context.t(...message)}`;
    for (const [name, draw] of Object.entries(SURFACES)) {
      const [ours, english] = [draw({ ...context, t }), draw(aContext(settings))];
      assert.deepEqual(differences(ours, english), [], name);
    }
  });
});
