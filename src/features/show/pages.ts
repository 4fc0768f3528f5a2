import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import { DAY_WORDS } from '../../core/calendar.ts';
import {
  appliedHere,
  CONDITION_KEYS,
  type ConditionKey,
  type ConditionValue,
  checkedRange,
  conditionSpec,
  LINES,
  parseTyped,
  queryOf,
  withCondition,
} from '../../core/conditions.ts';
import { categoryKeyOf } from '../../core/grouping.ts';
import type { Market } from '../../core/market.ts';
import { defaultDirection, SORT_KEYS } from '../../core/sort.ts';
import { unavailableFilters } from '../../exchange/profile.ts';
import {
  conditionName,
  conditionText,
  memberText,
  sortName,
  sortText,
  valueProblemText,
  valueText,
} from '../../view/condition-text.ts';
import { joined } from '../../view/row.ts';
import type { Services } from '../services.ts';
import type { Grouping, Shown, ShownView } from '../shown-state.ts';
import type { Choice, Page, PagedPick } from './pick.ts';

/** What can be chosen with one click. */
const PRESETS: readonly (readonly [key: ConditionKey, value: ConditionValue])[] = [
  ['live', true],
  ['starts', 'today'],
  ['starts', 'thisWeek'],
  ['lines', ['future']],
  ['mine', true],
  ['watched', true],
  ['volumeMin', 10_000],
  ['spreadMax', 2],
  ['new', true],
];

/** Leagues of the first page. */
const FIRST_LEAGUES = 6;
/** Conditions that stand on the first page under their names. */
const FIRST_KEYS: readonly ConditionKey[] = ['lines', 'startsMin'];
const NOT_UNDER_MORE: ReadonlySet<ConditionKey> = new Set([
  ...FIRST_KEYS,
  'live',
  'leagues',
  'mine',
  'watched',
  'new',
]);

/** The pages of the Show pick of one view. Each choice takes effect at once. */
export class ShowPages {
  readonly #services: Services;
  readonly #view: ShownView;
  readonly #pick: PagedPick;
  readonly #save: () => void;
  /** As it was when first asked for, so that nothing moves under the cursor. */
  readonly #read = new Map<ConditionKey, readonly string[]>();

  constructor(services: Services, view: ShownView, pick: PagedPick, save: () => void) {
    this.#services = services;
    this.#view = view;
    this.#pick = pick;
    this.#save = save;
  }

