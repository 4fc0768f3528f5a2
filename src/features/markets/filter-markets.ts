import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { Decimal } from '../../core/decimal.ts';
import { parseInstant } from '../../core/instant.ts';
import type { MarketQuery } from '../../core/query.ts';
import { isFilterAvailable } from '../../exchange/profile.ts';
import {
  clearMarketFilter,
  type FilterField,
  type FilterName,
  filterFields,
  filterText,
  isFiltered,
  withFilter,
} from '../market-filters.ts';
import type { Services } from '../services.ts';

interface FieldItem extends QuickPickItem {
  readonly field?: FilterField;
  readonly action?: 'clear' | 'remove';
}

type Choices = Extract<FilterField['input'], { readonly kind: 'choices' }>['known'];

/** Lists every filter, the set ones first. Each change applies at once; the list returns until it is closed. */
export async function filterMarkets(services: Services): Promise<void> {
  const { markets } = services;
  for (;;) {
    const item = await window.showQuickPick(filterItems(services), {
      title: l10n.t('Filter Markets'),
      placeHolder: l10n.t('Pick a filter to set, change or remove; press Escape when done'),
      matchOnDescription: true,
    });
    if (item === undefined) return;
    if (item.action === 'clear') {
      void clearMarketFilter(services);
      return;
    }
    const { field } = item;
    if (field === undefined) continue;
    const query =
      item.action === 'remove'
        ? withFilter(markets.query, field.name, undefined)
        : await editFilter(services, markets.query, field);
    // Not awaited: the next filter can be picked while the list loads.
    if (query !== undefined) void markets.setQuery(query);
  }
}

/** The set filters, those this connection cannot apply, then what can be set, by group. */
function filterItems({ markets, session }: Services): FieldItem[] {
  const { query, unavailableFilters } = markets;
  const { dialect, label: connection } = session.profile;
  const set: FieldItem[] = [];
  const unavailable: FieldItem[] = [];
  const unset: FieldItem[] = [];
  let group: string | undefined;
  for (const field of filterFields()) {
    const text = filterText(query, field);
    const { label, name } = field;
    if (text !== undefined && unavailableFilters.includes(name)) {
      // Several tags can be cut down to the one that can be sent; the others can only be removed.
      const action = isFilterAvailable(name, dialect) ? {} : { action: 'remove' as const };
      const title = action.action === undefined ? label : l10n.t('Remove {0}', label);
      unavailable.push({
        field,
        label: title,
        description: text,
        iconPath: new ThemeIcon('warning'),
        ...action,
      });
    } else if (text !== undefined) {
      set.push({ field, label, description: text, iconPath: new ThemeIcon('check') });
    } else if (isFilterAvailable(name, dialect)) {
      if (field.group !== group) unset.push(separator(field.group));
      group = field.group;
      unset.push({ field, label });
    }
  }
  const clear: FieldItem = {
    action: 'clear',
    label: l10n.t('Clear filter'),
    iconPath: new ThemeIcon('clear-all'),
  };
  return [
    ...(set.length > 0 ? [separator(l10n.t('Set')), ...set] : []),
    ...(unavailable.length > 0
      ? [separator(l10n.t('Not available on {0}', connection)), ...unavailable]
      : []),
    ...(isFiltered(query) ? [clear] : []),
    ...unset,
  ];
}

function separator(label: string): FieldItem {
  return { label, kind: QuickPickItemKind.Separator };
}

/** Asks for one filter's value. Returns the new query, or undefined when the question was closed. */
export async function editFilter(
  services: Pick<Services, 'markets' | 'session' | 'clock'>,
  query: MarketQuery,
  field: FilterField,
): Promise<MarketQuery | undefined> {
  const { input, name } = field;
  const typed = <T>(prompt: string, parse: (text: string) => Parsed<T>): Promise<Parsed<T> | undefined> =>
    askTyped(field, filterText(query, field), prompt, parse);
  const ask = (): Promise<Parsed<unknown> | undefined> => {
    switch (input.kind) {
      case 'flag':
        return askFlag(field, query[name] as boolean | undefined);
      case 'amount':
        return typed(l10n.t('A number. Leave empty to remove the filter.'), (text) =>
          checkRange(query, name, parseAmount(text)),
        );
      case 'moment':
        return typed(
          l10n.t(
            '2026-11-20, 2026-11-20T18:00Z, today, tomorrow or +3d, in UTC. Leave empty to remove the filter.',
          ),
          (text) => parseMoment(text, input.bound, services.clock.now()),
        );
      case 'text':
        return typed(l10n.t('Leave empty to remove the filter.'), (text) => ({
          ok: true,
          value: text.trim() || undefined,
        }));
      case 'list':
        return typed(l10n.t('One or more, separated by commas. Leave empty to remove the filter.'), (text) =>
          checkTags(services, name, parseList(text, input.numeric === true)),
        );
      case 'choices':
        return askChoices(field, choicesFor(services, input.known), (query[name] ?? []) as readonly string[]);
    }
  };
  const parsed = await ask();
  return parsed?.ok === true ? withFilter(query, name, parsed.value as MarketQuery[typeof name]) : undefined;
}

