import { l10n, ThemeIcon } from 'vscode';
import { ACTIVITY_TYPES, marketFor } from '../../core/activity.ts';
import { readDays } from '../../core/activity-filter.ts';
import { categoryKeyOf } from '../../core/grouping.ts';
import type { ActivityFilter } from '../../core/query.ts';
import { activityTypeName, daysText } from '../../view/activity-rows.ts';
import { categoryName } from '../../view/names.ts';
import { type Choice, type Page, PagedPick } from '../paged-pick.ts';
import { askMarket } from '../search/ask-market.ts';
import type { Services } from '../services.ts';

const CHECKED = { iconPath: new ThemeIcon('check') };

/** Asks what the activity shows and how. Each choice takes effect at once; resolves when the pick is closed. */
export async function filterActivity(services: Services): Promise<void> {
  const { activity, marketWithEvent } = services;
  const context = services.view();
  const pick = new PagedPick();
  let asksMarket = false;
  const set = (change: ActivityFilter, isDone = false): void => {
    void activity.setQuery({ ...activity.query, ...change });
    if (isDone) pick.back();
    else pick.draw();
  };
  const entry = (label: string, value: string | undefined, page: () => Page): Choice => ({
    label,
    ...(value === undefined ? {} : { description: value, ...CHECKED }),
    act: () => pick.push(page()),
  });
  const members = (key: 'types' | 'leagues', title: string, all: readonly string[]): Page => ({
    title: () => title,
    placeholder: l10n.t('Pick one or more.'),
    choices: () => {
      const chosen = activity.query[key] ?? [];
      return all.map((member) => {
        const isSet = chosen.includes(member);
        const next = isSet ? chosen.filter((each) => each !== member) : [...chosen, member];
        return {
          label: memberName[key](member),
          ...(isSet ? CHECKED : {}),
          act: () => set({ [key]: next.length === 0 ? undefined : next }),
        };
      });
    },
  });
  const memberName = {
    types: (type: string) => activityTypeName(type, context),
    leagues: (league: string) => categoryName(league, context),
  };
  /** A page whose value is typed, or one of `offered`. */
  const typedPage = (
    key: 'days' | 'text',
    hint: string,
    read: (typed: string) => string | undefined,
    offered: readonly string[] = [],
  ): Page => {
    const choice = (value: string | undefined): Choice => ({
      label: value === undefined ? l10n.t('Any') : daysText(value, context),
      alwaysShow: true,
      act: () => set({ [key]: value }, true),
    });
    return {
      title: () => (key === 'days' ? l10n.t('Dates') : l10n.t('Search')),
      placeholder: hint,
      isTyped: true,
      choices: (typed) => {
        const value = read(typed);
        const wrong = { label: hint, iconPath: new ThemeIcon('warning'), alwaysShow: true };
        const first = value === undefined ? (typed.trim() === '' ? [] : [wrong]) : [choice(value)];
        return [...first, ...offered.map(choice), choice(undefined)];
      },
    };
  };
  const leagues = (): readonly string[] => {
    const read = activity.activities.flatMap((each) => marketFor(each, marketWithEvent) ?? []);
    const keys = read.map((market) => categoryKeyOf(market, market.events[0]));
    return [...new Set([...(activity.query.leagues ?? []), ...keys])];
  };
  const dayHint = l10n.t('Type a date as YYYY-MM-DD, two with .. between them, or pick some days.');
  const textHint = l10n.t('Type words of a market, team, event or kind.');
  const first: Page = {
    title: () => l10n.t('Filter and Sort Activity'),
    placeholder: l10n.t('Press Escape when done'),
    choices: () => {
      const { query } = activity;
      const { marketSlug, days } = query;
      const isAscending = query.sortOrder === 'ASCENDING';
      const isByEvent = query.groupBy === 'event';
      const names = (key: 'types' | 'leagues') => query[key]?.map(memberName[key]).join(', ');
      const [types, league] = [l10n.t('Types'), l10n.t('Leagues and categories')];
      return [
        entry(types, names('types'), () => members('types', types, ACTIVITY_TYPES)),
        {
          ...entry(l10n.t('Market'), marketSlug && services.nameOf(marketSlug), () => first),
          act: () => {
            asksMarket = true;
            pick.close();
          },
        },
        entry(league, names('leagues'), () => members('leagues', league, leagues())),
        entry(l10n.t('Dates'), days && daysText(days, context), () =>
          typedPage('days', dayHint, readDays, ['today', 'thisWeek']),
        ),
        entry(l10n.t('Search'), query.text, () =>
          typedPage('text', textHint, (typed) => typed.trim() || undefined),
        ),
        {
          label: isByEvent ? l10n.t('Group by day') : l10n.t('Group by event'),
          act: () => set({ groupBy: isByEvent ? undefined : 'event' }),
        },
        {
          label: isAscending ? l10n.t('Show newest first') : l10n.t('Show oldest first'),
          act: () => set({ sortOrder: isAscending ? 'DESCENDING' : 'ASCENDING' }),
        },
        {
          label: l10n.t('Clear filter'),
          act: () => {
            void activity.clearFilter();
            pick.draw();
          },
        },
      ];
    },
  };
  await pick.open(first);
  if (!asksMarket) return;
  const none = activity.query.marketSlug === undefined ? undefined : l10n.t('Every market');
  const slug = await askMarket(services, { title: l10n.t('Activity of which market?'), none });
  if (slug !== undefined) set({ marketSlug: slug || undefined });
}
