import { l10n, ThemeIcon } from 'vscode';
import { ACTIVITY_TYPES, marketFor } from '../../core/activity.ts';
import { readDays } from '../../core/activity-filter.ts';
import { categoryKeyOf } from '../../core/grouping.ts';
import type { ActivityFilter } from '../../core/request-queries.ts';
import { activityTypeName, daysText } from '../../view/activity-rows.ts';
import { categoryName } from '../../view/names.ts';
import { nameOfMarket } from '../market-name.ts';
import { CHECKED, type Choice, type Page, PagedPick } from '../paged-pick.ts';
import { askMarket, type SearchServices } from '../search/ask-market.ts';
import type { Parts } from '../services.ts';

/** Asks what the activity shows and how. Each choice takes effect at once; resolves when the pick is closed. */
export async function filterActivity(services: SearchServices & Parts<'activity'>): Promise<void> {
  const { activity } = services;
  const pages = new FilterPages(services);
  await pages.open();
  if (!pages.asksMarket) return;
  const none = activity.query.marketSlug === undefined ? undefined : l10n.t('Every market');
  const slug = await askMarket(services, { title: l10n.t('Activity of which market?'), none });
  if (slug !== undefined) await activity.setQuery({ ...activity.query, marketSlug: slug || undefined });
}

type ListKey = 'types' | 'leagues';

class FilterPages {
  /** The pick was closed to ask for a market. */
  asksMarket = false;
  readonly #services: Parts<'activity' | 'view' | 'marketViews'>;
  readonly #pick = new PagedPick();

  constructor(services: Parts<'activity' | 'view' | 'marketViews'>) {
    this.#services = services;
  }

  open(): Promise<void> {
    return this.#pick.open({
      title: () => l10n.t('Filter and Sort Activity'),
      placeholder: l10n.t('Press Escape when done'),
      choices: () => [...this.#filters(), ...this.#orders(), this.#clear()],
    });
  }

  #filters(): readonly Choice[] {
    const { activity } = this.#services;
    const { marketSlug, days, text } = activity.query;
    const names = (key: ListKey) =>
      activity.query[key]?.map((member) => this.#memberName(key, member)).join(', ');
    const [types, leagues] = [l10n.t('Types'), l10n.t('Leagues and categories')];
    return [
      this.#entry(types, names('types'), () => this.#members('types', types, ACTIVITY_TYPES)),
      {
        ...valued(l10n.t('Market'), marketSlug && nameOfMarket(this.#services, marketSlug)),
        act: () => this.#askMarket(),
      },
      this.#entry(leagues, names('leagues'), () => this.#members('leagues', leagues, this.#leagues())),
      this.#entry(l10n.t('Dates'), days && daysText(days, this.#services.view()), () => this.#days()),
      this.#entry(l10n.t('Search'), text, () => this.#text()),
    ];
  }

  #orders(): readonly Choice[] {
    const { groupBy, sortOrder } = this.#services.activity.query;
    const isByEvent = groupBy === 'event';
    const isAscending = sortOrder === 'ASCENDING';
    return [
      {
        label: isByEvent ? l10n.t('Group by day') : l10n.t('Group by event'),
        act: () => this.#set({ groupBy: isByEvent ? undefined : 'event' }),
      },
      {
        label: isAscending ? l10n.t('Show newest first') : l10n.t('Show oldest first'),
        act: () => this.#set({ sortOrder: isAscending ? 'DESCENDING' : 'ASCENDING' }),
      },
    ];
  }

  #clear(): Choice {
    return {
      label: l10n.t('Clear filter'),
      act: () => {
        void this.#services.activity.clearFilter();
        this.#pick.draw();
      },
    };
  }

  #members(key: ListKey, title: string, all: readonly string[]): Page {
    return {
      title: () => title,
      placeholder: l10n.t('Pick one or more.'),
      choices: () => {
        const chosen = this.#services.activity.query[key] ?? [];
        return all.map((member) => {
          const isSet = chosen.includes(member);
          const next = isSet ? chosen.filter((each) => each !== member) : [...chosen, member];
          return {
            label: this.#memberName(key, member),
            ...(isSet ? CHECKED : {}),
            act: () => this.#set({ [key]: next.length === 0 ? undefined : next }),
          };
        });
      },
    };
  }

  #days(): Page {
    const hint = l10n.t('Type a date as YYYY-MM-DD, two with .. between them, or pick some days.');
    const page = this.#typed('days', hint, readDays, ['today', 'thisWeek']);
    return { ...page, title: () => l10n.t('Dates') };
  }

  #text(): Page {
    const hint = l10n.t('Type words of a market, team, event or kind.');
    return {
      ...this.#typed('text', hint, (typed) => typed.trim() || undefined),
      title: () => l10n.t('Search'),
    };
  }

  /** A page whose value is typed, or one of `offered`. */
  #typed(
    key: 'days' | 'text',
    hint: string,
    read: (typed: string) => string | undefined,
    offered: readonly string[] = [],
  ): Omit<Page, 'title'> {
    const choice = (value: string | undefined): Choice => ({
      label: value === undefined ? l10n.t('Any') : daysText(value, this.#services.view()),
      alwaysShow: true,
      act: () => {
        this.#set({ [key]: value });
        this.#pick.back();
      },
    });
    return {
      placeholder: hint,
      isTyped: true,
      choices: (typed) => {
        const value = read(typed);
        const wrong = { label: hint, iconPath: new ThemeIcon('warning'), alwaysShow: true };
        const first = value === undefined ? (typed.trim() === '' ? [] : [wrong]) : [choice(value)];
        return [...first, ...offered.map(choice), choice(undefined)];
      },
    };
  }

  #leagues(): readonly string[] {
    const { activity, marketViews } = this.#services;
    const read = activity.activities.flatMap((each) => marketFor(each, marketViews.withEvent) ?? []);
    const keys = read.map((market) => categoryKeyOf(market, market.events[0]));
    return [...new Set([...(activity.query.leagues ?? []), ...keys])];
  }

  #memberName(key: ListKey, member: string): string {
    const context = this.#services.view();
    return key === 'types' ? activityTypeName(member, context) : categoryName(member, context);
  }

  #askMarket(): void {
    this.asksMarket = true;
    this.#pick.close();
  }

  #entry(label: string, value: string | undefined, page: () => Page): Choice {
    return { ...valued(label, value), act: () => this.#pick.push(page()) };
  }

  #set(change: ActivityFilter): void {
    const { activity } = this.#services;
    void activity.setQuery({ ...activity.query, ...change });
    this.#pick.draw();
  }
}

function valued(label: string, value: string | undefined): Choice {
  return { label, ...(value === undefined ? {} : { description: value, ...CHECKED }) };
}
