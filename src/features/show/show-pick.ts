import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import {
  CONDITION_KEYS,
  type ConditionKey,
  type ConditionValue,
  conditionSpec,
  listOf,
} from '../../core/conditions.ts';
import { GROUPINGS, type Grouping } from '../../core/grouping.ts';
import { defaultDirection, SORT_KEYS } from '../../core/sort.ts';
import { conditionName, conditionText, sortName, sortText, valueHint } from '../../view/condition-text.ts';
import { joined } from '../../view/row.ts';
import { CHECKED, type Choice, type Page, PagedPick } from '../paged-pick.ts';
import { readCount } from '../reading-note.ts';
import type { Parts } from '../services.ts';
import type { ShownView } from '../shown-state.ts';
import { ConditionChoices } from './condition-choices.ts';
import { NAMED_KEYS } from './members.ts';
import { saveQuery } from './saved.ts';

type Needed = ConstructorParameters<typeof ConditionChoices>[0] & Parts<'filteredLists' | 'saved'>;

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
  services: Needed,
  view: ShownView,
  page: (pages: ShowPages) => Page = (pages) => pages.first(),
): Promise<void> {
  void services.catalogue.load();
  const pick = new PagedPick((asked, done) => services.filteredLists.count(view, asked, done));
  return pick.open(page(new ShowPages(services, view, pick)));
}

/** The pages of the Show pick of one view. Each choice takes effect at once. */
class ShowPages {
  readonly #services: Parts<'view' | 'filteredLists' | 'events' | 'markets' | 'show' | 'saved'>;
  readonly #view: ShownView;
  readonly #pick: PagedPick;
  readonly #choices: ConditionChoices;

  constructor(services: Needed, view: ShownView, pick: PagedPick) {
    this.#services = services;
    this.#view = view;
    this.#pick = pick;
    this.#choices = new ConditionChoices(services, view, pick);
  }

