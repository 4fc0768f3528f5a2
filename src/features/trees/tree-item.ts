import {
  FileDecoration,
  type FileDecorationProvider,
  l10n,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
} from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Row, RowIcon, Tooltip } from '../../view/row.ts';
import { openSelectionId } from '../ids.ts';
import { escapeMarkdown } from '../plain-text.ts';
import type { RowNode } from './node-tree.ts';

/** The editor's item of a row. The tooltip is left out: most are never read, see `tooltipMarkdown`. */
export function treeItem({ view, row }: RowNode): TreeItem {
  const item = new TreeItem(row.label, COLLAPSIBLE[row.collapsible]);
  item.id = row.id;
  item.contextValue = row.contextValue;
  item.accessibilityInformation = { label: row.accessibilityLabel };
  if (row.description !== undefined) item.description = row.description;
  if (row.dim !== undefined) item.resourceUri = dimmedUri(row.dim);
  if (row.icon !== undefined) item.iconPath = iconOf(row.icon, row.dim !== undefined);
  if (row.command !== undefined) item.command = { command: openSelectionId(view), title: row.label };
  return item;
}

/** Texts come from the service: every one is escaped, and nothing in the result can run a command or load a picture. */
export function tooltipMarkdown(tooltip: Tooltip): MarkdownString {
  const blocks: string[] = [];
  let table = false;
  for (const line of tooltip) {
    if (line.kind === 'field') {
      if (!table) blocks.push('', '| | |', '|:--|:--|');
      blocks.push(`| ${escapeMarkdown(line.label)} | ${escapeMarkdown(line.value)} |`);
    } else {
      blocks.push('', line.kind === 'title' ? `**${escapeMarkdown(line.text)}**` : escapeMarkdown(line.text));
    }
    table = line.kind === 'field';
  }
  return new MarkdownString(blocks.join('\n').trim());
}

/** Of a dimmed row it is dimmed too: a green dot would look live. */
function iconOf({ id, color }: RowIcon, isDim: boolean): ThemeIcon {
  const shown = isDim ? DIM_COLOR : color;
  return new ThemeIcon(id, shown === undefined ? undefined : new ThemeColor(shown));
}

const COLLAPSIBLE = {
  none: TreeItemCollapsibleState.None,
  collapsed: TreeItemCollapsibleState.Collapsed,
  expanded: TreeItemCollapsibleState.Expanded,
} as const;

/** Of the addresses that stand for dimmed rows; nothing can be opened under it. */
const SCHEME = 'prediction-markets-row';
/** Theme colour of a dimmed row, of the manifest: what is disabled may be too pale to read, and these have to be read. */
export const DIM_COLOR = 'predictionMarkets.staleForeground';
/** Beside a row: signs that need no colour, where a narrow side bar cuts off its words. */
const BADGES = { cut: '!', stale: '~' } as const;

/** The address by which the decoration below knows a row. A tree has no other way to dim one. */
export function dimmedUri(dim: NonNullable<Row['dim']>): Uri {
  return Uri.from({ scheme: SCHEME, path: `/${dim}` });
}

/** Dims rows whose figures are not known to be true any more. Their words say so too: this is the last signal. */
export function registerDecorations(): Disposable {
  const provider: FileDecorationProvider = {
    provideFileDecoration: ({ scheme, path }) =>
      scheme === SCHEME ? decoration(path === '/cut' ? 'cut' : 'stale') : undefined,
  };
  return window.registerFileDecorationProvider(provider);
}

function decoration(dim: NonNullable<Row['dim']>): FileDecoration {
  const words = dim === 'cut' ? l10n.t('Not connected') : l10n.t('Not current');
  return new FileDecoration(BADGES[dim], words, new ThemeColor(DIM_COLOR));
}
