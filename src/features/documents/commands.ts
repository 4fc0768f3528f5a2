import { l10n, type QuickPickItem, QuickPickItemKind, Uri, window, workspace } from 'vscode';
import {
  ACCOUNT_DOCUMENTS,
  type DocumentName,
  documentPath,
  readDocumentLink,
  readDocumentPath,
} from '../../core/document-path.ts';
import type { LinkParts } from '../../core/link.ts';
import { readWatchEntry } from '../../core/watchlist.ts';
import { askEvent } from '../ask-event.ts';
import { homeFolder } from '../home-folder.ts';
import { DOCUMENT_SCHEME, orderIdOf, type RowTarget, slugOf } from '../ids.ts';
import { nameOfMarket } from '../market-name.ts';
import { marketSlug, type SearchServices } from '../search/ask-market.ts';
import type { Parts } from '../services.ts';
import { askOrderId } from './ask-order.ts';
import { copyName } from './compare.ts';
import type { OpenDocuments } from './files.ts';

/** How long it is said that a copy was saved, milliseconds. */
const SAID_MS = 4_000;

/** Opens the document of a row, of a path such as `positions.md`, or of one that is picked. */
export async function openDocument(
  services: SearchServices,
  files: OpenDocuments,
  target?: string | RowTarget,
): Promise<void> {
  const name = ofTarget(target) ?? (await pickDocument(services));
  if (name !== undefined) await files.open(documentPath(name));
}

function ofTarget(target: string | RowTarget | undefined): DocumentName | undefined {
  if (typeof target === 'string') return readDocumentPath(`/${target}`) ?? ofMarket(target);
  const key = orderIdOf(target);
  if (key !== undefined) return { kind: 'order', key, format: 'json' };
  const subject = target?.subject;
  return subject?.kind === 'event' ? ofEvent(subject.key) : ofMarket(slugOf(target));
}

function ofMarket(key: string | undefined, format: 'md' | 'json' = 'md'): DocumentName | undefined {
  return key === undefined ? undefined : { kind: 'market', key, format };
}

function ofEvent(key: string): DocumentName {
  return { kind: 'event', key, format: 'md' };
}

/** Opens the document a link asks for; false where it names none. */
export async function openLink(files: () => Promise<OpenDocuments>, parts: LinkParts): Promise<boolean> {
  const name = readDocumentLink(parts);
  if (name !== undefined) await (await files()).open(documentPath(name));
  return name !== undefined;
}

/** Opens the order of a row, of an id, or one that is asked for. */
export async function openOrder(
  services: Parts<'orders' | 'marketViews' | 'view'>,
  files: OpenDocuments,
  target?: string | RowTarget,
): Promise<void> {
  const key = orderIdOf(target) ?? (await askOrderId(services));
  if (key !== undefined) await files.open(documentPath({ kind: 'order', key, format: 'json' }));
}

interface Choice extends QuickPickItem {
  readonly name?: () => Promise<DocumentName | undefined> | DocumentName;
}

/** What the editor's own Quick Open does not find. */
async function pickDocument(services: SearchServices): Promise<DocumentName | undefined> {
  const { recentMarkets, watched } = services;
  const about: Readonly<Record<string, string>> = {
    positions: l10n.t('what you hold'),
    orders: l10n.t('your open orders'),
    activity: l10n.t('all of it, which may take a while'),
    cancellations: l10n.t('the cancellation log'),
  };
  const own = ACCOUNT_DOCUMENTS.map(
    (name): Choice => ({
      label: documentPath(name).slice(1),
      description: about[name.kind] ?? '',
      name: () => name,
    }),
  );
  const recent = recentMarkets.slugs.flatMap((text): readonly Choice[] => {
    const entry = readWatchEntry(text);
    const name = entry?.kind === 'event' ? ofEvent(entry.key) : ofMarket(entry?.key);
    if (entry === undefined || name === undefined) return [];
    const title =
      entry.kind === 'event' ? watched.event(entry.key)?.title : nameOfMarket(services, entry.key);
    return [{ label: documentPath(name).slice(1), description: title ?? '', name: () => name }];
  });
  const ofOneMarket = (format: 'md' | 'json') => async (): Promise<DocumentName | undefined> =>
    ofMarket(await marketSlug(services, l10n.t('Open the document of which market?'), undefined), format);
  const chosen = await window.showQuickPick<Choice>(
    [
      ...own,
      { label: l10n.t('One market or event'), kind: QuickPickItemKind.Separator },
      ...recent,
      { label: 'market/….md', description: l10n.t('for reading'), name: ofOneMarket('md') },
      { label: 'market/….json', description: l10n.t('for programs'), name: ofOneMarket('json') },
      {
        label: 'event/….md',
        description: l10n.t('with all its markets'),
        name: async () => {
          const event = await askEvent(services, undefined, l10n.t('Open the event of which market?'));
          return event === undefined ? undefined : ofEvent(event.slug ?? event.id);
        },
      },
    ],
    { title: l10n.t('Open as Document'), matchOnDescription: true },
  );
  return chosen?.name?.();
}

/** `target`: its address, as the editor hands it over from a title; without one, the editor in front. */
export async function refreshDocument(files: OpenDocuments, target: unknown): Promise<void> {
  const uri = documentOf(target);
  if (uri !== undefined) await files.refresh(uri.path);
}

/** Writes what a document shows, hidden amounts hidden, where the person says: to compare with later. */
export async function saveDocument({ clock }: Parts<'clock'>, target: unknown): Promise<void> {
  const uri = documentOf(target);
  if (uri === undefined) return;
  const file = await window.showSaveDialog({
    defaultUri: Uri.joinPath(homeFolder(), copyName(uri.path, clock.now())),
    title: l10n.t('Save a Copy'),
  });
  if (file === undefined) return;
  await workspace.fs.writeFile(file, await workspace.fs.readFile(uri));
  void window.setStatusBarMessage(l10n.t('Saved: {0}', file.path.split('/').at(-1) ?? ''), SAID_MS);
}

function documentOf(target: unknown): Uri | undefined {
  const uri = target instanceof Uri ? target : window.activeTextEditor?.document.uri;
  return uri?.scheme === DOCUMENT_SCHEME ? uri : undefined;
}