const RANGES: Readonly<
  Partial<Record<FilterName, { readonly other: keyof MarketQuery; readonly isMin: boolean }>>
> = {
  volumeMin: { other: 'volumeMax', isMin: true },
  volumeMax: { other: 'volumeMin', isMin: false },
  liquidityMin: { other: 'liquidityMax', isMin: true },
  liquidityMax: { other: 'liquidityMin', isMin: false },
};

/** Refuses a minimum above the maximum, which would show nothing and never say why. */
function checkRange(query: MarketQuery, name: FilterName, parsed: Parsed<Decimal>): Parsed<Decimal> {
  const range = RANGES[name];
  const other = range && (query[range.other] as Decimal | undefined);
  if (!parsed.ok || parsed.value === undefined || range === undefined || other === undefined) return parsed;
  const isWrong = range.isMin ? parsed.value.greaterThan(other) : parsed.value.lessThan(other);
  if (!isWrong) return parsed;
  const problem = range.isMin
    ? l10n.t('The maximum is {0}; enter a minimum that is not above it.', other.toString())
    : l10n.t('The minimum is {0}; enter a maximum that is not below it.', other.toString());
  return { ok: false, problem };
}

function checkTags(
  { session }: Pick<Services, 'session'>,
  name: FilterName,
  parsed: Parsed<readonly string[]>,
): Parsed<readonly string[]> {
  const isTooMany =
    name === 'tagIds' && session.profile.dialect === 'seed' && parsed.ok && (parsed.value?.length ?? 0) > 1;
  return isTooMany ? { ok: false, problem: l10n.t('This connection filters by one tag at a time.') } : parsed;
}

async function askTyped<T>(
  field: FilterField,
  value: string | undefined,
  prompt: string,
  parse: (text: string) => Parsed<T>,
): Promise<Parsed<T> | undefined> {
  const text = await window.showInputBox({
    title: field.label,
    prompt,
    value: value ?? '',
    validateInput: (entered) => {
      const parsed = parse(entered);
      return parsed.ok ? undefined : parsed.problem;
    },
  });
  return text === undefined ? undefined : parse(text);
}

async function askFlag(
  field: FilterField,
  present: boolean | undefined,
): Promise<Parsed<boolean> | undefined> {
  const item = (label: string, value: boolean | undefined) => ({
    label,
    value,
    ...(value === present ? { description: l10n.t('now') } : {}),
  });
  const chosen = await window.showQuickPick(
    [item(l10n.t('Yes'), true), item(l10n.t('No'), false), item(l10n.t('Either'), undefined)],
    { title: field.label },
  );
  return chosen && { ok: true, value: chosen.value };
}

/** Offers known values to tick. A value typed and confirmed without ticking anything counts as ticked. */
async function askChoices(
  field: FilterField,
  offered: readonly string[],
  present: readonly string[],
): Promise<Parsed<readonly string[]> | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<QuickPickItem>();
    const all = [...new Set([...present, ...offered])];
    const ticked = (): string[] => pick.selectedItems.map(({ label }) => label);
    /** What was ticked when the text in the box was last changed. */
    let tickedBefore: readonly string[] = present;
    pick.title = field.label;
    pick.placeholder = l10n.t('Tick values, or type one that is not listed; none removes the filter');
    pick.canSelectMany = true;
    pick.items = all.map((label) => ({ label }));
    pick.selectedItems = pick.items.filter(({ label }) => present.includes(label));
    pick.onDidChangeValue((value) => {
      const typed = value.trim();
      const before = ticked();
      tickedBefore = before;
      const labels = typed === '' || all.includes(typed) ? all : [typed, ...all];
      pick.items = [...new Set([...before, ...labels])].map((label) => ({ label }));
      pick.selectedItems = pick.items.filter(({ label }) => before.includes(label));
    });
    pick.onDidAccept(() => {
      const values = ticked();
      const typed = pick.value.trim();
      const isUntouched =
        values.length === tickedBefore.length && values.every((value) => tickedBefore.includes(value));
      if (typed !== '' && isUntouched) {
        values.push(all.find((label) => label.toLowerCase() === typed.toLowerCase()) ?? typed);
      }
      const unique = [...new Set(values)];
      resolve({ ok: true, value: unique.length === 0 ? undefined : unique });
      pick.hide();
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(undefined);
    });
    pick.show();
  });
}

