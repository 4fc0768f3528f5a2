import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import {
  appliedHere,
  CONDITION_KEYS,
  type ConditionKey,
  type Conditions,
  type ConditionValue,
  conditionSpec,
  limitOf,
  parseTyped,
  queryOf,
} from '../../core/conditions.ts';
import { GROUPINGS, type Grouping } from '../../core/grouping.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { defaultDirection, SORT_KEYS } from '../../core/sort.ts';
import { availableQuery } from '../../exchange/profile.ts';
import { seriesKey } from '../../store/markets/catalogue.ts';
import {
  conditionName,
  conditionText,
  limitText,
  memberText,
  sortName,
  sortText,
  valueHint,
  valueText,
} from '../../view/condition-text.ts';
import { joined } from '../../view/row.ts';
import { type Choice, type Page, PagedPick } from '../paged-pick.ts';
import { readCount } from '../reading-note.ts';
import type { Services } from '../services.ts';
import type { Shown, ShownView } from '../shown-state.ts';
import { saveQuery } from './saved.ts';

type Preset = readonly [key: ConditionKey, value: ConditionValue, label?: string, note?: string];

/** What can be chosen with one click. */
function presets(): readonly Preset[] {
  return [
    ['live', true],
    ['starts', 'today'],
    ['starts', 'thisWeek'],
    ['lines', ['future'], l10n.t('Futures')],
    ['mine', true, l10n.t('Mine'), l10n.t('held or ordered')],
    ['watched', true],
    ['volumeMin', 10_000, l10n.t('Big volume')],
    ['spreadMax', 2, l10n.t('Tight spread')],
    ['new', true, l10n.t('New'), l10n.t('listed in the last 24 h')],
  ];
}

/** Leagues of the first page. */
const FIRST_LEAGUES = 6;
/** Conditions that stand on the first page under their names, and those under More. */
const FIRST_KEYS: readonly ConditionKey[] = ['lines', 'startsMin'];
/** What is one's own was read, however much of the list was. */
const OWN_KEYS = new Set<ConditionKey>(['mine', 'watched']);
const ELSEWHERE = new Set<ConditionKey>([...FIRST_KEYS, 'live', 'leagues', 'mine', 'watched', 'new']);
const MORE_KEYS = CONDITION_KEYS.filter((key) => !ELSEWHERE.has(key));

/** Opens the pick of what a view shows; resolves when it is closed. */
export function openShow(
  services: Services,
  view: ShownView,
  page: (pages: ReturnType<typeof showPages>) => Page = (pages) => pages.first(),
): Promise<void> {
  void services.catalogue.load();
  const pick = new PagedPick((asked, done) => services.matches.count(view, asked, done));
  return pick.open(page(showPages(services, view, pick)));
}

