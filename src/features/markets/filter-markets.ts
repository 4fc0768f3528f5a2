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
  for (const field of filterFields()) {
    const { label, name, group } = field;
    const description = filterText(query, field);
    const isAvailable = isFilterAvailable(name, dialect);
    if (description === undefined) {
      if (!isAvailable) continue;
      if (!unset.some((item) => item.field?.group === group)) unset.push(separator(group));
      unset.push({ field, label });
    } else if (!unavailableFilters.includes(name)) {
      set.push({ field, label, description, iconPath: new ThemeIcon('check') });
    } else {
      const item: FieldItem = { field, label, description, iconPath: new ThemeIcon('warning') };
      // Several tags can be cut down to the one that can be sent; the others can only be removed.
      unavailable.push(
        isAvailable ? item : { ...item, label: l10n.t('Remove {0}', label), action: 'remove' },
      );
    }
  }
  const group = (label: string, items: readonly FieldItem[]) =>
    items.length === 0 ? [] : [separator(label), ...items];
  const clear = {
    action: 'clear',
    label: l10n.t('Clear filter'),
    iconPath: new ThemeIcon('clear-all'),
  } as const;
  return [
    ...group(l10n.t('Set'), set),
    ...group(l10n.t('Not available on {0}', connection), unavailable),
    ...(isFiltered(query) ? [clear] : []),
    ...unset,
  ];
}

function separator(label: string): FieldItem {
  return { label, kind: QuickPickItemKind.Separator };
}

/** A filter's value, undefined to remove it; or what is wrong with what was typed, as a sentence for people. */
type Parsed<T> = { readonly value: T | undefined } | { readonly problem: string };

type Basis = Pick<Services, 'markets' | 'session' | 'clock'>;
type Ask = (field: FilterField, query: MarketQuery, basis: Basis) => Promise<Parsed<unknown> | undefined>;

/** Asks for one filter's value. Returns the new query, or undefined when the question was closed. */
export async function editFilter(
  basis: Basis,
  query: MarketQuery,
  field: FilterField,
): Promise<MarketQuery | undefined> {
  const { input, name } = field;
  const ask = input === 'flag' ? askFlag : input === 'choices' ? askChoices : askTyped;
  const answer = await ask(field, query, basis);
  return answer !== undefined && 'value' in answer
    ? withFilter(query, name, answer.value as MarketQuery[typeof name])
    : undefined;
}

const askTyped: Ask = async (field, query, { session, clock }) => {
  const { input, name } = field;
  const moment = l10n.t(
    '2026-11-20, 2026-11-20T18:00Z, today, tomorrow or +3d, in UTC. Leave empty to remove the filter.',
  );
  const list = l10n.t('One or more, separated by commas. Leave empty to remove the filter.');
  const prompts: { readonly [I in FilterField['input']]?: string } = {
    amount: l10n.t('A number. Leave empty to remove the filter.'),
    from: moment,
    until: moment,
    list,
    ids: list,
  };
  const parse = (text: string): Parsed<unknown> => {
    if (input === 'amount') return checkRange(query, name, parseAmount(text));
    if (input === 'from' || input === 'until') return parseMoment(text, input, clock.now());
    if (input === 'text') return { value: text.trim() || undefined };
    const parsed = parseList(text, input === 'ids');
    const takesOne = name === 'tagIds' && session.profile.dialect === 'seed';
    return takesOne && 'value' in parsed && (parsed.value?.length ?? 0) > 1
      ? { problem: l10n.t('This connection filters by one tag at a time.') }
      : parsed;
  };
  const text = await window.showInputBox({
    title: field.label,
    prompt: prompts[input] ?? l10n.t('Leave empty to remove the filter.'),
    value: filterText(query, field) ?? '',
    validateInput: (entered) => {
      const parsed = parse(entered);
      return 'problem' in parsed ? parsed.problem : undefined;
    },
  });
  return text === undefined ? undefined : parse(text);
};

/** Refuses a minimum above the maximum, which would show nothing and never say why. */
function checkRange(query: MarketQuery, name: FilterName, parsed: Parsed<Decimal>): Parsed<Decimal> {
  const isMin = name.endsWith('Min');
  const other = query[(isMin ? name.replace('Min', 'Max') : name.replace('Max', 'Min')) as FilterName];
  if ('problem' in parsed || parsed.value === undefined || !(other instanceof Decimal)) return parsed;
  if (isMin ? !parsed.value.greaterThan(other) : !parsed.value.lessThan(other)) return parsed;
  return {
    problem: isMin
      ? l10n.t('The maximum is {0}; enter a minimum that is not above it.', other.toString())
      : l10n.t('The minimum is {0}; enter a maximum that is not below it.', other.toString()),
  };
}

