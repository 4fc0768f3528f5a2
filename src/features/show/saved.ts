import { l10n, type QuickPickItem, ThemeIcon, window } from 'vscode';
import {
  groupedBy,
  hasName,
  isNamed,
  isQueryName,
  LONGEST_QUERY_NAME,
  type SavedQuery,
} from '../../core/saved-queries.ts';
import { conditionsText, sortText } from '../../view/condition-text.ts';
import { joined } from '../../view/row.ts';
import { confirmed } from '../ask.ts';
import type { Parts } from '../services.ts';
import type { Shown, ShownView } from '../shown-state.ts';

interface Action extends QuickPickItem {
  readonly run: () => Promise<unknown>;
}

/** Asks for a name and saves what a view shows under it; a query of that name is replaced, if that is confirmed. */
export async function saveQuery(services: Parts<'show' | 'saved' | 'view'>, view: ShownView): Promise<void> {
  const { conditions: show, sort, grouping } = services.show.of(view);
  const name = await askName(describe({ name: '', show, sort }, services));
  if (name === undefined) return;
  const isThere = hasName(services.saved.items, name);
  const detail = l10n.t('The saved query of this name is replaced.');
  if (isThere && !(await confirmed(l10n.t('Replace “{0}”?', name), detail, l10n.t('Replace')))) return;
  const saved = { name, show, sort, ...groupedBy(grouping) };
  await services.saved.edit((queries) =>
    isThere ? queries.map((query) => (isNamed(query, name) ? saved : query)) : [...queries, saved],
  );
}

/** Shows, moves, renames or deletes a saved query: the one named, or one that is picked. */
export async function manageQueries(
  services: Parts<'saved' | 'view' | 'show'>,
  view: ShownView,
  name?: string,
): Promise<void> {
  const { items: queries, problem } = services.saved;
  if (problem !== undefined) return services.saved.open();
  const items = queries.map((query) => ({ label: query.name, description: describe(query, services) }));
  const none = [{ label: l10n.t('There are no saved queries yet.') }];
  const picked =
    name ??
    (await window.showQuickPick(items.length > 0 ? items : none, { title: l10n.t('Saved Queries') }))?.label;
  const query = queries.find((each) => each.name === picked);
  if (query === undefined) return;
  const action = await window.showQuickPick(actions(services, view, query), { title: query.name });
  await action?.run();
}

function actions(
  services: Parts<'saved' | 'show' | 'view'>,
  view: ShownView,
  query: SavedQuery,
): readonly Action[] {
  const queries = services.saved.items;
  const at = queries.indexOf(query);
  const without = (all: readonly SavedQuery[]) => all.filter((each) => !isNamed(each, query.name));
  const move = (by: number) => () => services.saved.edit((all) => without(all).toSpliced(at + by, 0, query));
  const rename = async (): Promise<void> => {
    const name = await askName(query.name, without(queries));
    if (name !== undefined)
      await services.saved.edit((all) =>
        all.map((each) => (isNamed(each, query.name) ? { ...each, name } : each)),
      );
  };
  const remove = async (): Promise<void> => {
    const question = l10n.t('Delete the saved query “{0}”?', query.name);
    if (await confirmed(question, describe(query, services), l10n.t('Delete')))
      await services.saved.edit(without);
  };
  const action = (label: string, icon: string, run: () => Promise<unknown>): Action => ({
    label,
    iconPath: new ThemeIcon(icon),
    run,
  });
  return [
    action(l10n.t('Show'), 'filter', () => services.show.change(view, shownOf(query))),
    ...(at > 0 ? [action(l10n.t('Move Up'), 'arrow-up', move(-1))] : []),
    ...(at < queries.length - 1 ? [action(l10n.t('Move Down'), 'arrow-down', move(1))] : []),
    action(l10n.t('Rename…'), 'edit', rename),
    action(l10n.t('Delete…'), 'trash', remove),
  ];
}

/** What a view is to show for a query. */
export function shownOf({ show, sort, grouping = 'event' }: SavedQuery): Shown {
  return { conditions: show, sort, grouping };
}

async function askName(value: string, others: readonly SavedQuery[] = []): Promise<string | undefined> {
  const name = await window.showInputBox({
    title: l10n.t('Save Query'),
    prompt: l10n.t('Its name, as a folder in Markets'),
    value: value.slice(0, LONGEST_QUERY_NAME),
    validateInput: (text) => {
      if (!isQueryName(text)) return l10n.t('Type 1 to {0} characters.', LONGEST_QUERY_NAME);
      return hasName(others, text) ? l10n.t('Another saved query has this name.') : undefined;
    },
  });
  return name?.trim();
}

function describe({ show, sort }: SavedQuery, services: Parts<'view'>): string {
  const context = services.view();
  return joined([conditionsText(show, [], context) || l10n.t('all markets'), sortText(sort, context)]);
}
