import { l10n, type QuickPickItem, window } from 'vscode';
import type { Decimal } from '../../core/decimal.ts';
import type { MarketQuery } from '../../core/query.ts';
import { type FilterField, filterText, withFilter } from '../filter-fields.ts';
import type { Services } from '../services.ts';
import { type Parsed, parseAmount, parseList, parseMoment } from './filter-parse.ts';

/** Asks for one filter's value. Returns the new query, or undefined when nothing was decided. */
export async function editFilter(
  services: Services,
  query: MarketQuery,
  field: FilterField,
): Promise<MarketQuery | undefined> {
  const { input, name } = field;
  const typed = <T>(prompt: string, parse: (text: string) => Parsed<T>): Promise<Parsed<T> | undefined> =>
    askTyped(field, filterText(query, field), prompt, parse);
  const change = (parsed: Parsed<unknown> | undefined): MarketQuery | undefined =>
    parsed?.ok === true ? withFilter(query, name, parsed.value as MarketQuery[typeof name]) : undefined;
  switch (input.kind) {
    case 'flag':
      return change(await askFlag(field, query[name] as boolean | undefined));
    case 'amount':
      return change(
        await typed(l10n.t('A number; empty removes the filter'), (text) =>
          inOrder(query, name, parseAmount(text)),
        ),
      );
    case 'moment':
      return change(
        await typed(
          l10n.t(
            '2026-11-20, 2026-11-20T18:00Z, today, tomorrow, +3d; days are UTC; empty removes the filter',
          ),
          (text) => parseMoment(text, input.bound, services.clock.now()),
        ),
      );
    case 'text':
      return change(
        await typed(l10n.t('Empty removes the filter'), (text) => ({
          ok: true,
          value: text.trim() || undefined,
        })),
      );
    case 'list':
      return change(
        await typed(l10n.t('One or more, between commas; empty removes the filter'), (text) =>
          parseList(
            text,
            input.numeric && { test: /^\d{1,10}$/, problem: l10n.t('these ids are whole numbers.') },
          ),
        ),
      );
    case 'choices':
      return change(
        await askChoices(field, known(services, input.known), (query[name] ?? []) as readonly string[]),
      );
  }
}

const PAIRS: Readonly<
  Partial<Record<string, { readonly other: keyof MarketQuery; readonly least: boolean }>>
> = {
  volumeMin: { other: 'volumeMax', least: true },
  volumeMax: { other: 'volumeMin', least: false },
  liquidityMin: { other: 'liquidityMax', least: true },
  liquidityMax: { other: 'liquidityMin', least: false },
};

/** A least value above the greatest would show nothing and never say why. */
function inOrder(query: MarketQuery, name: string, parsed: Parsed<Decimal>): Parsed<Decimal> {
  const pair = PAIRS[name];
  const other = pair && (query[pair.other] as Decimal | undefined);
  if (!parsed.ok || parsed.value === undefined || pair === undefined || other === undefined) return parsed;
  const wrong = pair.least ? parsed.value.greaterThan(other) : parsed.value.lessThan(other);
  if (!wrong) return parsed;
  return {
    ok: false,
    problem: pair.least
      ? l10n.t('The greatest value is {0}; the least cannot be above it.', other.toString())
      : l10n.t('The least value is {0}; the greatest cannot be below it.', other.toString()),
  };
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

/** What is known can be ticked, anything else typed. */
async function askChoices(
  field: FilterField,
  offered: readonly string[],
  present: readonly string[],
): Promise<Parsed<readonly string[]> | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<QuickPickItem>();
    const all = [...new Set([...present, ...offered])];
    pick.title = field.label;
    pick.placeholder = l10n.t('Tick any number, or type one that is not listed; none removes the filter');
    pick.canSelectMany = true;
    pick.items = all.map((label) => ({ label }));
    pick.selectedItems = pick.items.filter(({ label }) => present.includes(label));
    pick.onDidChangeValue((value) => {
      const typed = value.trim();
      const ticked = pick.selectedItems.map(({ label }) => label);
      const labels = typed === '' || all.includes(typed) ? all : [typed, ...all];
      pick.items = [...new Set([...ticked, ...labels])].map((label) => ({ label }));
      pick.selectedItems = pick.items.filter(({ label }) => ticked.includes(label));
    });
    pick.onDidAccept(() => {
      const values = pick.selectedItems.map(({ label }) => label);
      resolve({ ok: true, value: values.length === 0 ? undefined : values });
      pick.hide();
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(undefined);
    });
    pick.show();
  });
}

/** Categories and types differ from service to service: offered is what was seen, and the types the interface names. */
function known(
  { markets }: Services,
  which: 'categories' | 'marketTypes' | 'sportsMarketTypes',
): readonly string[] {
  const seen = new Set<string>();
  for (const market of markets.known()) {
    const value = {
      categories: market.category,
      marketTypes: market.marketType,
      sportsMarketTypes: undefined,
    }[which];
    if (value !== undefined && value !== '') seen.add(value);
  }
  if (which === 'sportsMarketTypes')
    return ['UNSPECIFIED', 'MONEYLINE', 'SPREAD', 'TOTAL', 'PROP', 'FUTURE', 'DRAWABLE_OUTCOME'];
  return [...seen].sort();
}
