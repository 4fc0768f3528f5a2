import { Decimal } from '../core/decimal.ts';
import { isInstant, parseInstant } from '../core/instant.ts';
import { isMoney } from '../core/money.ts';
import { isRawField, type RawField } from '../core/raw-field.ts';
import { HIDDEN, withoutFigures } from './numbers.ts';
import type { ViewContext } from './row.ts';

/** A thing of the service, by which resource it is of. */
export interface Detailed {
  readonly kind:
    | 'market'
    | 'event'
    | 'book'
    | 'quote'
    | 'order'
    | 'position'
    | 'activity'
    | 'balance'
    | 'settlement'
    | 'series';
  readonly value: object | undefined;
}

/** `field` is a path of the service's own names, e.g. `marketSides[long].team.name`: what its documentation calls it. */
interface Detail {
  readonly field: string;
  readonly value: string;
}

/**
 * Every decoded field that carries a value, in the digits it came with, for the "All details" fold. It walks the value
 * itself, so a field added to a type cannot be forgotten here.
 */
export function allDetails({ kind, value }: Detailed, context: ViewContext): readonly Detail[] {
  const hidden = ACCOUNT_KINDS.has(kind) && context.format.settings.hideAmounts;
  return [...walk('', value, { context, hidden, names: { ...WIRE_NAMES, ...NAMES_OF[kind] } })];
}

const ACCOUNT_KINDS: ReadonlySet<Detailed['kind']> = new Set(['order', 'position', 'activity', 'balance']);

interface Walk {
  readonly context: ViewContext;
  /** Amounts are the account's, and hidden. */
  readonly hidden: boolean;
  readonly names: Names;
}

type Names = Readonly<Record<string, string>>;

/** Where a core name differs from the service's. */
const WIRE_NAMES: Names = {
  sides: 'marketSides',
  tickSize: 'orderPriceMinTickSize',
  commission: 'commissionNotionalTotalCollected',
  teamName: 'team',
  assetTerms: 'assetPriceTerms',
  comboLegs: 'comboLegDetails',
  change: 'accountBalanceChange',
  resolution: 'positionResolution',
};
const NAMES_OF: Partial<Record<Detailed['kind'], Names>> = {
  event: {
    periodScores: 'eventState.periodScores',
    points: 'score',
    gameUpdate: 'metadata.latestGameUpdate',
  },
  settlement: { price: 'settlement' },
  book: { price: 'px', quantity: 'qty' },
};
/** Names that only this side made up: what is under them belongs to their parent. */
const TRANSPARENT: ReadonlySet<string> = new Set(['overview', 'more', 'fields', 'rest']);
/** Made here, not sent. */
const OWN_NAMES: ReadonlySet<string> = new Set(['kind', 'key', 'time', 'rounded', 'unreadable']);
/** What is said of a market. */
const PUBLIC: ReadonlySet<string> = new Set(['market', 'marketMetadata']);
/** Prices stay when amounts are hidden: everybody sees them. */
const PRICES: ReadonlySet<string> = new Set(['price', 'avgPx', 'line']);

function* walk(path: string, value: unknown, walking: Walk): Generator<Detail> {
  if (value === undefined || value === null) return;
  if (isRawField(value)) return yield { field: join(path, value.path), value: rawText(value, walking) };
  if (Array.isArray(value)) return yield* walkList(path, value, walking);
  const text = leaf(path, value, walking);
  if (text === '') return;
  if (text !== undefined) return yield { field: path, value: text };
  for (const [key, member] of Object.entries(value)) {
    if (OWN_NAMES.has(key)) continue;
    // A nested market is public: what everybody sees of it is not the account's.
    const below = PUBLIC.has(key) ? { ...walking, hidden: false } : walking;
    yield* walk(TRANSPARENT.has(key) ? path : join(path, walking.names[key] ?? key), member, below);
  }
}

/** Times and flags read as everywhere; a number of the account may be an amount, whatever its name is. */
function rawText({ text }: RawField, { context, hidden }: Walk): string {
  if (text === 'true' || text === 'false') return text === 'true' ? context.t('yes') : context.t('no');
  const time = text.includes('T') ? parseInstant(text) : undefined;
  if (time === undefined) return hidden ? withoutFigures(text) : text;
  return context.t('{0} (sent as {1})', context.format.exactTime(time), text);
}

function* walkList(path: string, list: readonly unknown[], walking: Walk): Generator<Detail> {
  if (list.length > 0 && list.every((item) => typeof item === 'string')) {
    return yield { field: path, value: list.join(', ') };
  }
  // An event and its markets name each other; the markets of an event are shown by name only.
  if (/(^|\.)markets$/.test(path)) {
    const names = list.filter(isNamed).map((item) => item.slug);
    if (names.length > 0) yield { field: path, value: names.join(', ') };
    return;
  }
  for (const [index, item] of list.entries()) {
    yield* walk(isRawField(item) ? path : `${path}[${place(item, index)}]`, item, walking);
  }
}

/** The text of a value that has no fields of its own; undefined for one that has. */
function leaf(path: string, value: unknown, { context, hidden }: Walk): string | undefined {
  const { t, format } = context;
  const hide = hidden && !PRICES.has(path.slice(path.lastIndexOf('.') + 1));
  if (value instanceof Decimal) return hide ? HIDDEN : value.text;
  if (typeof value === 'string') return hidden ? withoutFigures(value) : value;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value !== 'object' || value === null) return '';
  if (isMoney(value)) return hide ? HIDDEN : `${value.value.text} ${value.currency}`.trimEnd();
  if (isInstant(value)) return t('{0} (sent as {1})', format.exactTime(value), value.text);
  return undefined;
}

/** Sides are named long and short, other things by their number. */
function place(item: unknown, index: number): string {
  if (typeof item === 'object' && item !== null && 'long' in item && typeof item.long === 'boolean') {
    return item.long ? 'long' : 'short';
  }
  return String(index + 1);
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function isNamed(value: unknown): value is { readonly slug: string } {
  return typeof value === 'object' && value !== null && 'slug' in value && typeof value.slug === 'string';
}