  first(): Page {
    const isMarkets = this.#view === 'markets';
    const save = (): void => {
      this.#pick.close();
      void saveQuery(this.#services, this.#view);
    };
    return {
      title: () => this.#title(),
      placeholder: l10n.t('Presets, leagues, sort, then every filter of the service'),
      buttons: [
        { iconPath: new ThemeIcon('bookmark'), tooltip: l10n.t('Save This Query…'), press: save },
        {
          iconPath: new ThemeIcon('trash'),
          tooltip: l10n.t('Clear Filter'),
          press: () => this.#choices.set({ conditions: {} }),
        },
      ],
      choices: () => [
        separator(l10n.t('presets')),
        ...presets().map((preset) => this.#presetChoice(preset)),
        separator(l10n.t('leagues')),
        ...this.#leagues(),
        separator(l10n.t('sort and group')),
        this.#leadTo(l10n.t('Sort'), sortText(this.#choices.inUse.sort, this.#services.view()), () =>
          this.sort(),
        ),
        ...(isMarkets
          ? [this.#leadTo(l10n.t('Group'), groupingText(this.#choices.inUse.grouping), () => this.sort())]
          : []),
        separator(l10n.t('more')),
        ...FIRST_KEYS.map((key) => this.#entry(key)),
        this.#more(),
      ],
    };
  }

  #title(): string {
    const isMarkets = this.#view === 'markets';
    const { conditions, sort } = this.#choices.inUse;
    const isFiltered = Object.keys(conditions).length > 0;
    const matching = this.#services.filteredLists[this.#view](conditions, sort);
    // Without a filter the views count what was read.
    const total = isFiltered ? matching.total : readCount(this.#services, this.#view);
    const isUnsaid = (isFiltered && matching.isPending) || this.#choices.isSecret(conditions);
    if (isUnsaid) return isMarkets ? l10n.t('Show in Markets') : l10n.t('Show in Events');
    const one = isMarkets ? l10n.t('Show in Markets: 1 market') : l10n.t('Show in Events: 1 event');
    const many = isMarkets
      ? l10n.t('Show in Markets: {0} markets', total)
      : l10n.t('Show in Events: {0} events', total);
    const text = total === 1 ? one : many;
    return this.#choices.isWhole ? text : l10n.t('{0} so far', text);
  }

  /** Order and, of Markets, groups. */
  sort(): Page {
    return {
      title: () => l10n.t('Show: Sort and Group'),
      placeholder: l10n.t('Pick the current sort again to reverse it'),
      choices: () => {
        const { sort, grouping } = this.#choices.inUse;
        const sorts = SORT_KEYS.map((key) => {
          const isUsed = key === sort.key;
          const turned = sort.direction === 'asc' ? 'desc' : 'asc';
          const direction = isUsed ? turned : defaultDirection(key);
          return {
            label: sortName(key, this.#services.view()),
            ...(isUsed ? { description: sortText(sort, this.#services.view()), ...CHECKED } : {}),
            act: () => this.#choices.set({ sort: { key, direction } }),
          };
        });
        const groups = GROUPINGS.map((each) => ({
          label: groupingText(each),
          ...(each === grouping ? CHECKED : {}),
          act: () => this.#choices.set({ grouping: each }),
        }));
        return this.#view === 'markets' ? [...sorts, separator(l10n.t('group')), ...groups] : sorts;
      },
    };
  }

  /** One condition: its values to pick, or to type. */
  condition(key: ConditionKey): Page {
    const { kind, values } = conditionSpec(key);
    const isList = kind === 'list';
    const isTyped = kind !== 'choice' && key !== 'leagues' && !(isList && values !== undefined);
    return {
      title: () => l10n.t('Show: {0}', conditionName(key, this.#services.view())),
      placeholder: valueHint(key, this.#services.view()),
      isTyped,
      choices: (typed) => {
        const named = isList ? this.#choices.members.named(key, typed) : [];
        const isValue = isTyped && typed.trim() !== '' && !(NAMED_KEYS.has(key) && named.length > 0);
        return [
          ...(isValue ? [this.#choices.typedChoice(key, typed)] : []),
          ...(isList
            ? named.map((member) => this.#choices.memberChoice(key, member))
            : this.#choices.valueChoices(key)),
          {
            label: l10n.t('Any'),
            description: l10n.t('remove this filter'),
            act: () => this.#choices.put(key, undefined, !isList),
          },
        ].map((choice) => ({ ...choice, alwaysShow: isTyped }));
      },
    };
  }

  #more(): Choice {
    const { conditions } = this.#choices.inUse;
    const used = MORE_KEYS.filter((key) => conditions[key] !== undefined);
    const some = MORE_KEYS.slice(-4).map((key) => conditionName(key, this.#services.view()).toLowerCase());
    const page: Page = {
      title: () => l10n.t('Show: More'),
      placeholder: l10n.t('Every filter of the service'),
      choices: () => MORE_KEYS.map((key) => this.#entry(key)),
    };
    const description = used.length > 0 ? used.map((key) => this.#choices.textOf(key)) : some;
    return this.#leadTo(l10n.t('More… {0} filters', MORE_KEYS.length), description.join(', '), () => page);
  }

  #presetChoice([key, value, label, note]: Preset): Choice {
    const current = this.#choices.inUse.conditions[key];
    const isNumber = typeof value === 'number';
    const isUsed = isNumber ? current !== undefined : JSON.stringify(current) === JSON.stringify(value);
    const shown = isNumber ? (current ?? value) : value;
    const page = (): void => this.#pick.push(this.condition(key));
    const pencil = [{ iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Change…') }];
    return {
      label: label ?? conditionText(key, value, this.#services.view()),
      description: joined([
        this.#choices.isWhole || OWN_KEYS.has(key) ? undefined : l10n.t('so far'),
        isNumber ? this.#choices.rangeText(key, shown) : note,
        this.#choices.hereText(key, value),
      ]),
      ...(isUsed ? CHECKED : {}),
      ...this.#choices.countedBy({ [key]: shown }),
      ...(isNumber ? { buttons: pencil, edit: page } : {}),
      act: () => this.#choices.put(key, isUsed ? undefined : value),
    };
  }

  #leagues(): readonly Choice[] {
    const keys = this.#choices.members.all('leagues');
    const set = listOf(this.#choices.inUse.conditions.leagues);
    const first = keys.slice(0, Math.max(FIRST_LEAGUES, set.length));
    const left = keys.length - first.length;
    const rest =
      left === 1 ? l10n.t('1 more league or category…') : l10n.t('{0} more leagues and categories…', left);
    return [
      ...first.map((key) => this.#choices.memberChoice('leagues', key)),
      ...(keys.length > first.length ? [this.#leadTo(rest, '', () => this.condition('leagues'))] : []),
    ];
  }

  /** A condition under its own name, with its value; it leads to the page of its values. */
  #entry(key: ConditionKey): Choice {
    const isUsed = this.#choices.inUse.conditions[key] !== undefined;
    const label = conditionName(key, this.#services.view());
    if (conditionSpec(key).values?.length === 1)
      return {
        label,
        ...(isUsed ? CHECKED : {}),
        act: () => this.#choices.put(key, isUsed ? undefined : true),
      };
    const choice = this.#leadTo(label, this.#choices.textOf(key), () => this.condition(key));
    return isUsed ? { ...choice, ...CHECKED } : choice;
  }

  #leadTo(label: string, description: string, page: () => Page): Choice {
    return {
      label,
      description,
      iconPath: new ThemeIcon('chevron-right'),
      act: () => this.#pick.push(page()),
    };
  }
}

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
