import {
  commands,
  l10n,
  type QuickInputButton,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  window,
} from 'vscode';
import {
  deleteSavedQuery,
  isQueryName,
  moveSavedQuery,
  putSavedQuery,
  readSavedQueries,
  renameSavedQuery,
  type SavedQuery,
  sameName,
} from '../../core/saved-queries.ts';
import { conditionsText, savedQueryProblemText, sortText } from '../../view/condition-text.ts';
import { joined } from '../../view/row.ts';
import { confirmed } from '../ask.ts';
import type { Services } from '../services.ts';
import type { ShownView } from '../shown-state.ts';

/** Asks for a name and saves what a view shows under it; a query of that name is replaced, if that is confirmed. */
export async function saveQuery(services: Services, view: ShownView): Promise<void> {
  const { config, show } = services;
  const { conditions, sort } = show.of(view);
  const { queries, problems } = readSavedQueries(config.get('savedQueries'));
  if (problems.some(({ kind }) => kind === 'list')) {
    await showProblem(services);
    return;
  }
  const name = await askName(describe({ name: '', show: conditions, sort }, services));
  if (name === undefined) return;
  const isThere = queries.some((query) => sameName(query.name, name));
  const detail = l10n.t('The saved query of this name is replaced.');
  if (isThere && !(await confirmed(l10n.t('Replace “{0}”?', name), detail, l10n.t('Replace')))) return;
  await config.set(
    'savedQueries',
    putSavedQuery(config.get('savedQueries'), { name, show: conditions, sort }),
  );
}

interface SavedItem extends QuickPickItem {
  readonly place?: number;
}

/** Lists the saved queries: one is shown by picking it, and moved, renamed or deleted by its buttons. */
export async function manageQueries(services: Services, view: ShownView): Promise<void> {
  const pick = window.createQuickPick<SavedItem>();
  pick.title = l10n.t('Saved Queries');
  pick.placeholder = l10n.t('Pick one to show it');
  pick.keepScrollPosition = true;
  const draw = (): void => {
    pick.items = savedItems(services);
  };
  const done = new Promise<void>((resolve) => {
    pick.onDidHide(() => {
      pick.dispose();
      resolve();
    });
  });
  pick.onDidAccept(() => {
    const query = queryAt(services, pick.activeItems[0]?.place);
    pick.hide();
    if (query !== undefined) void showQuery(services, view, query);
    else void showProblem(services);
  });
  pick.onDidTriggerItemButton(async ({ item: { place }, button }) => {
    if (place === undefined) return;
    // A question takes the place of the list; it comes back afterwards.
    const changed = await (button as ActButton).act(services, place);
    if (changed === 'asked') void manageQueries(services, view);
    else draw();
  });
  draw();
  pick.show();
  await done;
}

/** Makes a view show what a saved query does. */
export async function showQuery({ show }: Services, view: ShownView, query: SavedQuery): Promise<void> {
  await show.change(view, {
    conditions: query.show,
    ...(query.sort === undefined ? {} : { sort: query.sort }),
  });
}

type Act = (services: Services, place: number) => Promise<'asked' | 'done'>;

interface ActButton extends QuickInputButton {
  readonly act: Act;
}

function savedButtons(): readonly ActButton[] {
  return [
    { iconPath: new ThemeIcon('arrow-up'), tooltip: l10n.t('Move Up'), act: move(-1) },
    { iconPath: new ThemeIcon('arrow-down'), tooltip: l10n.t('Move Down'), act: move(1) },
    { iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Rename…'), act: rename },
    { iconPath: new ThemeIcon('trash'), tooltip: l10n.t('Delete…'), act: remove },
  ];
}

function savedItems(services: Services): SavedItem[] {
  const { queries, problems } = readSavedQueries(services.config.get('savedQueries'));
  const items = queries.map((query) => ({
    label: query.name,
    description: describe(query, services),
    place: query.place,
    buttons: savedButtons(),
  }));
  const wrong = problems.map((problem) => ({
    label: savedQueryProblemText(problem, services.view()),
    iconPath: new ThemeIcon('warning'),
    description: l10n.t('open the setting'),
  }));
  if (items.length + wrong.length === 0)
    return [{ label: l10n.t('There are no saved queries yet.'), place: -1 }];
  return [
    ...items,
    ...(wrong.length > 0 ? [{ label: '', kind: QuickPickItemKind.Separator }] : []),
    ...wrong,
  ];
}

function move(by: -1 | 1): Act {
  return async ({ config }, place) => {
    await config.set('savedQueries', moveSavedQuery(settingOf(config.get('savedQueries')), place, by));
    return 'done';
  };
}

async function rename(services: Services, place: number): Promise<'asked' | 'done'> {
  const { config } = services;
  const query = queryAt(services, place);
  if (query === undefined) return 'done';
  const others = readSavedQueries(config.get('savedQueries')).queries.filter((each) => each.place !== place);
  const name = await askName(query.name, (text) => others.some((each) => sameName(each.name, text)));
  if (name !== undefined)
    await config.set('savedQueries', renameSavedQuery(settingOf(config.get('savedQueries')), place, name));
  return 'asked';
}

async function remove(services: Services, place: number): Promise<'asked' | 'done'> {
  const { config } = services;
  const query = queryAt(services, place);
  if (query === undefined) return 'done';
  const question = l10n.t('Delete the saved query “{0}”?', query.name);
  if (await confirmed(question, describe(query, services), l10n.t('Delete')))
    await config.set('savedQueries', deleteSavedQuery(settingOf(config.get('savedQueries')), place));
  return 'asked';
}

function queryAt({ config }: Services, place: number | undefined) {
  return readSavedQueries(config.get('savedQueries')).queries.find((query) => query.place === place);
}

function settingOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function askName(value: string, isTaken: (text: string) => boolean = () => false) {
  return window.showInputBox({
    title: l10n.t('Save Query'),
    prompt: l10n.t('Its name, as a folder in Markets'),
    value: value.slice(0, 60),
    validateInput: (text) => {
      if (!isQueryName(text)) return l10n.t('Type 1 to 60 characters.');
      return isTaken(text) ? l10n.t('Another saved query has this name.') : undefined;
    },
  });
}

function describe({ show, sort }: SavedQuery, services: Services): string {
  const context = services.view();
  const text = conditionsText(show, [], context);
  return joined([text || l10n.t('all markets'), sort && sortText(sort, context)]);
}

async function showProblem(services: Services): Promise<void> {
  const [problem] = readSavedQueries(services.config.get('savedQueries')).problems;
  if (problem === undefined) return;
  const open = l10n.t('Open Settings');
  const text = savedQueryProblemText(problem, services.view());
  if ((await window.showWarningMessage(text, open)) !== open) return;
  const revealSetting = { key: 'predictionMarkets.savedQueries', edit: true };
  await commands.executeCommand('workbench.action.openSettingsJson', { revealSetting });
}
