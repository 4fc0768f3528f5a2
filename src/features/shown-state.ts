import { ChangeSource } from '../base/change-source.ts';
import { Calendar } from '../core/calendar.ts';
import { type Conditions, queryOf, readConditions } from '../core/conditions.ts';
import { GROUPINGS, type Grouping } from '../core/grouping.ts';
import type { MarketQuery } from '../core/request-queries.ts';
import { type MarketSort, readSort, serviceOrder } from '../core/sort.ts';
import type { ConnectionProfile } from '../exchange/profile.ts';
import { type TimeZoneChoice, ZONES } from '../view/times.ts';

export type ShownView = 'markets' | 'events';

/** What a view shows of all that was read, and how. */
export interface Shown {
  readonly conditions: Conditions;
  readonly sort: MarketSort;
  readonly grouping: Grouping;
}

export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** Soonest first, without asking the service for an order: it may refuse any. */
export const DEFAULT_SHOWN: Shown = {
  conditions: {},
  sort: { key: 'start', direction: 'asc' },
  grouping: 'event',
};

const KEY = 'shown';

interface Basis {
  readonly memory: Memory;
  /** The connection in use. */
  readonly profile: () => ConnectionProfile;
  readonly timeZone: () => TimeZoneChoice;
  readonly now: () => number;
}

/** What Markets and Events show, by connection, over a restart. Changes: the view of which something did. */
export class ShownState extends ChangeSource<ShownView> {
  readonly #basis: Basis;
  #all: Readonly<Record<string, Shown>>;
  #calendar: { readonly zone: string; readonly calendar: Calendar } | undefined;

  constructor(basis: Basis) {
    super();
    this.#basis = basis;
    this.#all = readAll(basis.memory.get(KEY));
  }

  of(view: ShownView): Shown {
    return this.#all[this.#key(view)] ?? DEFAULT_SHOWN;
  }

  isFiltered(view: ShownView): boolean {
    return Object.keys(this.of(view).conditions).length > 0;
  }

  async change(view: ShownView, change: Partial<Shown>): Promise<void> {
    this.#all = { ...this.#all, [this.#key(view)]: { ...this.of(view), ...change } };
    this.changes.fire(view);
    await this.#basis.memory.update(KEY, this.#all);
  }

  /** Drops one condition of a view, or all. */
  drop(view: ShownView, key?: string): Promise<void> {
    const all = Object.entries(this.of(view).conditions);
    const left = key === undefined ? [] : all.filter(([each]) => each !== key);
    return this.change(view, { conditions: Object.fromEntries(left) });
  }

  /** The days of the chosen time zone. */
  get calendar(): Calendar {
    const zone = this.#basis.timeZone();
    if (this.#calendar?.zone !== zone) {
      this.#calendar = { zone, calendar: new Calendar(ZONES[zone]) };
    }
    return this.#calendar.calendar;
  }

  /** What Markets asks of the service, with the order that was chosen. */
  get marketQuery(): MarketQuery {
    const { conditions, sort } = this.of('markets');
    const query = queryOf(conditions, this.#basis.now(), this.calendar);
    const isDefault = JSON.stringify(sort) === JSON.stringify(DEFAULT_SHOWN.sort);
    const order = isDefault ? undefined : serviceOrder(sort.key);
    return order === undefined ? query : { ...query, orderBy: [order], orderDirection: sort.direction };
  }

  /** Leagues and categories are those of a service, so each has its own. */
  #key(view: ShownView): string {
    return `${memoryKey(this.#basis.profile())} ${view}`;
  }
}

/** Under what is remembered of a connection. */
export function memoryKey({ id, publicUrl }: ConnectionProfile): string {
  return id === 'custom' ? publicUrl : id;
}

/** The stored values may come from another version: what cannot be read counts as not set. */
function readAll(stored: unknown): Readonly<Record<string, Shown>> {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, readShown(value)]));
}

function readShown(stored: unknown): Shown {
  const { conditions, sort, grouping } = (stored ?? {}) as Readonly<Record<string, unknown>>;
  const { key, direction } = (sort ?? {}) as Readonly<Record<string, unknown>>;
  return {
    conditions: readConditions(conditions).conditions,
    sort: readSort(key, direction) ?? DEFAULT_SHOWN.sort,
    grouping: GROUPINGS.find((each) => each === grouping) ?? 'event',
  };
}
