import { l10n } from 'vscode';
import type { Conditions } from '../core/conditions.ts';
import { MOST_READ_AHEAD } from '../store/markets/read-ahead.ts';
import type { Services } from './services.ts';
import type { ShownView } from './shown-state.ts';

/** How far the reading is that a list is made of; undefined when none is under way. */
export function readingNote(services: Services, view: ShownView): string | undefined {
  const { catalogue, ahead, eventsAhead, events, markets, show } = services;
  const leagues = [show.of(view).conditions.leagues ?? []]
    .flat()
    .map((key) => catalogue.reading(String(key)));
  if (leagues.some((reading) => reading?.kind === 'reading')) {
    const read = leagues.filter((reading) => reading?.kind === 'whole').length;
    return l10n.t('Reading: league {0} of {1}.', read + 1, leagues.length);
  }
  if (view === 'events') {
    const isReading = leagues.length === 0 && (eventsAhead.isDue || events.loadingMore);
    return isReading
      ? l10n.t('Reading events: {0} so far.', events.all.length.toLocaleString('en-US'))
      : undefined;
  }
  if (leagues.length > 0 || !(ahead.isDue || markets.loadingMore)) return undefined;
  const [read, most] = [markets.markets.length, Math.max(MOST_READ_AHEAD, markets.markets.length)];
  return l10n.t('Reading {0} of at most {1}.', read.toLocaleString('en-US'), most.toLocaleString('en-US'));
}

/** Whether all was read that conditions can match: the leagues they name, or the whole list. */
export function isReadWhole(
  { catalogue }: Pick<Services, 'catalogue'>,
  conditions: Conditions,
  isListWhole: boolean,
): boolean {
  const leagues = [conditions.leagues ?? []].flat().map(String);
  if (isListWhole || leagues.length === 0) return isListWhole;
  return leagues.every((key) => catalogue.reading(key)?.kind === 'whole');
}
