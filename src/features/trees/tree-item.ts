import {
  FileDecoration,
  type FileDecorationProvider,
  l10n,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCheckboxState,
  TreeItemCollapsibleState,
  Uri,
  window,
} from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { withoutHalfNumbers } from '../../view/fit.ts';
import { joined, type Row, type RowIcon, type Tooltip, withoutEmpty } from '../../view/row.ts';
import { COMMANDS, type CommandName, openSelectionId } from '../ids.ts';
import { escapeMarkdown } from '../plain-text.ts';
import type { RowNode } from './node-tree.ts';

/** The editor's item of a row. The tooltip is left out: most are never read, see `tooltipMarkdown`. */
export function treeItem({ view, row, level }: RowNode, isUsualLook: boolean): TreeItem {
  // An address brings the icon of a file or folder with it. A row that opens has no place to put another one: there the mark
  // stands before the description.
  const isMarked = row.mark !== undefined && row.collapsible === 'none';
  const before = isMarked || row.mark === '!' ? undefined : row.mark;
  const [first = '', ...others] = withoutEmpty(row.parts);
  const parts = withoutEmpty([[before, first].join(' ').trim(), ...others]);
  const texts = { ...row, parts };
  const { label, description } = withoutHalfNumbers(texts, level, isMarked, isUsualLook);
  const item = new TreeItem(label, COLLAPSIBLE[row.collapsible]);
  item.id = row.id;
  item.contextValue = row.contextValue;
  item.accessibilityInformation = { label: row.accessibilityLabel };
  if (description !== '') item.description = description;
  const isDecorated = row.dim !== undefined || isMarked;
  if (isDecorated) item.resourceUri = decoratedUri(row.dim, row.mark);
  const icon = row.icon ?? (isDecorated ? inPlaceOfFileIcon(row) : undefined);
  if (icon !== undefined) item.iconPath = iconOf(icon, row.dim !== undefined);
  if (row.checked !== undefined)
    item.checkboxState = row.checked ? TreeItemCheckboxState.Checked : TreeItemCheckboxState.Unchecked;
  // Enter and the space bar turn a box by this alone.
  if (row.command !== undefined || row.checked !== undefined)
    item.command = { command: openSelectionId(view), title: row.label };
  return item;
}

/** What a text of ours offers below itself: one of our commands on something that is named. */
export interface TextLink {
  readonly label: string;
  readonly command: CommandName;
  readonly args: readonly string[];
}

/**
 * Texts come from the service: every one is escaped, and nothing in the result can load a picture or run a command but
 * those of its links.
 */
export function tooltipMarkdown(tooltip: Tooltip, links: readonly TextLink[] = []): MarkdownString {
  const blocks: string[] = [];
  let table = false;
  let text = false;
  for (const line of tooltip) {
    if (line.kind === 'field') {
      if (!table) blocks.push('', '| | |', '|:--|:--|');
      blocks.push(`| ${escapeMarkdown(line.label)} | ${escapeMarkdown(line.value)} |`);
    } else if (text && line.kind === 'text') {
      // The next line of the same paragraph: the editor shows about ten lines before a tooltip scrolls.
      blocks.push(`${blocks.pop()}  `, escapeMarkdown(line.text));
    } else {
      blocks.push('', line.kind === 'title' ? `**${escapeMarkdown(line.text)}**` : escapeMarkdown(line.text));
    }
    table = line.kind === 'field';
    text = line.kind === 'text';
  }
  if (links.length > 0) blocks.push('', joined(links.map(linkMarkdown)));
  const markdown = new MarkdownString(blocks.join('\n').trim());
  if (links.length > 0)
    markdown.isTrusted = { enabledCommands: links.map(({ command }) => COMMANDS[command]) };
  return markdown;
}

function linkMarkdown({ label, command, args }: TextLink): string {
  const query = encodeURIComponent(JSON.stringify(args)).replace(
    /[()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `[${escapeMarkdown(label)}](command:${COMMANDS[command]}?${query})`;
}

/** Of a dimmed row it is dimmed too: a green dot would look live. */
function iconOf({ id, color }: RowIcon, isDim: boolean): ThemeIcon {
  const shown = isDim ? DIM_COLOR : color;
  return new ThemeIcon(id, shown === undefined ? undefined : new ThemeColor(shown));
}

/** Without one, an address draws the icon of a file or folder. A row that opens has room for it only while it is dimmed. */
function inPlaceOfFileIcon({ collapsible, dim }: Row): RowIcon {
  if (collapsible === 'none') return { id: 'blank' };
  return { id: dim === 'cut' ? 'debug-disconnect' : 'history' };
}

const COLLAPSIBLE = {
  none: TreeItemCollapsibleState.None,
  collapsed: TreeItemCollapsibleState.Collapsed,
  expanded: TreeItemCollapsibleState.Expanded,
} as const;

/** Of the addresses that stand for dimmed and marked rows; nothing can be opened under it. */
const SCHEME = 'prediction-markets-row';
/** Theme colour of a dimmed row, of the manifest: what is disabled may be too pale to read, and these have to be read. */
const DIM_COLOR = 'predictionMarkets.staleForeground';

/** The address by which the decoration below knows a row. A tree has no other way to dim or mark one. */
function decoratedUri(dim: Row['dim'], mark: Row['mark']): Uri {
  return Uri.from({ scheme: SCHEME, path: `/${dim ?? 'fresh'}/${mark ?? ''}` });
}

/** Dims rows whose figures are not known to be true any more and marks others. Their words say it too: this is the last signal. */
export function registerDecorations(): Disposable {
  const provider: FileDecorationProvider = {
    provideFileDecoration: ({ scheme, path }) => {
      const [, dim = '', mark = ''] = path.split('/');
      return scheme === SCHEME ? decoration(dim, mark) : undefined;
    },
  };
  return window.registerFileDecorationProvider(provider);
}

function decoration(dim: string, mark: string): FileDecoration {
  const color = dim === 'fresh' ? undefined : new ThemeColor(DIM_COLOR);
  const said: Readonly<Record<string, string>> = {
    '!': l10n.t('Not current'),
    '◈': l10n.t('You have a position and orders'),
    '◆': l10n.t('You have a position'),
    '◇': l10n.t('You have orders'),
  };
  const off = mark === '!' && dim === 'fresh' ? l10n.t('Does not add up, or was taken back') : undefined;
  const words = off ?? said[mark] ?? (dim === 'cut' ? l10n.t('Not connected') : undefined);
  return new FileDecoration(mark === '' ? undefined : mark, words, color);
}