/** The pages of the Show pick of one view. Each choice takes effect at once. */
function showPages(services: Services, view: ShownView, pick: PagedPick) {
  /** As they were when first asked for, so that nothing moves under the cursor. */
  const membersKnown = new Map<ConditionKey, readonly string[]>();
  const inUse = (): Shown => services.show.of(view);
  const today = (): string => services.show.calendar.dayOf(services.clock.now());
  const isWhole = (): boolean => services[view].state.kind === 'ready' && !services[view].hasMore;

  function first(): Page {
    const isMarkets = view === 'markets';
    const save = (): void => {
      pick.close();
      void saveQuery(services, view);
    };
    return {
      title: () => {
        const { conditions, sort } = inUse();
        const isFiltered = Object.keys(conditions).length > 0;
        const matching = services.matches[view](conditions, sort);
        // Without a filter the views count what was read.
        const total = isFiltered ? matching.total : readCount(services, view);
        const isUnsaid = (isFiltered && matching.isPending) || isSecret(conditions);
        if (isUnsaid) return isMarkets ? l10n.t('Show in Markets') : l10n.t('Show in Events');
        const text = isMarkets
          ? l10n.t('Show in Markets: {0} markets', total)
          : l10n.t('Show in Events: {0} events', total);
        return isWhole() ? text : l10n.t('{0} so far', text);
      },
      placeholder: l10n.t('Presets, leagues, sort, then every filter of the service'),
      buttons: [
        { iconPath: new ThemeIcon('bookmark'), tooltip: l10n.t('Save This Query…'), press: save },
        {
          iconPath: new ThemeIcon('trash'),
          tooltip: l10n.t('Clear Filter'),
          press: () => set({ conditions: {} }),
        },
      ],
      choices: () => [
        separator(l10n.t('presets')),
        ...presets().map((preset) => presetChoice(preset)),
        separator(l10n.t('leagues')),
        ...leagues(),
        separator(l10n.t('sort and group')),
        leadTo(l10n.t('Sort'), sortText(inUse().sort, services.view()), () => sort()),
        ...(isMarkets ? [leadTo(l10n.t('Group'), groupingText(inUse().grouping), () => sort())] : []),
        separator(l10n.t('more')),
        ...FIRST_KEYS.map((key) => entry(key)),
        more(),
      ],
    };
  }

  /** Order and, of Markets, groups. */
  function sort(): Page {
    return {
      title: () => l10n.t('Show: Sort and Group'),
      placeholder: l10n.t('Pick the current sort again to reverse it'),
      choices: () => {
        const { sort, grouping } = inUse();
        const sorts = SORT_KEYS.map((key) => {
          const isUsed = key === sort.key;
          const turned = sort.direction === 'asc' ? 'desc' : 'asc';
          const direction = isUsed ? turned : defaultDirection(key);
          return {
            label: sortName(key, services.view()),
            ...(isUsed ? { description: sortText(sort, services.view()), ...CHECKED } : {}),
            act: () => set({ sort: { key, direction } }),
          };
        });
        const groups = GROUPINGS.map((each) => ({
          label: groupingText(each),
          ...(each === grouping ? CHECKED : {}),
          act: () => set({ grouping: each }),
        }));
        return view === 'markets' ? [...sorts, separator(l10n.t('group')), ...groups] : sorts;
      },
    };
  }

  /** One condition: its values to pick, or to type. */
  function condition(key: ConditionKey): Page {
    const { kind, values } = conditionSpec(key);
    const isList = kind === 'list';
    const isTyped = kind !== 'choice' && key !== 'leagues' && !(isList && values !== undefined);
    return {
      title: () => l10n.t('Show: {0}', conditionName(key, services.view())),
      placeholder: valueHint(key, services.view()),
      isTyped,
      choices: (typed) => {
        const named = isList ? membersNamed(key, typed) : [];
        const isValue = isTyped && typed.trim() !== '' && !(NAMED_KEYS.has(key) && named.length > 0);
        return [
          ...(isValue ? [typedChoice(key, typed)] : []),
          ...(isList ? named.map((member) => memberChoice(key, member)) : valueChoices(key)),
          {
            label: l10n.t('Any'),
            description: l10n.t('remove this filter'),
            act: () => put(key, undefined, !isList),
          },
        ].map((choice) => ({ ...choice, alwaysShow: isTyped }));
      },
    };
  }

  function more(): Choice {
    const { conditions } = inUse();
    const used = MORE_KEYS.filter((key) => conditions[key] !== undefined);
    const some = MORE_KEYS.slice(-4).map((key) => conditionName(key, services.view()).toLowerCase());
    const page: Page = {
      title: () => l10n.t('Show: More'),
      placeholder: l10n.t('Every filter of the service'),
      choices: () => MORE_KEYS.map((key) => entry(key)),
    };
    const description = used.length > 0 ? used.map((key) => textOf(key)) : some;
    return leadTo(l10n.t('More… {0} filters', MORE_KEYS.length), description.join(', '), () => page);
  }

  function presetChoice([key, value, label, note]: Preset): Choice {
    const current = inUse().conditions[key];
    const isNumber = typeof value === 'number';
    const isUsed = isNumber ? current !== undefined : JSON.stringify(current) === JSON.stringify(value);
    const shown = isNumber ? (current ?? value) : value;
    const page = (): void => pick.push(condition(key));
    const pencil = [{ iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Change…') }];
    return {
      label: label ?? conditionText(key, value, services.view()),
      description: joined([
        isWhole() || OWN_KEYS.has(key) ? undefined : l10n.t('so far'),
        isNumber ? rangeText(key, shown) : note,
        hereText(key, value),
      ]),
      ...(isUsed ? CHECKED : {}),
      ...countedBy({ [key]: shown }),
      ...(isNumber ? { buttons: pencil, edit: page } : {}),
      act: () => put(key, isUsed ? undefined : value),
    };
  }

  /** How much is one's own is an amount. */
  function isSecret(conditions: Conditions): boolean {
    return conditions.mine !== undefined && services.config.get('hideAmounts');
  }

  function countedBy(conditions: Conditions): Pick<Choice, 'counted'> {
    return isSecret(conditions) ? {} : { counted: conditions };
  }

  function leagues(): readonly Choice[] {
    const keys = members('leagues');
    const set = listOf(inUse().conditions.leagues);
    const first = keys.slice(0, Math.max(FIRST_LEAGUES, set.length));
    const rest = l10n.t('{0} more leagues and categories…', keys.length - first.length);
    return [
      ...first.map((key) => memberChoice('leagues', key)),
      ...(keys.length > first.length ? [leadTo(rest, '', () => condition('leagues'))] : []),
    ];
  }

  /** A condition under its own name, with its value; it leads to the page of its values. */
  function entry(key: ConditionKey): Choice {
    const isUsed = inUse().conditions[key] !== undefined;
    const label = conditionName(key, services.view());
    if (conditionSpec(key).values?.length === 1)
      return { label, ...(isUsed ? CHECKED : {}), act: () => put(key, isUsed ? undefined : true) };
    const choice = leadTo(label, textOf(key), () => condition(key));
    return isUsed ? { ...choice, ...CHECKED } : choice;
  }

  function valueChoices(key: ConditionKey): readonly Choice[] {
    const { conditions } = inUse();
    const current = conditions[key];
    const all = [...(current === undefined ? [] : [current]), ...(conditionSpec(key).values ?? [])];
    return [...new Set(all)]
      .filter((value) => limitOf(key, value, conditions, today()) === undefined)
      .map((value) => ({ ...valueChoice(key, value), ...(value === current ? CHECKED : {}) }));
  }

  function valueChoice(key: ConditionKey, value: ConditionValue): Choice {
    return {
      label: rangeText(key, value),
      ...(isWhole() ? {} : { description: l10n.t('so far') }),
      ...countedBy({ ...inUse().conditions, [key]: value }),
      act: () => put(key, value, true),
    };
  }

  /** A value that can be taken, or why it cannot. */
  function typedChoice(key: ConditionKey, typed: string): Choice {
    const { conditions } = inUse();
    const value = parseTyped(key, typed);
    const limit = value === undefined ? undefined : limitOf(key, value, conditions, today());
    if (value === undefined || limit !== undefined) {
      const label =
        limit === undefined ? valueHint(key, services.view()) : limitText(key, limit, services.view());
      return { label, iconPath: new ThemeIcon('warning') };
    }
    const note = l10n.t('This connection cannot filter by it: applied here, to what was read.');
    const detail = hereText(key, value) === undefined ? {} : { detail: note };
    if (!Array.isArray(value)) return { ...valueChoice(key, value), ...detail };
    const added = [...new Set([...listOf(conditions[key]), ...value])];
    const label = valueText(key, value, services.view());
    return { label, description: l10n.t('add'), ...detail, act: () => put(key, added, true) };
  }

  function memberChoice(key: ConditionKey, member: string): Choice {
    const set = listOf(inUse().conditions[key]);
    const isSet = set.includes(member);
    const next = isSet ? set.filter((each) => each !== member) : [...set, member];
    const { catalogue } = services;
    const isPart = key === 'leagues' || NAMED_KEYS.has(key);
    const group = key === 'series' ? seriesKey(member) : member;
    const isRead = isWhole() || (isPart && key !== 'tagIds' && catalogue.reading(group)?.kind === 'whole');
    const isKnown = isRead || !isPart || membersRead(key).includes(member);
    return {
      label: memberText(key, member, services.view()),
      ...(isSet ? CHECKED : {}),
      // A league nobody opened has no count, one that is partly read says so.
      ...(isKnown ? { counted: { [key]: [member] } } : { description: l10n.t('not read yet') }),
      ...(isKnown && !isRead ? { description: l10n.t('so far') } : {}),
      act: () => put(key, next.length === 0 ? undefined : next),
    };
  }

  /** Those set, then those of what was read, most markets first, then what else there is. */
  function members(key: ConditionKey): readonly string[] {
    const { values } = conditionSpec(key);
    if (values !== undefined) return values as readonly string[];
    return [...new Set([...listOf(inUse().conditions[key]), ...membersRead(key), ...membersListed(key)])];
  }

  function membersListed(key: ConditionKey): readonly string[] {
    const { leagues, topics, tags, series } = services.catalogue;
    if (key === 'leagues') return [...leagues.map(({ slug }) => slug), ...topics.map((topic) => topic.key)];
    if (key === 'tagIds') return [...tags.keys()];
    return key === 'series' ? [...series].flatMap(({ slug }) => slug ?? []) : [];
  }

  /** Those whose name or id has what was typed, where their names are not what is typed otherwise. */
  function membersNamed(key: ConditionKey, typed: string): readonly string[] {
    const words = typed.trim().toLowerCase();
    const all = members(key);
    if (words === '' || !NAMED_KEYS.has(key)) return all;
    const nameOf = (member: string): string => `${memberText(key, member, services.view())} ${member}`;
    return all.filter((member) => nameOf(member).toLowerCase().includes(words));
  }

  function membersRead(key: ConditionKey): readonly string[] {
    const before = membersKnown.get(key);
    if (before !== undefined) return before;
    const { index, markets } = services;
    const counts = new Map<string, number>();
    if (key === 'leagues') for (const group of index.categories()) counts.set(group.key, group.marketCount);
    else if (READ_KEYS.has(key))
      for (const market of markets.known())
        for (const member of membersOf(key, market, services.eventOf(market)))
          counts.set(member, (counts.get(member) ?? 0) + 1);
    const read = [...counts].sort(([, a], [, b]) => b - a).map(([member]) => member);
    membersKnown.set(key, read);
    return read;
  }

  function put(key: ConditionKey, value: ConditionValue | undefined, leave = false): void {
    const { [key]: _, ...rest } = inUse().conditions;
    set({ conditions: value === undefined ? rest : { ...rest, [key]: value } });
    if (leave) pick.back();
  }

  function set(change: Partial<Shown>): void {
    void services.show.change(view, change);
    pick.draw();
  }

  function leadTo(label: string, description: string, page: () => Page): Choice {
    return {
      label,
      description,
      iconPath: new ThemeIcon('chevron-right'),
      act: () => pick.push(page()),
    };
  }

  function textOf(key: ConditionKey): string {
    const value = inUse().conditions[key];
    if (value === undefined) return l10n.t('any');
    return joined([valueText(key, value, services.view()), hereText(key, value)]);
  }

  function hereText(key: ConditionKey, value: ConditionValue): string | undefined {
    const { clock, show, session } = services;
    const query = queryOf({ [key]: value }, clock.now(), show.calendar);
    // Nothing is asked of the service for Events.
    const sent = view === 'markets' ? availableQuery(query, session.profile.dialect) : {};
    return appliedHere({ [key]: value }, sent).length > 0 ? l10n.t('applied here') : undefined;
  }

  function rangeText(key: ConditionKey, value: ConditionValue): string {
    const text = valueText(key, value, services.view());
    if (typeof value !== 'number') return text;
    return key.endsWith('Max') ? l10n.t('{0} and less', text) : l10n.t('{0} and more', text);
  }

  return { first, sort, condition };
}

/** Conditions whose members are found by their names. */
const NAMED_KEYS: ReadonlySet<ConditionKey> = new Set(['tagIds', 'series']);
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

const CHECKED = { iconPath: new ThemeIcon('check') };

function separator(label: string): QuickPickItem {
  return { label, kind: QuickPickItemKind.Separator };
}

function groupingText(grouping: Grouping): string {
  return {
    event: l10n.t('By league and event'),
    lines: l10n.t('By line type'),
    flat: l10n.t('Flat list'),
  }[grouping];
}

function listOf(value: ConditionValue | undefined): readonly string[] {
  return Array.isArray(value) ? value : [];
}
