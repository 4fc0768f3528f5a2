import { type ConditionKey, conditionSpec } from '../../core/conditions.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { memberText } from '../../view/condition-text.ts';
import type { Parts } from '../services.ts';

/** Conditions whose members are found by their names. */
export const NAMED_KEYS: ReadonlySet<ConditionKey> = new Set(['tagIds', 'series']);
/** Conditions whose members are found in the markets. */
const READ_KEYS: ReadonlySet<ConditionKey> = new Set(['categories', 'marketTypes', 'tagIds', 'series']);

function membersOf(key: ConditionKey, market: Market, event: MarketEvent | undefined): readonly string[] {
  if (key === 'tagIds')
    return (market.tags.length > 0 ? market.tags : (event?.tags ?? [])).map(({ id }) => id);
  const member = { categories: market.category, marketTypes: market.marketType, series: event?.seriesSlug }[
    key as 'categories' | 'marketTypes' | 'series'
  ];
  return member === undefined ? [] : [member];
}

/** What a condition that takes a list can be made of: leagues, tags, series, categories, types of market. */
export class Members {
  readonly #services: Parts<'catalogue' | 'view' | 'index' | 'markets' | 'marketViews'>;
  readonly #chosen: (key: ConditionKey) => readonly string[];
  /** As they were when first asked for, so that nothing moves under the cursor. */
  readonly #known = new Map<ConditionKey, readonly string[]>();

  constructor(
    services: Parts<'catalogue' | 'view' | 'index' | 'markets' | 'marketViews'>,
    chosen: (key: ConditionKey) => readonly string[],
  ) {
    this.#services = services;
    this.#chosen = chosen;
  }

  /** Those set, then those of what was read, most markets first, then what else there is. */
  all(key: ConditionKey): readonly string[] {
    const { values } = conditionSpec(key);
    if (values !== undefined) return values as readonly string[];
    return [...new Set([...this.#chosen(key), ...this.read(key), ...this.#listed(key)])];
  }

  #listed(key: ConditionKey): readonly string[] {
    const { leagues, topics, tags, series } = this.#services.catalogue;
    if (key === 'leagues') return [...leagues.map(({ slug }) => slug), ...topics.map((topic) => topic.key)];
    if (key === 'tagIds') return [...tags.keys()];
    return key === 'series' ? [...series].flatMap(({ slug }) => slug ?? []) : [];
  }

  /** Those whose name or id has what was typed, where their names are not what is typed otherwise. */
  named(key: ConditionKey, typed: string): readonly string[] {
    const words = typed.trim().toLowerCase();
    const all = this.all(key);
    if (words === '' || !NAMED_KEYS.has(key)) return all;
    const nameOf = (member: string): string => `${memberText(key, member, this.#services.view())} ${member}`;
    return all.filter((member) => nameOf(member).toLowerCase().includes(words));
  }

  read(key: ConditionKey): readonly string[] {
    const before = this.#known.get(key);
    if (before !== undefined) return before;
    const { index, markets } = this.#services;
    const counts = new Map<string, number>();
    if (key === 'leagues') for (const group of index.categories()) counts.set(group.key, group.marketCount);
    else if (READ_KEYS.has(key))
      for (const market of markets.known())
        for (const member of membersOf(key, market, this.#services.marketViews.eventOf(market)))
          counts.set(member, (counts.get(member) ?? 0) + 1);
    const read = [...counts].sort(([, a], [, b]) => b - a).map(([member]) => member);
    this.#known.set(key, read);
    return read;
  }
}
