import type { Market } from '../../core/market.ts';
import { orderOutcome } from '../../core/order.ts';
import type { Trade } from '../../core/trade.ts';
import { tradeKey } from '../../core/trade.ts';
import { ABSENT } from '../format.ts';
import { sideName } from '../names.ts';
import type { MarketContent } from '../protocol/market.ts';
import type { Cell, Row } from '../protocol/parts.ts';
import type { ViewContext } from '../row.ts';
import type { MarketPanelInput } from './input.ts';
import type { Kept } from './kept.ts';
import { cell, columns, note } from './pieces.ts';

/** Trades listed. */
const SHOWN = 20;

/** Made anew for each new trade, not for each price. */
export function keptTrades(
  input: MarketPanelInput,
  market: Market,
  context: ViewContext,
  kept: Kept,
): MarketContent['trades'] {
  const { trades, line } = input;
  return kept.part('trades', [market, context, line, trades.length, trades[0]], () =>
    tradesSection(input, market, context),
  );
}

/** The tape: prices in long terms, each against the one before it, and what the taker did in the words of its outcome. */
function tradesSection(
  { trades, line }: MarketPanelInput,
  market: Market,
  context: ViewContext,
): MarketContent['trades'] {
  const { t, format } = context;
  const heading = t('Last trades');
  if (trades.length === 0) {
    const hasStream = line !== 'unsupported' && line !== 'polled';
    const none = hasStream
      ? t('No trade was told since this panel was opened.')
      : t('Single trades are only told by a stream, and there is none here.');
    return { heading, part: { note: note(none), content: undefined } };
  }
  const rows = trades.slice(0, SHOWN).map(
    (trade, index): Row => ({
      key: tradeKey(trade),
      cells: [
        cell(format.moment(trade.time), 'plain', { hint: format.exactTime(trade.time) }),
        priceCell(trade, trades[index + 1], context),
        cell(format.quantity(trade.quantity)),
        cell(takerWords(trade, market, context)),
      ],
      button: undefined,
    }),
  );
  const long = sideName(market, true, context);
  return {
    heading,
    part: {
      note: undefined,
      content: {
        caption: t('Last trades, in {0} cents', long),
        columns: columns([t('Time'), 'time'], t('Price'), t('Size'), [t('Taker')]),
        rows,
        note: undefined,
      },
    },
  };
}

/** With an arrow where it differs from the trade before; unmarked where there is none to compare with. */
function priceCell({ price }: Trade, before: Trade | undefined, { t, format }: ViewContext): Cell {
  const text = format.cents(price?.value);
  const turn =
    price === undefined || before?.price === undefined ? 0 : price.value.compare(before.price.value);
  if (turn === 0) return cell(text);
  return turn > 0
    ? cell(`▲ ${text}`, 'up', { hint: t('Higher than the trade before') })
    : cell(`▼ ${text}`, 'down', { hint: t('Lower than the trade before') });
}

/** Buying the short side is selling the long one to the book; the taker is told in the words of what it traded. */
function takerWords({ taker }: Trade, market: Market, context: ViewContext): string {
  const { t } = context;
  if (taker.intent === undefined && taker.side === undefined) return ABSENT;
  const { long, buy } = orderOutcome(taker);
  const name = sideName(market, long, context);
  return buy ? t('bought {0}', name) : t('sold {0}', name);
}
