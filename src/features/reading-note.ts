import { l10n } from 'vscode';
import { MOST_READ_AHEAD } from '../store/markets/read-ahead.ts';
import type { Services } from './services.ts';
import type { ShownView } from './shown-state.ts';

/** How far the reading is that a list is made of; undefined when none is under way. */
export function readingNote(services: Services, view: ShownView): string | undefined {
  const { catalogue, ahead, markets, show } = services;
  const leagues = [show.of(view).conditions.leagues ?? []]
    .flat()
    .map((key) => catalogue.reading(String(key)));
  if (leagues.some((reading) => reading?.kind === 'reading')) {
    const read = leagues.filter((reading) => reading?.kind === 'whole').length;
    return l10n.t('Reading: league {0} of {1}.', read + 1, leagues.length);
  }
  if (view === 'events' || leagues.length > 0 || !(ahead.isDue || markets.loadingMore)) return undefined;
  const [read, most] = [markets.markets.length, Math.max(MOST_READ_AHEAD, markets.markets.length)];
  return l10n.t('Reading {0} of at most {1}.', read.toLocaleString('en-US'), most.toLocaleString('en-US'));
}
