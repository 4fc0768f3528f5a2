import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Dice } from './dice.ts';
import { fullObject, interfaceTables } from './interface-table.ts';
import { samplesFolder } from './samples.ts';

const FIXTURES = path.join(import.meta.dirname, '..', 'fixtures');
/** Longer ones would leave no time for many; what is in them is in shorter ones too. */
const LONGEST_SEED = 12_000;

/** Payloads to begin with: our fixtures and, where this run has them, the recorded replies; lists one item at a time. */
export function seedPayloads(): readonly string[] {
  const folders = ['current', 'seed', 'traps'].map((name) => path.join(FIXTURES, name));
  const samples = samplesFolder();
  const files = [...folders, ...(samples === undefined ? [] : [samples])].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(path.join(folder, name), 'utf8')),
  );
  return [...files, ...fullReplies()].flatMap(pieces).filter((text) => text.length <= LONGEST_SEED);
}

/** A reply for each decoder with every field there is. */
function fullReplies(): readonly string[] {
  const tables = interfaceTables();
  const full = (resource: string) => fullObject(tables, resource).json;
  const activities = [
    { type: 'ACTIVITY_TYPE_TRADE', trade: full('trade') },
    { type: 'ACTIVITY_TYPE_POSITION_RESOLUTION', positionResolution: full('resolution') },
    { type: 'ACTIVITY_TYPE_ACCOUNT_DEPOSIT', accountBalanceChange: full('balance change') },
  ];
  const replies = [
    { market: full('market') },
    { event: full('event') },
    { orders: [full('order')] },
    { positions: { m: full('position') } },
    ...activities.map((activity) => ({ activities: [activity] })),
    { balances: [full('balance')] },
    { marketData: full('book') },
    { marketData: full('best quote') },
    { leagues: [full('league')] },
    { sports: [full('sport')] },
    { tags: [full('tag')] },
    { series: [full('series')] },
  ];
  return replies.map((reply) => JSON.stringify(reply));
}

/** The payload, the payload with one element of its first list only, and each value of a file of frames. */
function pieces(text: string): readonly string[] {
  const json: unknown = JSON.parse(text);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return [text];
  const compact = JSON.stringify(json);
  const [name, list] = Object.entries(json).find(([, value]) => Array.isArray(value)) ?? [];
  if (name !== undefined && Array.isArray(list) && list.length > 1)
    return list.slice(0, 12).map((item) => JSON.stringify({ ...json, [name]: [item] }));
  const values = Object.values(json);
  const areFrames = values.length > 2 && values.every((value) => typeof value === 'object' && value !== null);
  return areFrames ? [compact, ...values.map((value) => JSON.stringify(value))] : [compact];
}

/** Values that are wrong in some way, as JSON. None is a text that would be right to show and reads like a fault. */
const ODD: readonly string[] = [
  ...String.raw`null "" [] {} [[]] [null] true false 0 -0 -1 0.5 1e21 1e308 -1e308 1e999 -1e999 1e-320
    9007199254740993 123456789012345678901234567890.123456789 99999999999999999999999999999999999999
    "1e400" "-0.00" "+5" "0x10" ".5." "1,000" "٣" "0.000000000000000000000000000001" "99999999999999999999.99"
    ".." "a/b" "\u0000\u202e\ud800" "\ud83c" "\u2028\u0007" "[x](command:a)<b>$(zap)"
    "0001-01-01T00:00:00Z" "9999-12-31T23:59:60.999999999Z" "2026-02-30T00:00:00Z"
    "ORDER_STATE_" "ORDER_STATE_SLEEPING" "[\"Yes\",\"No\"]" "[1,null,{}]" "["
    {"value":"0.4","currency":"USD"} {"value":null,"currency":7} {"value":"1e99","currency":""}
    {"value":{"value":"1"},"currency":"\u202eUSD"} {"a_proto__":1,"__proto__":null,"toString":2,"then":3}
    {"__proto__":{"polluted":true,"value":"1"},"constructor":{"prototype":{"polluted":true}}}`.split(/\s+/),
  `${'{"a":'.repeat(12_000)}[]${'}'.repeat(12_000)}`,
];
const KEYS = ['', ...'__proto__ constructor id slug value market_slug _ length then'.split(' ')];
const CHARACTERS = [...'{}[]",:\\0-.e\u0000\u202eé_', '\ud800'];

/** Makes wrong payloads of right ones; the same number makes the same ones in the same order. */
export class Mutator {
  readonly #seeds: readonly string[];
  readonly #values: readonly (readonly Span[])[];
  readonly #dice: Dice;

  constructor(seeds: readonly string[], number: number) {
    this.#seeds = seeds;
    this.#values = seeds.map((text) => [...text.matchAll(VALUE)].map((match) => spanOf(match)));
    this.#dice = new Dice(number);
  }

  next(): string {
    const at = this.#below(this.#seeds.length);
    let text = this.#seeds[at] ?? '{}';
    const spans = this.#values[at] ?? [];
    // From the back to the front, so that the places found before stay where they are.
    const places = Array.from({ length: 1 + this.#below(4) }, () => this.#below(spans.length));
    for (const place of [...new Set(places)].sort((a, b) => b - a))
      text = this.#valueChanged(text, spans[place]);
    return this.#below(3) === 0 ? this.#torn(text) : text;
  }

  #valueChanged(text: string, span: Span | undefined): string {
    if (span === undefined) return text;
    const before = text.slice(0, span.from);
    const after = text.slice(span.to);
    const value = text.slice(span.from, span.to);
    switch (this.#below(8)) {
      case 0:
        return `${before}[${value}]${after}`;
      case 1:
        return `${before}{${JSON.stringify(this.#of(KEYS))}:${value}}${after}`;
      case 2:
        return `${before}${value},${JSON.stringify(this.#of(KEYS))}:${this.#of(ODD)}${after}`;
      case 3:
        return `${before}${this.#elsewhere()}${after}`;
      case 4:
        return `${before}"${value.replaceAll(/["\\]/g, '')}"${after}`;
      default:
        return `${before}${this.#of(ODD)}${after}`;
    }
  }

  #elsewhere(): string {
    const at = this.#below(this.#seeds.length);
    const span = this.#of(this.#values[at] ?? []);
    return span === undefined ? 'null' : (this.#seeds[at]?.slice(span.from, span.to) ?? 'null');
  }

  #torn(text: string): string {
    const from = this.#below(text.length + 1);
    const length = this.#below(30);
    switch (this.#below(5)) {
      case 0:
        return text.slice(0, from);
      case 1:
        return text.slice(0, from) + text.slice(from + length);
      case 2:
        return text.slice(0, from) + text.slice(from, from + length) + text.slice(from);
      default:
        return text.slice(0, from) + this.#of(CHARACTERS) + text.slice(from + this.#below(2));
    }
  }

  #of<T>(list: readonly T[]): T | undefined {
    return list[this.#below(list.length)];
  }

  /** 0 to `count` − 1. */
  #below(count: number): number {
    return this.#dice.between(0, count - 1);
  }
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Values without values in them, and empty or flat objects and lists. */
const VALUE =
  /(?<=[:[,]\s*)(?:"(?:[^"\\]|\\.)*"(?!\s*:)|-?\d[\d.eE+-]*|true|false|null|\{[^{}[\]]*\}|\[[^{}[\]]*\])/g;

function spanOf(match: RegExpExecArray): Span {
  return { from: match.index, to: match.index + match[0].length };
}