const askFlag: Ask = async ({ label: title, name }, query) => {
  const item = (label: string, value: boolean | undefined) => ({
    label,
    value,
    ...(value === query[name] ? { description: l10n.t('now') } : {}),
  });
  return window.showQuickPick(
    [item(l10n.t('Yes'), true), item(l10n.t('No'), false), item(l10n.t('Either'), undefined)],
    { title },
  );
};

/** Offers known values to tick. A value typed and confirmed without ticking anything counts as ticked. */
const askChoices: Ask = ({ label: title, name }, query, basis) =>
  new Promise((resolve) => {
    const pick = window.createQuickPick<QuickPickItem>();
    /** What was ticked when the text in the box was last changed. */
    let tickedBefore = (query[name] ?? []) as readonly string[];
    const all = [...new Set([...tickedBefore, ...choicesFor(basis, name)])];
    const ticked = (): string[] => pick.selectedItems.map(({ label }) => label);
    const offer = (labels: readonly string[]): void => {
      pick.items = [...new Set([...tickedBefore, ...labels])].map((label) => ({ label }));
      pick.selectedItems = pick.items.filter(({ label }) => tickedBefore.includes(label));
    };
    pick.title = title;
    pick.placeholder = l10n.t('Tick values, or type one that is not listed; none removes the filter');
    pick.canSelectMany = true;
    offer(all);
    pick.onDidChangeValue((value) => {
      tickedBefore = ticked();
      offer(value.trim() === '' ? all : [value.trim(), ...all]);
    });
    pick.onDidAccept(() => {
      const values = new Set(ticked());
      const typed = pick.value.trim();
      if (typed !== '' && values.size === tickedBefore.length && tickedBefore.every((one) => values.has(one)))
        values.add(all.find((label) => label.toLowerCase() === typed.toLowerCase()) ?? typed);
      resolve({ value: values.size === 0 ? undefined : [...values] });
      pick.hide();
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(undefined);
    });
    pick.show();
  });

/** Values to offer: categories and types differ by service, so those seen; sports types are named by the interface. */
function choicesFor({ markets }: Basis, name: FilterName): readonly string[] {
  if (name === 'sportsMarketTypes')
    return ['UNSPECIFIED', 'MONEYLINE', 'SPREAD', 'TOTAL', 'PROP', 'FUTURE', 'DRAWABLE_OUTCOME'];
  const values = [...markets.known()].map((market) =>
    name === 'categories' ? market.category : market.marketType,
  );
  return [...new Set(values.filter((value) => value !== undefined))].sort();
}

export function parseAmount(text: string): Parsed<Decimal> {
  const trimmed = text.trim().replaceAll(',', '');
  if (trimmed === '') return { value: undefined };
  const value = /^\d{1,18}(\.\d{1,8})?$/.test(trimmed) ? Decimal.parse(trimmed) : undefined;
  return value === undefined
    ? { problem: l10n.t('Enter a number of 0 or more, e.g. 2500 or 0.5.') }
    : { value };
}

/** Reads values between commas or blanks; ids have at most 10 digits. */
export function parseList(text: string, areIds = false): Parsed<readonly string[]> {
  const values = [...new Set(text.split(/[\s,]+/).filter((value) => value !== ''))];
  const wrong = areIds ? values.find((value) => !/^\d{1,10}$/.test(value)) : undefined;
  if (wrong !== undefined) return { problem: l10n.t('“{0}” is not a whole number.', wrong) };
  return { value: values.length === 0 ? undefined : values };
}

const DAY_MS = 86_400_000;
const DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS };

/**
 * Reads a date (`2026-11-20`), a moment (`2026-11-20T18:00Z`), a word (`today`, `tomorrow`, `yesterday`, `now`) or a
 * distance from now (`+3d`, `-12h`) as an RFC 3339 text. A day is a UTC day: `from` its first second, `until` its last.
 */
export function parseMoment(text: string, bound: 'from' | 'until', nowMs: number): Parsed<string> {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '') return { value: undefined };
  const ms = momentOf(trimmed, bound, nowMs);
  return ms === undefined
    ? { problem: l10n.t('Enter a date like 2026-11-20, 2026-11-20T18:00Z, today, tomorrow or +3d.') }
    : { value: new Date(ms).toISOString().replace('.000Z', 'Z') };
}

function momentOf(text: string, bound: 'from' | 'until', nowMs: number): number | undefined {
  const edgeOfDay = (ms: number): number => {
    const start = Math.floor(ms / DAY_MS) * DAY_MS;
    return bound === 'from' ? start : start + DAY_MS - 1000;
  };
  if (text === 'now') return nowMs;
  const days = DAYS[text];
  if (days !== undefined) return edgeOfDay(nowMs + days * DAY_MS);
  const [, distance, unit = ''] = /^([+-]\d{1,4})\s*([hdw])$/.exec(text) ?? [];
  if (distance !== undefined) return nowMs + Number(distance) * (UNITS[unit] ?? 0);
  const instant = parseInstant(text.toUpperCase());
  return instant && (text.includes(':') ? instant.ms : edgeOfDay(instant.ms));
}
