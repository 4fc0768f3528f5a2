import { l10n, type QuickPickItem, Uri, window, workspace } from 'vscode';
import type { ActivityFilter } from '../../core/request-queries.ts';
import { type FileTable, tableCsv, tableJson } from '../../core/table-file.ts';
import { activityTable, ordersTable, positionsTable, priceHistoryTable } from '../../view/export-tables.ts';
import { readAgain, readHistory } from '../activity-history.ts';
import { confirmed } from '../ask.ts';
import { homeFolder } from '../home-folder.ts';
import type { RowTarget } from '../ids.ts';
import { knownPositions } from '../known-positions.ts';
import { marketSlug, type SearchServices } from '../search/ask-market.ts';
import type { Parts } from '../services.ts';

type Needed = SearchServices & Parts<'orders' | 'positions' | 'activity' | 'live'>;

/** What goes into the file, and whether there is more of it than that. */
interface Part {
  readonly table: FileTable;
  readonly isWhole: boolean;
}

interface Kind extends QuickPickItem {
  /** Begins the name of the file. */
  readonly file: string;
  /** Whether it says what the account has. */
  readonly isOwn: boolean;
  /** Undefined when a question about it was closed. */
  readonly read: () => Promise<Part | undefined>;
}

/** Asks what to export and in which format, reads all of it, and writes it where the person says. */
export async function exportFile(
  services: Needed & Parts<'config'>,
  target?: string | RowTarget,
): Promise<void> {
  const title = l10n.t('Export');
  const kind = await window.showQuickPick(kinds(services, target), {
    title,
    placeHolder: l10n.t('What to export'),
  });
  if (kind === undefined) return;
  if (kind.isOwn && services.config.get('hideAmounts') && !(await mayShowAmounts())) return;
  const format = await window.showQuickPick(FORMATS(), { title, placeHolder: l10n.t('For which program') });
  if (format === undefined) return;
  const part = await kind.read();
  if (part === undefined) return;
  const { table, isWhole } = part;
  if (table.rows.length === 0) {
    void window.showInformationMessage(l10n.t('There is nothing to export.'));
    return;
  }
  const name = [
    kind.file,
    isWhole ? '' : '-part',
    `-${new Date(services.clock.now()).toISOString().slice(0, 10)}`,
  ];
  const file = await window.showSaveDialog({
    defaultUri: Uri.joinPath(homeFolder(), `${name.join('')}.${format.ending}`),
    filters: { [format.label]: [format.ending] },
    title,
  });
  if (file === undefined) return;
  await workspace.fs.writeFile(file, new TextEncoder().encode(format.write(table)));
  await sayWritten(file, part);
}

async function sayWritten(file: Uri, { table, isWhole }: Part): Promise<void> {
  const count = table.rows.length;
  const whole = count === 1 ? l10n.t('1 row exported.') : l10n.t('{0} rows exported.', count);
  const some =
    count === 1
      ? l10n.t('1 row exported: a part, reading was stopped.')
      : l10n.t('{0} rows exported: a part, reading was stopped.', count);
  const said = isWhole ? whole : some;
  const open = l10n.t('Open File');
  if ((await window.showInformationMessage(said, open)) === open)
    await window.showTextDocument(await workspace.openTextDocument(file));
}

function mayShowAmounts(): Promise<boolean> {
  return confirmed(
    l10n.t('Export amounts that are hidden?'),
    l10n.t('Amounts are hidden in the window. The file would show all of them.'),
    l10n.t('Export'),
  );
}

const FORMATS = () => [
  { label: 'CSV', description: l10n.t('for spreadsheets'), ending: 'csv', write: tableCsv },
  { label: 'JSON', description: l10n.t('for programs'), ending: 'json', write: tableJson },
];

function kinds(services: Needed, target?: string | RowTarget): readonly Kind[] {
  const { orders, positions, activity, session } = services;
  const names = {
    ...services.marketViews.known,
    position: (slug: string) => positions.get(slug),
  };
  const { sortOrder: _, groupBy: _by, ...filter } = activity.query;
  const history = async (query: ActivityFilter): Promise<Part> => {
    const { items, isWhole } = await readHistory(services, query);
    return { table: activityTable(items, names, services.view()), isWhole };
  };
  return [
    {
      label: l10n.t('Activity'),
      ...(Object.values(filter).some(Boolean) ? { description: l10n.t('what the view’s filter shows') } : {}),
      file: 'activity',
      isOwn: true,
      read: () => history(activity.query),
    },
    {
      label: l10n.t('Trades'),
      file: 'trades',
      isOwn: true,
      read: () => history({ types: ['TRADE'] }),
    },
    {
      label: l10n.t('Open orders'),
      file: 'orders',
      isOwn: true,
      read: async () => {
        await readAgain(orders, session);
        return { table: ordersTable(orders.orders, names, services.view()), isWhole: true };
      },
    },
    {
      label: l10n.t('Positions'),
      file: 'positions',
      isOwn: true,
      read: async () => {
        await readAgain(positions, session);
        return {
          table: positionsTable(knownPositions(services), names, services.view()),
          isWhole: positions.complete && positions.lost === 0,
        };
      },
    },
    {
      label: l10n.t('Price history'),
      description: l10n.t('of a market'),
      file: 'prices',
      isOwn: false,
      read: async () => {
        const slug = await marketSlug(services, l10n.t('Export prices of which market?'), target);
        if (slug === undefined) return undefined;
        const exchange = await session.ensure();
        return { table: priceHistoryTable(await exchange.priceHistory(slug, 'ALL')), isWhole: true };
      },
    },
  ];
}
