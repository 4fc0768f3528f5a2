import { l10n, ThemeIcon } from 'vscode';
import {
  appliedHere,
  type ConditionKey,
  type Conditions,
  type ConditionValue,
  conditionSpec,
  limitOf,
  listOf,
  parseTyped,
  queryOf,
} from '../../core/conditions.ts';
import { availableQuery } from '../../exchange/profile.ts';
import { seriesKey } from '../../store/markets/catalogue.ts';
import { limitText, memberText, valueHint, valueText } from '../../view/condition-text.ts';
import { typedNumber } from '../../view/numbers.ts';
import { joined } from '../../view/row.ts';
import { CHECKED, type Choice, type PagedPick } from '../paged-pick.ts';
import type { Parts } from '../services.ts';
import type { Shown, ShownView } from '../shown-state.ts';
import { Members, NAMED_KEYS } from './members.ts';

type Needed = Parts<
  'catalogue' | 'clock' | 'config' | 'events' | 'index' | 'marketViews' | 'markets' | 'session'
> &
  Parts<'show' | 'view'>;

/** What is in use of the conditions of one view, and the choices that change it. Each takes effect at once. */
export class ConditionChoices {
  readonly members: Members;
  readonly #services: Needed;
  readonly #view: ShownView;
  readonly #pick: PagedPick;

  constructor(services: Needed, view: ShownView, pick: PagedPick) {
    this.#services = services;
    this.#view = view;
    this.#pick = pick;
    this.members = new Members(services, (key) => listOf(this.inUse.conditions[key]));
  }

  get inUse(): Shown {
    return this.#services.show.of(this.#view);
  }

  get #today(): string {
    return this.#services.show.calendar.dayOf(this.#services.clock.now());
  }

  get isWhole(): boolean {
    const list = this.#services[this.#view];
    return list.state.kind === 'ready' && !list.hasMore;
  }

  valueChoices(key: ConditionKey): readonly Choice[] {
    const { conditions } = this.inUse;
    const current = conditions[key];
    const all = [...(current === undefined ? [] : [current]), ...(conditionSpec(key).values ?? [])];
    return [...new Set(all)]
      .filter((value) => limitOf(key, value, conditions, this.#today) === undefined)
      .map((value) => ({ ...this.#valueChoice(key, value), ...(value === current ? CHECKED : {}) }));
  }

  #valueChoice(key: ConditionKey, value: ConditionValue): Choice {
    return {
      label: this.rangeText(key, value),
      ...(this.isWhole ? {} : { description: l10n.t('so far') }),
      ...this.countedBy({ ...this.inUse.conditions, [key]: value }),
      act: () => this.put(key, value, true),
    };
  }

  /** A value that can be taken, or why it cannot. */
  typedChoice(key: ConditionKey, typed: string): Choice {
    const { conditions } = this.inUse;
    const { settings } = this.#services.view().format;
    const isNumber = conditionSpec(key).kind === 'number';
    const value = parseTyped(key, isNumber ? typedNumber(typed, settings.locale) : typed);
    const limit = value === undefined ? undefined : limitOf(key, value, conditions, this.#today);
    if (value === undefined || limit !== undefined) {
      const label =
        limit === undefined
          ? valueHint(key, this.#services.view())
          : limitText(key, limit, this.#services.view());
      return { label, iconPath: new ThemeIcon('warning') };
    }
    const note = l10n.t('This connection cannot filter by it: applied here, to what was read.');
    const detail = this.hereText(key, value) === undefined ? {} : { detail: note };
    if (!Array.isArray(value)) return { ...this.#valueChoice(key, value), ...detail };
    const added = [...new Set([...listOf(conditions[key]), ...value])];
    const label = valueText(key, value, this.#services.view());
    return { label, description: l10n.t('add'), ...detail, act: () => this.put(key, added, true) };
  }

  memberChoice(key: ConditionKey, member: string): Choice {
    const set = listOf(this.inUse.conditions[key]);
    const isSet = set.includes(member);
    const next = isSet ? set.filter((each) => each !== member) : [...set, member];
    const { catalogue } = this.#services;
    const isPart = key === 'leagues' || NAMED_KEYS.has(key);
    const group = key === 'series' ? seriesKey(member) : member;
    const isRead = this.isWhole || (isPart && key !== 'tagIds' && catalogue.reading(group)?.kind === 'whole');
    const isKnown = isRead || !isPart || this.members.read(key).includes(member);
    return {
      label: memberText(key, member, this.#services.view()),
      ...(isSet ? CHECKED : {}),
      // A league nobody opened has no count, one that is partly read says so.
      ...(isKnown ? { counted: { [key]: [member] } } : { description: l10n.t('not read yet') }),
      ...(isKnown && !isRead ? { description: l10n.t('so far') } : {}),
      act: () => this.put(key, next.length === 0 ? undefined : next),
    };
  }

  countedBy(conditions: Conditions): Pick<Choice, 'counted'> {
    return this.isSecret(conditions) ? {} : { counted: conditions };
  }

  /** How much is one's own is an amount. */
  isSecret(conditions: Conditions): boolean {
    return conditions.mine !== undefined && this.#services.config.get('hideAmounts');
  }

  put(key: ConditionKey, value: ConditionValue | undefined, leave = false): void {
    const { [key]: _, ...rest } = this.inUse.conditions;
    this.set({ conditions: value === undefined ? rest : { ...rest, [key]: value } });
    if (leave) this.#pick.back();
  }

  set(change: Partial<Shown>): void {
    void this.#services.show.change(this.#view, change);
    this.#pick.draw();
  }

  textOf(key: ConditionKey): string {
    const value = this.inUse.conditions[key];
    if (value === undefined) return l10n.t('any');
    return joined([valueText(key, value, this.#services.view()), this.hereText(key, value)]);
  }

  hereText(key: ConditionKey, value: ConditionValue): string | undefined {
    const { clock, show, session } = this.#services;
    const query = queryOf({ [key]: value }, clock.now(), show.calendar);
    // Nothing is asked of the service for Events.
    const sent = this.#view === 'markets' ? availableQuery(query, session.profile.dialect) : {};
    return appliedHere({ [key]: value }, sent).length > 0 ? l10n.t('applied here') : undefined;
  }

  rangeText(key: ConditionKey, value: ConditionValue): string {
    const text = valueText(key, value, this.#services.view());
    if (typeof value !== 'number') return text;
    const isMost = conditionSpec(key).bound === 'most';
    return isMost ? l10n.t('{0} and less', text) : l10n.t('{0} and more', text);
  }
}