/** Values to offer: categories and types differ by service, so those seen; sports types are named by the interface. */
function choicesFor({ markets }: Pick<Services, 'markets'>, which: Choices): readonly string[] {
  if (which === 'sportsMarketTypes')
    return ['UNSPECIFIED', 'MONEYLINE', 'SPREAD', 'TOTAL', 'PROP', 'FUTURE', 'DRAWABLE_OUTCOME'];
  const seen = new Set<string>();
  for (const { category, marketType } of markets.known()) {
    const value = which === 'categories' ? category : marketType;
    if (value !== undefined && value !== '') seen.add(value);
  }
  return [...seen].sort();
}

/** A typed filter value; undefined removes the filter. `problem` is a sentence for people. */
type Parsed<T> =
  | { readonly ok: true; readonly value: T | undefined }
  | { readonly ok: false; readonly problem: string };

/** Reads a number of 0 or more. */
export function parseAmount(text: string): Parsed<Decimal> {
  const trimmed = text.trim().replaceAll(',', '');
  if (trimmed === '') return { ok: true, value: undefined };
  const value = /^\d{1,18}(\.\d{1,8})?$/.test(trimmed) ? Decimal.parse(trimmed) : undefined;
  return value === undefined
    ? { ok: false, problem: l10n.t('Enter a number of 0 or more, e.g. 2500 or 0.5.') }
    : { ok: true, value };
}

/** Reads values between commas or blanks; numeric ones have at most 10 digits. */
export function parseList(text: string, numeric = false): Parsed<readonly string[]> {
  const values = [...new Set(text.split(/[\s,]+/).filter((value) => value !== ''))];
  if (values.length === 0) return { ok: true, value: undefined };
  const wrong = numeric ? values.find((value) => !/^\d{1,10}$/.test(value)) : undefined;
  return wrong === undefined
    ? { ok: true, value: values }
    : { ok: false, problem: l10n.t('“{0}” is not a whole number.', wrong) };
}

const DAY_MS = 86_400_000;

/**
 * Reads a date (`2026-11-20`), a moment (`2026-11-20T18:00Z`), a word (`today`, `tomorrow`, `yesterday`, `now`) or a
 * distance from now (`+3d`, `-12h`) as an RFC 3339 text. A day is a UTC day: as a lower bound its first second, as an
 * upper bound its last.
 */
export function parseMoment(text: string, bound: 'min' | 'max', nowMs: number): Parsed<string> {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '') return { ok: true, value: undefined };
  const ms = momentOf(trimmed, bound, nowMs);
  return ms === undefined
    ? {
        ok: false,
        problem: l10n.t('Enter a date like 2026-11-20, 2026-11-20T18:00Z, today, tomorrow or +3d.'),
      }
    : { ok: true, value: new Date(ms).toISOString().replace('.000Z', 'Z') };
}

const DAYS: ReadonlyMap<string, number> = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);

function momentOf(text: string, bound: 'min' | 'max', nowMs: number): number | undefined {
  if (text === 'now') return nowMs;
  const days = DAYS.get(text);
  if (days !== undefined) return edgeOfDay(nowMs + days * DAY_MS, bound);
  const distance = /^([+-])(\d{1,4})\s*([hdw])$/.exec(text);
  if (distance !== null) {
    const unit = { h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS }[distance[3] as 'h' | 'd' | 'w'];
    return nowMs + (distance[1] === '-' ? -1 : 1) * Number(distance[2]) * unit;
  }
  const instant = parseInstant(text.toUpperCase());
  if (instant === undefined) return undefined;
  return text.includes(':') ? instant.ms : edgeOfDay(instant.ms, bound);
}

function edgeOfDay(ms: number, bound: 'min' | 'max'): number {
  const start = Math.floor(ms / DAY_MS) * DAY_MS;
  return bound === 'min' ? start : start + DAY_MS - 1000;
}