  first(): Page {
    const pages = this;
    const isMarkets = this.#view === 'markets';
    return {
      title: isMarkets ? l10n.t('Show in Markets') : l10n.t('Show in Events'),
      get counted() {
        return pages.#shown.conditions;
      },
      countedTitle: (counts) => {
        const text = isMarkets
          ? l10n.t('Show in Markets: {0} markets', counts.markets)
          : l10n.t('Show in Events: {0} events', counts.events);
        return this.#isWhole ? text : l10n.t('{0} so far', text);
      },
      placeholder: l10n.t('Presets, leagues, sort, then every filter of the service'),
      buttons: [
        { iconPath: new ThemeIcon('bookmark'), tooltip: l10n.t('Save This Query…'), press: this.#save },
        {
          iconPath: new ThemeIcon('trash'),
          tooltip: l10n.t('Clear Filter'),
          press: () => this.#set({ conditions: {} }),
        },
      ],
      choices: () => [
        separator(l10n.t('presets')),
        ...PRESETS.map(([key, value]) => this.#preset(key, value)),
        separator(l10n.t('leagues')),
        ...this.#leagues(),
        separator(l10n.t('sort and group')),
        this.#leadTo(l10n.t('Sort'), this.#sortText(), () => this.sort()),
        ...(isMarkets
          ? [this.#leadTo(l10n.t('Group'), groupingText(this.#shown.grouping), () => this.group())]
          : []),
        separator(l10n.t('more')),
        ...FIRST_KEYS.map((key) => this.#entry(key)),
        this.#more(),
      ],
    };
  }

  sort(): Page {
    return {
      title: l10n.t('Show: Sort'),
      placeholder: l10n.t('Pick the current sort again to reverse it'),
      choices: () => {
        const { sort } = this.#shown;
        const choices: Choice[] = SORT_KEYS.map((key) => {
          const isUsed = key === sort?.key;
          const direction = defaultDirection(key);
          const turned = sort?.direction === 'asc' ? 'desc' : 'asc';
          return {
            label: sortName(key, this.#context),
            ...(isUsed ? { description: sortText(sort, this.#context), ...CHECKED } : {}),
            act: () => this.#set({ sort: { key, direction: isUsed ? turned : direction } }),
          };
        });
        const ofService: Choice = {
          label: l10n.t('Order of the service'),
          ...(sort === undefined ? CHECKED : {}),
          act: () => this.#set({ sort: undefined }),
        };
        return [...choices, ofService];
      },
    };
  }

  group(): Page {
    return {
      title: l10n.t('Show: Group'),
      placeholder: l10n.t('How Markets are grouped while nothing is filtered'),
      choices: () =>
        (['event', 'flat'] as const).map((grouping) => ({
          label: groupingText(grouping),
          ...(this.#shown.grouping === grouping ? CHECKED : {}),
          act: () => this.#set({ grouping }),
        })),
    };
  }

  /** One condition: its values to pick, or to type. */
  condition(key: ConditionKey): Page {
    const { kind } = conditionSpec(key);
    const isList = kind === 'names' || kind === 'ids' || kind === 'lines';
    const canType = kind !== 'lines' && kind !== 'flag' && kind !== 'choice' && kind !== 'only';
    return {
      title: l10n.t('Show: {0}', conditionName(key, this.#context)),
      placeholder: this.#hint(key),
      isTyped: canType && key !== 'leagues',
      choices: (typed) => [
        ...(canType && typed.trim() !== '' && key !== 'leagues' ? [this.#typed(key, typed)] : []),
        ...(isList ? this.#members(key) : this.#values(key)),
        {
          label: l10n.t('Any'),
          description: l10n.t('remove this filter'),
          alwaysShow: true,
          act: () => this.#put(key, undefined, !isList),
        },
      ],
    };
  }

  #more(): Choice {
    const keys = CONDITION_KEYS.filter((key) => !NOT_UNDER_MORE.has(key));
    const used = keys.filter((key) => this.#shown.conditions[key] !== undefined);
    const some = keys.slice(-4).map((key) => conditionName(key, this.#context).toLowerCase());
    return this.#leadTo(
      l10n.t('More… {0} filters', keys.length),
      used.length > 0 ? used.map((key) => this.#textOf(key)).join(', ') : some.join(', '),
      () => ({
        title: l10n.t('Show: More'),
        placeholder: l10n.t('Every filter of the service'),
        choices: () => keys.map((key) => this.#entry(key)),
      }),
    );
  }

  #preset(key: ConditionKey, value: ConditionValue): Choice {
    const { conditions } = this.#shown;
    const current = conditions[key];
    const { kind } = conditionSpec(key);
    const hasNumber = kind === 'amount' || kind === 'cents';
    const isUsed = hasNumber ? current !== undefined : sameValue(current, value);
    const shown = hasNumber ? (current ?? value) : value;
    return {
      ...this.#presetWords(key, shown),
      ...(isUsed ? CHECKED : {}),
      // How much is one's own is an amount.
      ...(key === 'mine' && this.#services.config.get('hideAmounts') ? {} : { counted: { [key]: shown } }),
      ...(hasNumber
        ? {
            buttons: [{ iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Change…') }],
            edit: () => this.#pick.push(this.condition(key)),
          }
        : {}),
      act: () => this.#put(key, isUsed ? undefined : value),
    };
  }

  #presetWords(key: ConditionKey, value: ConditionValue): { label: string; description: string } {
    const words: Partial<Record<ConditionKey, readonly [label: string, description: string]>> = {
      lines: [l10n.t('Futures'), ''],
      mine: [l10n.t('Mine'), l10n.t('held or ordered')],
      volumeMin: [l10n.t('Big volume'), l10n.t('{0} and more', valueText(key, value, this.#context))],
      spreadMax: [l10n.t('Tight spread'), l10n.t('{0} and less', valueText(key, value, this.#context))],
      new: [l10n.t('New'), l10n.t('listed in the last 24 h')],
    };
    const [label, description] = words[key] ?? [conditionText(key, value, this.#context), ''];
    return { label, description: joined([description, this.#hereText(key, value)]) };
  }

  #leagues(): readonly Choice[] {
    const keys = this.#knownMembers('leagues');
    const set = listOf(this.#shown.conditions.leagues);
    const first = [...new Set([...set, ...keys])].slice(0, Math.max(FIRST_LEAGUES, set.length));
    const rest = keys.filter((key) => !first.includes(key)).length;
    const page = () => this.condition('leagues');
    return [
      ...first.map((key) => this.#member('leagues', key)),
      ...(rest > 0 ? [this.#leadTo(l10n.t('{0} more leagues and categories…', rest), '', page)] : []),
    ];
  }

  /** A condition under its own name, with its value; it leads to the page of its values. */
  #entry(key: ConditionKey): Choice {
    const value = this.#shown.conditions[key];
    if (conditionSpec(key).kind === 'only')
      return {
        label: conditionName(key, this.#context),
        ...(value === undefined ? {} : CHECKED),
        act: () => this.#put(key, value === undefined ? true : undefined),
      };
    const text = value === undefined ? l10n.t('any') : this.#textOf(key);
    return this.#leadTo(
      conditionName(key, this.#context),
      text,
      () => this.condition(key),
      value !== undefined,
    );
  }

  #values(key: ConditionKey): readonly Choice[] {
    const current = this.#shown.conditions[key];
    const values = current === undefined ? offered(key) : [current, ...offered(key)];
    const possible = values.filter(
      (value, place) =>
        values.indexOf(value) === place &&
        'value' in checkedRange(key, value, this.#shown.conditions, this.#today),
    );
    return possible.map((value) => ({
      ...this.#value(key, value),
      alwaysShow: true,
      ...(value === current ? CHECKED : {}),
    }));
  }

  /** A value that can be taken, or why it cannot. */
  #value(key: ConditionKey, value: ConditionValue): Choice {
    const text = valueText(key, value, this.#context);
    return {
      label: rangeText(key, text),
      counted: { ...this.#shown.conditions, [key]: value },
      act: () => this.#put(key, value, true),
    };
  }

  #typed(key: ConditionKey, typed: string): Choice {
    const { conditions } = this.#shown;
    const read = parseTyped(key, typed, conditions, this.#today);
    if ('problem' in read)
      return {
        label: valueProblemText(read.problem, key, this.#context),
        iconPath: new ThemeIcon('warning'),
        alwaysShow: true,
      };
    const note = this.#noteOf(key, read.value);
    const tooMany = note === undefined ? {} : { detail: note };
    if (!Array.isArray(read.value)) return { ...this.#value(key, read.value), ...tooMany, alwaysShow: true };
    const added = [...new Set([...listOf(conditions[key]), ...(read.value as readonly string[])])];
    return {
      label: valueText(key, read.value, this.#context),
      description: l10n.t('add'),
      ...tooMany,
      alwaysShow: true,
      act: () => this.#put(key, added, true),
    };
  }

  /** Said below a value: whether this connection can be asked for it. */
  #noteOf(key: ConditionKey, value: ConditionValue): string | undefined {
    return this.#hereText(key, value) === undefined
      ? undefined
      : l10n.t('This connection cannot filter by it: applied here, to what was read.');
  }

  #members(key: ConditionKey): readonly Choice[] {
    return this.#knownMembers(key).map((member) => ({
      ...this.#member(key, member),
      alwaysShow: key !== 'leagues',
    }));
  }

  #member(key: ConditionKey, member: string): Choice {
    const set = listOf(this.#shown.conditions[key]);
    const isSet = set.includes(member);
    const next = isSet ? set.filter((each) => each !== member) : [...set, member];
    return {
      label: memberText(key, member, this.#context),
      ...(isSet ? CHECKED : {}),
      ...this.#countOf(key, member),
      act: () => this.#put(key, next.length === 0 ? undefined : next),
    };
  }

  /** Those set, then those of what was read. */
  #knownMembers(key: ConditionKey): readonly string[] {
    const set = listOf(this.#shown.conditions[key]);
    if (key === 'lines') return LINES;
    if (key !== 'leagues' && key !== 'categories' && key !== 'marketTypes') return set;
    const listed = key === 'leagues' ? this.#services.catalogue.leagues.map(({ slug }) => slug) : [];
    return [...new Set([...set, ...this.#membersRead(key), ...listed])];
  }

  /** Of what was read, most markets first. */
  #membersRead(key: 'leagues' | 'categories' | 'marketTypes'): readonly string[] {
    const before = this.#read.get(key);
    if (before !== undefined) return before;
    const counts = new Map<string, number>();
    for (const market of this.#services.markets.known()) {
      const member =
        key === 'leagues'
          ? this.#leagueOf(market)
          : key === 'categories'
            ? market.category
            : market.marketType;
      if (member !== undefined) counts.set(member, (counts.get(member) ?? 0) + 1);
    }
    const read = [...counts].sort(([, a], [, b]) => b - a).map(([member]) => member);
    this.#read.set(key, read);
    return read;
  }

  #leagueOf(market: Market): string {
    const event = this.#services.eventOf(market);
    return (event && this.#services.catalogue.leagueOf(event.id)) ?? categoryKeyOf(market, event);
  }

  /** A league nobody opened has no count, one that is partly read says so. */
  #countOf(key: ConditionKey, member: string): Partial<Choice> {
    const counted = { [key]: [member] };
    if (key !== 'leagues') return { counted };
    const { catalogue } = this.#services;
    const isRead = this.#isWhole || catalogue.reading(member)?.kind === 'whole';
    const isKnown = this.#membersRead('leagues').includes(member);
    if (isRead) return { counted };
    return isKnown ? { counted, description: l10n.t('so far') } : { description: l10n.t('not read yet') };
  }

  get #isWhole(): boolean {
    const { state, hasMore } = this.#services.markets;
    return state.kind === 'ready' && !hasMore;
  }

  #put(key: ConditionKey, value: ConditionValue | undefined, leave = false): void {
    this.#set({ conditions: withCondition(this.#shown.conditions, key, value) });
    if (leave) this.#pick.back();
  }

  #set(change: Partial<Shown>): void {
    void this.#services.show.change(this.#view, change);
    this.#pick.draw();
  }

  #leadTo(label: string, description: string, page: () => Page, isUsed = false): Choice {
    return {
      label,
      description,
      iconPath: new ThemeIcon(isUsed ? 'check' : 'chevron-right'),
      act: () => this.#pick.push(page()),
    };
  }

  #textOf(key: ConditionKey): string {
    const value = this.#shown.conditions[key];
    return value === undefined
      ? ''
      : joined([valueText(key, value, this.#context), this.#hereText(key, value)]);
  }

  #hereText(key: ConditionKey, value: ConditionValue): string | undefined {
    const conditions = { [key]: value };
    const query = queryOf(conditions, this.#services.clock.now(), this.#services.show.calendar);
    const unavailable = unavailableFilters(query, this.#services.session.profile.dialect);
    const sent = Object.fromEntries(
      Object.entries(query).filter(([name]) => !unavailable.includes(name as never)),
    );
    // Nothing is asked of the service for Events.
    const isHere = appliedHere(conditions, this.#view === 'markets' ? sent : {}).length > 0;
    return isHere ? l10n.t('applied here') : undefined;
  }

  #sortText(): string {
    const { sort } = this.#shown;
    return sort === undefined ? l10n.t('order of the service') : sortText(sort, this.#context);
  }

  #hint(key: ConditionKey): string {
    switch (conditionSpec(key).kind) {
      case 'amount':
        return l10n.t('Type a number such as 2500 or 10k, or pick one');
      case 'cents':
        return l10n.t('Type cents such as 2 or 0.5, or pick some');
      case 'day':
        return l10n.t('Type a date as YYYY-MM-DD, or pick a day');
      case 'ids':
        return l10n.t('Type whole numbers, separated by commas');
      case 'text':
        return l10n.t('Type the id');
      case 'names':
        return key === 'leagues'
          ? l10n.t('Pick one or more')
          : l10n.t('Pick some, or type one or more, separated by commas');
      default:
        return l10n.t('Pick one or more');
    }
  }

  get #shown(): Shown {
    return this.#services.show.of(this.#view);
  }

  get #context() {
    return this.#services.view();
  }

  get #today(): string {
    return this.#services.show.calendar.dayOf(this.#services.clock.now());
  }
}

const CHECKED = { iconPath: new ThemeIcon('check') };

function separator(label: string): QuickPickItem {
  return { label, kind: QuickPickItemKind.Separator };
}

function groupingText(grouping: Grouping): string {
  return grouping === 'flat' ? l10n.t('Flat list') : l10n.t('By league and event');
}

function listOf(value: ConditionValue | undefined): readonly string[] {
  return Array.isArray(value) ? value : [];
}

function sameValue(a: ConditionValue | undefined, b: ConditionValue): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

/** Values to pick without typing. */
function offered(key: ConditionKey): readonly ConditionValue[] {
  switch (conditionSpec(key).kind) {
    case 'amount':
      return [1_000, 10_000, 100_000];
    case 'cents':
      return [1, 2, 5];
    case 'day':
      return DAY_WORDS;
    case 'flag':
      return [true, false];
    case 'choice':
      return [true, false, 'either'];
    default:
      return [];
  }
}

function rangeText(key: ConditionKey, text: string): string {
  const { kind } = conditionSpec(key);
  if (kind !== 'amount' && kind !== 'cents') return text;
  return /Max$/.test(key) ? l10n.t('{0} and less', text) : l10n.t('{0} and more', text);
}
