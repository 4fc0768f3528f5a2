import { l10n } from 'vscode';
import type { Conditions } from '../core/conditions.ts';
import { Decimal } from '../core/decimal.ts';
import { seriesKey } from '../store/markets/catalogue.ts';
import type { Parts } from './services.ts';
import type { ShownView } from './shown-state.ts';

/** How many markets or events the lists of a view have: what it says was read, and of how many some are shown. */
export function readCount({ markets, events }: Parts<'markets' | 'events'>, view: ShownView): number {
  return view === 'markets' ? markets.knownCount : events.all.length;
}

function readText(services: Parts<'view' | 'events' | 'markets'>, view: ShownView): string {
  return services.view().format.quantity(Decimal.of(readCount(services, view)));
}

/** How far the reading is that a list is made of; undefined when none is under way. */
export function readingNote(
  services: Parts<'ahead' | 'catalogue' | 'events' | 'eventsAhead' | 'markets' | 'show' | 'view'>,
  view: ShownView,
): string | undefined {
  const { catalogue, ahead, eventsAhead, events, markets, show } = services;
  const groups = groupsIn(show.of(view).conditions).map((key) => catalogue.reading(key));
  if (groups.some((reading) => reading?.kind === 'reading')) {
    const read = groups.filter((reading) => reading?.kind === 'whole').length;
    return l10n.t('Reading: group {0} of {1}.', read + 1, groups.length);
  }
  if (view === 'events') {
    const isReading = groups.length === 0 && (eventsAhead.isDue || events.loadingMore);
    return isReading ? l10n.t('Reading events: {0} so far.', readText(services, view)) : undefined;
  }
  if (groups.length > 0 || !(ahead.isDue || markets.loadingMore)) return undefined;
  return l10n.t('Reading markets: {0} so far.', readText(services, view));
}

/** Keys of the leagues, topics, categories and series conditions name: what is read by itself. */
function groupsIn({ leagues = [], series = [] }: Conditions): readonly string[] {
  return [...[leagues].flat().map(String), ...[series].flat().map((slug) => seriesKey(String(slug)))];
}

/** Whether all was read that conditions can match: the groups they name, or the whole list. */
export function isReadWhole(
  { catalogue }: Parts<'catalogue'>,
  conditions: Conditions,
  isListWhole: boolean,
): boolean {
  const groups = groupsIn(conditions);
  if (isListWhole || groups.length === 0) return isListWhole;
  return groups.every((key) => catalogue.reading(key)?.kind === 'whole');
}
