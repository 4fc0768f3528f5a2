import { Decimal } from '../core/decimal.ts';
import { isLong, settlementPays } from '../core/figures.ts';
import type { Market } from '../core/market.ts';
import { type OwnMoney, ownMoney } from '../core/own.ts';
import type { Position } from '../core/position.ts';
import type { Outcome } from '../core/pricing.ts';
import { ownOutcome } from './order-text.ts';
import type { RowIcon, ViewContext } from './row.ts';
import { outcomeLabel } from './row-names.ts';

interface OwnResult {
  readonly end: 'won' | 'lost' | 'void';
  /** `Won +$15.45`. */
  readonly result: string;
  /** `Won +$15.45 Islanders 1H`. */
  readonly label: string;
  /** `paid $30.00`; absent where nothing was, or the label says it. */
  readonly paid: string | undefined;
  readonly icon: RowIcon;
}

/**
 * What came of a position for the account: paid − cost with fees in; without a cost what was paid. Undefined where nothing
 * was held, or nobody says how it ended.
 */
export function ownResult(
  position: Position | undefined,
  market: Market | undefined,
  ended: { readonly winner: Outcome['winner']; readonly longPays: Decimal | undefined } | undefined,
  context: ViewContext,
): OwnResult | undefined {
  const { t, format } = context;
  const held = position?.netPosition;
  if (position === undefined || held === undefined || held.isZero || ended === undefined) return undefined;
  const long = isLong(position);
  const end = ended.winner === 'void' ? 'void' : (ended.winner === 'long') === long ? 'won' : 'lost';
  const word = { won: t('Won'), lost: t('Lost'), void: t('Void') }[end];
  const { cost } = position;
  const payout =
    ended.longPays === undefined
      ? undefined
      : ownMoney(settlementPays(held, ended.longPays), cost?.currency ?? '');
  const gain = payout && cost && ownMoney(payout.value.minus(cost.value), cost.currency);
  const paid = payout && t('paid {0}', format.money(payout));
  const amount =
    gain === undefined ? (paid === undefined ? '' : `, ${paid}`) : ` ${resultText(gain, context)}`;
  const each =
    end === 'void' && ended.longPays !== undefined
      ? t('{0} each', format.cents(long ? ended.longPays : Decimal.one.minus(ended.longPays)))
      : undefined;
  return {
    end,
    result: `${word}${amount}`,
    label: outcomeLabel(
      ownOutcome(position.marketMetadata, market, long, context),
      `${word}${amount} `,
      '',
      context.labelWidth,
    ),
    paid: end === 'lost' || gain === undefined ? undefined : [paid, each].filter(Boolean).join(', '),
    icon: ICONS[end],
  };
}

/** `+$15.45`, `−$9.90`; hidden, without its sign. */
export function resultText(amount: OwnMoney, { format }: ViewContext): string {
  const text = format.money(amount);
  return format.settings.hideAmounts || text.startsWith('−') ? text : `+${text}`;
}

/** A shape for each, its colour as the last signal. */
const ICONS = {
  won: { id: 'pass', color: 'predictionMarkets.up' },
  lost: { id: 'error', color: 'predictionMarkets.down' },
  void: { id: 'circle-slash' },
} as const;
