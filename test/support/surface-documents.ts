import type { AttemptEvent, LoggedAttempt } from '../../src/core/attempt.ts';
import type { Balance } from '../../src/core/balance.ts';
import { Decimal } from '../../src/core/decimal.ts';
import type { Digest, Happening } from '../../src/core/happening.ts';
import type { Market } from '../../src/core/market.ts';
import type { Order } from '../../src/core/order.ts';
import { reveal } from '../../src/core/own.ts';
import { ExchangeError } from '../../src/exchange/errors.ts';
import { awayRow, awayText } from '../../src/view/away-text.ts';
import { logText, proofText } from '../../src/view/cancel-log-text.ts';
import { killSwitchRemark } from '../../src/view/cancel-outcome-text.ts';
import { nothingOpenText } from '../../src/view/cancel-text.ts';
import { type DiagnosisFacts, diagnosisReport, type ProbeFact } from '../../src/view/diagnosis.ts';
import { failureSentence } from '../../src/view/messages.ts';
import { marketName } from '../../src/view/names.ts';
import { newsCounts, newsSentence } from '../../src/view/news-text.ts';
import type { Row, ViewContext } from '../../src/view/row.ts';
import { statusItem } from '../../src/view/status.ts';
import { inEnglish } from './other-letters.ts';
import type { ShownText, SurfaceData } from './surfaces.ts';
import { descriptionOf, NOW, tooltipText } from './view.ts';

type MarketOf = (slug: string) => Market | undefined;

/** Texts outside the views: of an absence, news, the status bar, the cancellation log and a diagnosis. */
export function besideTexts(data: SurfaceData, market: MarketOf, context: ViewContext): readonly ShownText[] {
  return [
    ...ofAbsence(data, market, context),
    ...ofNews(data, market, context),
    ...ofStatus(data, context),
    ...ofRecord(data, market, context),
    ...ofEnds(data, market, context),
    at('diagnosis', diagnosisOf(data, context)),
  ];
}

function ofAbsence(
  { activities = [], orders = [] }: SurfaceData,
  market: MarketOf,
  context: ViewContext,
): readonly ShownText[] {
  const now = context.format.settings.now();
  const digest: Digest = {
    fromMs: now - 3_600_000,
    toMs: now,
    activities,
    ended: orders,
    complete: false,
  };
  return [
    ...ofRows('away', [awayRow(digest, { market }, context)]),
    at('away document', awayText(digest, { market }, 'DEMO', context)),
  ];
}

function ofNews(
  { orders = [], positions = [] }: SurfaceData,
  market: MarketOf,
  context: ViewContext,
): readonly ShownText[] {
  const reason = orders.find(({ marketMetadata }) => marketMetadata?.title !== undefined)?.marketMetadata
    ?.title;
  const news: readonly Happening[] = [
    ...orders.flatMap((order): Happening[] => [
      {
        kind: 'fill',
        marketSlug: order.marketSlug,
        order,
        quantity: order.quantity ?? Decimal.of('5'),
        price: order.price,
      },
      { kind: 'ended', marketSlug: order.marketSlug, order, reason },
    ]),
    ...positions.map((position): Happening => {
      const { marketSlug } = position;
      return { kind: 'settled', marketSlug, before: position, position };
    }),
  ];
  return [
    ...news.map((each) => at('news', newsSentence(each, market(each.marketSlug), context))),
    at('news', newsCounts(news, context)),
  ];
}

export function sumsOf(balances: readonly Balance[]) {
  return balances.map((balance) => {
    const { currency, currentBalance: cash } = balance;
    const sum = { sum: cash, missing: 1, counted: 2 };
    return {
      currency,
      positions: 1,
      value: sum,
      openPnl: sum,
      awaiting: { value: sum, openPnl: sum },
      realised: sum,
      cash,
      balance,
      accountValue: sum,
    };
  });
}

const OFF = { kind: 'off' } as const;

/** With a template somebody may have been talked into. */
function ofStatus({ balances = [], orders = [] }: SurfaceData, context: ViewContext): readonly ShownText[] {
  const now = context.format.settings.now();
  const { text, accessibilityLabel, tooltip } = statusItem(
    {
      summary: { currencies: sumsOf(balances), openOrders: orders.length, at: now },
      connection: { label: 'somewhere', isDemo: false, mark: 'evil $(zap)' },
      freshness: { source: 'rest', at: now, standing: 'fresh' },
      service: { requests: 1, at: now, budget: undefined, streams: { markets: OFF, account: OFF } },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are the template's own placeholders.
      template: 'evil $(zap) ${value}(zap) $${cash} $$(zap) ${zap}(',
    },
    context,
  );
  return [
    at('status item', text.replace(/^\$\(graph\) /, '')),
    at('status item', accessibilityLabel),
    at('status tooltip', tooltipText(tooltip)),
  ];
}

