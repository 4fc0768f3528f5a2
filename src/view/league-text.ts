import type { ListedLeague, Sport } from '../core/league.ts';
import type { RawField } from '../core/raw-field.ts';
import { field, type Tooltip, type ViewContext } from './row.ts';

/** Everything the service says of a league and of its sport; they have no page. */
export function leagueTooltip(
  league: ListedLeague | undefined,
  sport: Sport | undefined,
  { t }: ViewContext,
): Tooltip {
  const { isOperational } = league ?? {};
  return [
    ...field(t('Slug'), league?.slug),
    ...field(t('Operational'), isOperational === undefined ? undefined : isOperational ? t('yes') : t('no')),
    ...rawLines(league?.more),
    ...field(t('Sport'), sport?.name),
    ...field(t('Slug of the sport'), sport?.slug),
    ...field(t('Id of the sport'), league?.sportId ?? sport?.id),
    ...rawLines(sport?.more),
  ];
}

/** A line for each field that has no name here, by the service's own. */
export function rawLines(more: readonly RawField[] | undefined): Tooltip {
  return (more ?? []).flatMap(({ path, text }) => field(path, text));
}
