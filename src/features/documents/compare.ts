import {
  commands,
  FileType,
  l10n,
  type QuickPickItem,
  QuickPickItemKind,
  Uri,
  window,
  workspace,
} from 'vscode';
import { documentPath } from '../../core/document-path.ts';
import { connectionMark } from '../connection-settings.ts';
import { homeFolder } from '../home-folder.ts';
import type { Parts } from '../services.ts';
import { documentUri, type OpenDocuments } from './files.ts';

const FORMATS = ['md', 'csv', 'json'] as const;

/** What a copy of a document is called: `positions-2026-11-20-1501.md`. `at`: Unix milliseconds. */
export function copyName(path: string, at: number): string {
  const [, base = '', ending = ''] = /([^/]+)\.([a-z]+)$/.exec(path) ?? [];
  const time = new Date(at).toISOString().slice(0, 16).replace('T', '-').replace(':', '');
  return `${base}-${time}.${ending}`;
}

/** Today's positions beside a copy that was saved, in the editor that shows differences. */
export async function comparePortfolio(services: Parts<'session'>, files: OpenDocuments): Promise<void> {
  const snapshot = await pickCopy();
  if (snapshot === undefined) return;
  const format = FORMATS.find((ending) => snapshot.path.endsWith(`.${ending}`)) ?? 'md';
  const path = documentPath({ kind: 'positions', format });
  await files.refresh(path);
  const title = l10n.t('{0} ↔ {1} now', nameOf(snapshot), connectionMark(services.session.profile));
  await commands.executeCommand('vscode.diff', snapshot, documentUri(path), title);
}

interface Choice extends QuickPickItem {
  readonly file?: Uri;
}

/** One of the copies in the home folder, or another file. */
async function pickCopy(): Promise<Uri | undefined> {
  const copies = await savedCopies();
  const other: Choice = { label: l10n.t('Another file…') };
  const chosen = await window.showQuickPick<Choice>(
    [
      ...copies.map((file): Choice => ({ label: nameOf(file), file })),
      ...(copies.length === 0 ? [] : [{ label: '', kind: QuickPickItemKind.Separator }]),
      other,
    ],
    {
      title: l10n.t('Compare Portfolio With…'),
      placeHolder:
        copies.length === 0
          ? l10n.t('No copy in {0} yet: “Save a Copy…” of positions.md makes one', homeFolder().fsPath)
          : l10n.t('Copies of your positions in {0}, the newest first', homeFolder().fsPath),
    },
  );
  return chosen === other ? pickFile() : chosen?.file;
}

async function pickFile(): Promise<Uri | undefined> {
  const files = await window.showOpenDialog({
    title: l10n.t('Compare Portfolio With a Saved Copy of Positions'),
    openLabel: l10n.t('Compare'),
    defaultUri: homeFolder(),
    filters: { [l10n.t('Saved positions')]: [...FORMATS] },
  });
  return files?.[0];
}

/** Where copies are saved unless another folder is chosen; the newest first. None where it cannot be read. */
async function savedCopies(): Promise<readonly Uri[]> {
  const entries = await workspace.fs.readDirectory(homeFolder()).then(
    (all) => all,
    () => [],
  );
  return entries
    .filter(([name, type]) => type === FileType.File && /^positions-[\d-]+\.(?:md|csv|json)$/.test(name))
    .map(([name]) => Uri.joinPath(homeFolder(), name))
    .sort((a, b) => (a.path < b.path ? 1 : -1));
}

function nameOf({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