function ofRecord(
  { orders = [] }: SurfaceData,
  market: MarketOf,
  context: ViewContext,
): readonly ShownText[] {
  const now = context.format.settings.now();
  const event = (state: AttemptEvent['state'], { state: orderState, quantity }: Order): AttemptEvent => ({
    state,
    at: now,
    by: 'batch',
    request: 'r1',
    serviceRequest: 's1',
    error: 'refused',
    status: 400,
    orderState,
    filled: quantity && reveal(quantity).toString(),
  });
  const attempts = orders.map(
    (order, index): LoggedAttempt => ({
      id: `i${index}`,
      scope: 'order',
      account: 'a1',
      file: 'cancels-w1-1.jsonl',
      state: 'cancelled',
      connection: 'custom https://somewhere.example',
      order,
      window: 'w1',
      command: 'cancelOrder',
      list: 'l1',
      of: orders.length,
      events: [event('requested', order), event('cancelled', order)],
    }),
  );
  const results = orders.map((order, index) => ({
    order,
    outcome: { kind: 'gone', order } as const,
    at: now,
    attempt: `i${index}`,
  }));
  return [
    at('cancellation log', logText(attempts, { damaged: 1, market }, context)),
    at('proof of cancels', proofText(results, { connection: 'somewhere', market, notes: [] }, context)),
  ];
}

/** What is said where something came to nothing, or to less than was wanted. */
function ofEnds(
  { markets = [], orders = [] }: SurfaceData,
  market: MarketOf,
  context: ViewContext,
): readonly ShownText[] {
  const serviceMessage = markets[0]?.question ?? '';
  const error = new ExchangeError('refused', 'It was refused.', { serviceMessage });
  const ended = { left: orders, lost: 1, isCut: false, error } as const;
  const remarks = [
    killSwitchRemark({ ...ended, request: { kind: 'refused', error } }, market, context),
    killSwitchRemark({ ...ended, request: { kind: 'unanswered', error }, left: undefined }, market, context),
  ];
  return [
    at('failure', failureSentence(error, context)),
    ...markets.map((one) =>
      at('nothing open', nothingOpenText(marketName(one, undefined, context), context)),
    ),
    ...remarks.flatMap(({ note, lines }) => [note, ...lines].map((text) => at('remark', text))),
  ];
}

/** A connection every check of which went well. */
export const GOOD_FACTS: DiagnosisFacts = {
  at: NOW,
  connection: {
    id: 'custom',
    label: 'desk.example',
    publicOrigin: 'https://odds.example',
    privateOrigin: 'https://desk.example',
    auth: 'ed25519',
    problem: undefined,
  },
  probes: sameProbe({ error: undefined, skewSeconds: 0 }),
  key: 'present',
  network: { proxy: undefined, unchecked: undefined },
  pausedMs: 0,
  versions: 'Prediction Markets 0.1.0, VS Code 1.105.0, linux',
};

export function sameProbe(probe: ProbeFact): NonNullable<DiagnosisFacts['probes']> {
  return { public: probe, account: probe, marketsStream: probe, accountStream: probe };
}

/** Of a service every error of which says what it says of its markets. */
function diagnosisOf({ markets = [], orders = [] }: SurfaceData, context: ViewContext): string {
  const said = markets[0]?.question ?? orders[0]?.marketMetadata?.title ?? '';
  const probe = (code: string, details: object = {}): ProbeFact => ({
    error: { code, message: `It failed: ${said}`, details: { serviceMessage: said, ...details } },
    skewSeconds: undefined,
  });
  const probes = {
    public: probe('server', { status: 500 }),
    account: probe('auth', { auth: 'refused', status: 403 }),
    marketsStream: probe('refused', { status: 400 }),
    accountStream: probe('badReply', { status: 302, reason: 'redirect' }),
  };
  return diagnosisReport({ ...GOOD_FACTS, probes }, context);
}

export function at(where: string, text: string): ShownText {
  return { where, text: inEnglish(text) };
}

export function ofRows(view: string, rows: readonly Row[]): readonly ShownText[] {
  return rows.flatMap((row) => [
    at(`${view}: label`, row.label),
    at(`${view}: description`, descriptionOf(row)),
    at(`${view}: accessible label`, row.accessibilityLabel),
    at(`${view}: tooltip`, tooltipText(row.tooltip())),
    at(`${view}: icon`, row.icon?.id ?? ''),
    at(`${view}: icon`, row.icon?.color ?? ''),
    ...ofRows(view, row.children?.() ?? []),
  ]);
}
