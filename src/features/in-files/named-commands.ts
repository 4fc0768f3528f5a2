import { l10n, ProgressLocation, Range, WorkspaceEdit, window, workspace } from 'vscode';
import { type SlugMention, slugMentions } from '../../core/slug-mentions.ts';
import { readWatchEntry } from '../../core/watchlist.ts';
import { mentionPrice } from '../../view/mention-text.ts';
import { eventTitle } from '../../view/names.ts';
import { knownKind, tellUnknown } from '../named-markets.ts';
import type { Parts } from '../services.ts';

type Needed = Parts<'markets' | 'marketViews' | 'view' | 'watched'>;

/** How long what was read stands in the status bar, milliseconds. */
const SAID_MS = 8_000;

/** Reads what a hover names again, `aec-…` or `event:…`, and says what came. Anything else is left alone. */
export async function fetchNamed(services: Needed, named: unknown): Promise<void> {
  const entry = readWatchEntry(named);
  if (entry === undefined) return;
  const { markets, marketViews, watched, view } = services;
  const { key } = entry;
  const isThere = await window.withProgress(
    { location: ProgressLocation.Window, title: l10n.t('Reading {0}…', key) },
    () => watched.readAgain(entry),
  );
  const market = entry.kind === 'market' ? markets.get(key) : undefined;
  const event = entry.kind === 'event' ? watched.event(key) : undefined;
  const said = market ? mentionPrice(marketViews.latest(market), view()) : event && eventTitle(event);
  if (isThere && said !== undefined) window.setStatusBarMessage(l10n.t('{0} · read now', said), SAID_MS);
  else if (watched.isGone(entry))
    void window.showInformationMessage(l10n.t('The service has none with this slug.'));
  else void window.showInformationMessage(l10n.t('{0} could not be read.', key));
}

/**
 * Writes the nearest known slug in the place of one that is unknown. Nothing is written where the text changed meanwhile.
 * @param place as the link of the hover has it: JSON of the document's address, line and character, both from 0.
 */
export async function useNearest(services: Needed, place: unknown): Promise<void> {
  const [uri, at, character]: readonly unknown[] = typeof place === 'string' ? JSON.parse(place) : [];
  const line = Number(at);
  const document = workspace.textDocuments.find((each) => `${each.uri}` === uri);
  const text = document?.getText().split(/\r?\n/)[line] ?? '';
  const named = mentionAt(services, text, character);
  const nearest = named && tellUnknown(services, named).nearest;
  if (document === undefined || named === undefined || nearest === undefined)
    return void window.showInformationMessage(l10n.t('The text has changed: nothing was replaced.'));
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(line, named.start, line, named.end), nearest);
  if (!(await workspace.applyEdit(edit)))
    void window.showInformationMessage(l10n.t('This document cannot be changed.'));
}

/** What begins there, unless it has become known. */
function mentionAt(services: Needed, line: string, character: unknown): SlugMention | undefined {
  const named = slugMentions(line, (slug) => knownKind(services, slug)).find(
    ({ start }) => start === character,
  );
  return named !== undefined && knownKind(services, named.key) === undefined ? named : undefined;
}
