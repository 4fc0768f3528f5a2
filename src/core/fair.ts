import { Decimal } from './decimal.ts';
import type { LineRule } from './line-rules.ts';
import type { Market } from './market.ts';
import { sideOf } from './pricing.ts';

/** What all sides cost together, 1 and the margin, and how likely each is without it: together exactly 1. */
export interface FairPrices {
  readonly sum: Decimal;
  readonly fair: readonly Decimal[];
}

/** Each cost divided by their sum. `undefined` where a side has none. */
export function fairPrices(costs: readonly (Decimal | undefined)[]): FairPrices | undefined {
  const known = costs.filter((cost) => cost !== undefined);
  if (known.length < 2 || known.length < costs.length) return undefined;
  const sum = known.reduce((total, cost) => total.plus(cost), Decimal.zero);
  if (sum.isZero) return undefined;
  const first = known.slice(0, -1).map((cost) => cost.dividedBy(sum));
  const rest = first.reduce((left, each) => left.minus(each), Decimal.one);
  return { sum, fair: [...first, rest] };
}

/** A line with the long side's best prices. */
export interface QuotedLine {
  readonly market: Market;
  readonly rule: LineRule;
  readonly bid: Decimal | undefined;
  readonly offer: Decimal | undefined;
  readonly volume: number;
}

/** Why a line is left out of what is worked out from prices. */
export type LineFlag =
  /** Its words name another line than its number. */
  | { readonly kind: 'mislabelled'; readonly label: string; readonly line: Decimal }
  /** The side that needs more (`harder`) is bid above the offer of the one that needs less, or of itself. */
  | { readonly kind: 'incoherent'; readonly harder: PricedSide; readonly easier: PricedSide };

export interface PricedSide {
  readonly market: Market;
  readonly long: boolean;
  /** A bid of the harder side, an offer of the easier one. */
  readonly price: Decimal;
}

/** A side in the terms of “above its value”, whichever side is long; comparable with others of its ladder. */
interface Rung extends Omit<PricedSide, 'price'> {
  readonly ladder: string;
  readonly value: number;
  readonly bid: Decimal | undefined;
  readonly offer: Decimal | undefined;
}

/** Finds lines that cannot be right, by slug. Of two that contradict each other the one less traded goes. */
export function flaggedLines(lines: readonly QuotedLine[]): ReadonlyMap<string, LineFlag> {
  const flags = new Map<string, LineFlag>();
  const sound: Rung[] = [];
  for (const line of [...lines].sort((a, b) => b.volume - a.volume)) {
    const rung = rungOf(line);
    const flag = labelFlag(line) ?? [rung, ...sound].flatMap((other) => conflict(rung, other) ?? [])[0];
    if (flag !== undefined) flags.set(line.market.slug, flag);
    else if (line.rule.is !== 'at') sound.push(rung);
  }
  return flags;
}

function labelFlag({ market }: QuotedLine): LineFlag | undefined {
  const { line } = market;
  if (line === undefined) return undefined;
  const labels = [market.titleShort, sideOf(market, true)?.description, sideOf(market, false)?.description];
  const label = labels.find((text) => {
    const [, digits] = /(?:^|over |under |[+\-−])(\d+(?:\.\d+)?)$/i.exec(text?.trim() ?? '') ?? [];
    return Decimal.parse(digits)?.equals(line.abs()) === false;
  });
  return label === undefined ? undefined : { kind: 'mislabelled', label, line };
}

function conflict(a: Rung, b: Rung): LineFlag | undefined {
  const [harder, easier] = a.value >= b.value ? [a, b] : [b, a];
  if (a.ladder !== b.ladder || harder.bid === undefined || easier.offer === undefined) return undefined;
  if (!harder.bid.greaterThan(easier.offer)) return undefined;
  return {
    kind: 'incoherent',
    harder: { ...harder, price: harder.bid },
    easier: { ...easier, price: easier.offer },
  };
}

function rungOf({ market, rule, bid, offer }: QuotedLine): Rung {
  const { value, noTie } = rule;
  const ladder = `${rule.is === 'at' ? market.slug : rule.measure} ${rule.group}`;
  if (rule.is !== 'below') return { market, ladder, value, long: true, bid, offer };
  const one = Decimal.one;
  // Where it can come out even, not below a whole number is that number or more.
  const least = Number.isInteger(value) && noTie !== true ? value - 0.5 : value;
  const complement = { bid: offer && one.minus(offer), offer: bid && one.minus(bid) };
  return { market, ladder, value: least, long: false, ...complement };
}
