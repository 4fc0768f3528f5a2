import { MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { RowIcon, Tooltip } from '../../view/row.ts';
import { openSelectionId } from '../ids.ts';
import { escapeMarkdown } from '../markdown.ts';
import { DIM_COLOR, dimmedUri } from './decorations.ts';
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
