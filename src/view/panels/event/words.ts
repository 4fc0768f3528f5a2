import type { LineFlag, PricedSide } from '../../../core/fair.ts';
import { type Finding, OTHER_ANSWER } from '../../../core/payouts.ts';
import type { EventLine, EventLines } from '../../event-lines.ts';
import { lineName, outcomePhrase, sideName } from '../../names.ts';
import type { ViewContext } from '../../row.ts';
import { teamNames } from '../../row-names.ts';

/** What a line is called among the lines of its event: `Game`, `Over 54.5`, `Islanders −3.5`. */
export function lineLabel({ market, type, rule }: EventLine, context: ViewContext): string {
  const isGame = type === 'winner' && rule.noTie === true;
  return isGame ? rule.group.replace(/ ?winner$/, '') || context.t('Game') : lineName(market, context);
}

/** Why a line is flagged, in one sentence. */
export function flagSentence(flag: LineFlag, context: ViewContext): string {
  const { t, format } = context;
  const name = ({ market, long }: PricedSide): string => sideName(market, long, context);
  if (flag.kind === 'crossed')
    return t(
      'Both sides together cost less than one of them pays. Stale or not to be had; left out of the fair prices.',
    );
  if (flag.kind === 'mislabelled') {
    const line = format.quantity(flag.line);
    return t(
      'Its words say {0} and its line says {1}. Mislabelled; left out of the fair prices.',
      flag.label,
      line,
    );
  }
  const { harder, easier } = flag;
  const figures = [name(harder), format.cents(harder.price), name(easier), format.cents(easier.price)];
  return t(
    '{0} is bid at {1} while {2} is offered at {3}: a harder line cannot be worth more. Mislabelled or stale; left out of the fair prices.',
    ...figures,
  );
}

/** What has to happen: `Islanders by 1 to 6`, `55 or more`, `No Overtime`. */
export function findingText(finding: Finding, { contest, lines }: EventLines, context: ViewContext): string {
  const { t } = context;
  const { group, measure, range } = finding;
  const { from, to } = range;
  const part = (text: string): string => (group === '' ? text : t('{0} ({1})', text, group));
  if (measure === 'yes' || measure === 'oneOf') {
    const line = lines.find(({ rule }) => rule.group === group && (measure === 'yes' || rule.value === from));
    if (line === undefined || from === OTHER_ANSWER) return t('any other');
    return measure === 'yes'
      ? outcomePhrase(line.market, from === 1, context)
      : lineName(line.market, context);
  }
  if (measure === 'total') {
    if (to === undefined) return part(t('{0} or more', String(from)));
    if (from === undefined || from === 0) return part(t('{0} or fewer', String(to)));
    return part(from === to ? String(from) : t('{0} to {1}', String(from), String(to)));
  }
  const [first = '', second = ''] = (contest?.teams ?? []).map(
    ({ team }) => teamNames(team, context).slice(0, 2).at(-1) ?? '',
  );
  if (from === 0 && to === 0) return part(t('Draw'));
  if (from !== undefined && from > 0) return part(winText(first, from, to, context));
  if (to !== undefined && to < 0)
    return part(winText(second, -to, from === undefined ? undefined : -from, context));
  const losing = from === undefined ? ([second, first, to ?? 0] as const) : ([first, second, -from] as const);
  if (from === undefined || to === undefined)
    return part(t('{0} win, draw or lose by up to {1}', losing[0], String(losing[2])));
  return part(t('{0} by up to {1}, draw or {2} by up to {3}', second, String(-from), first, String(to)));
}

function winText(name: string, least: number, most: number | undefined, { t }: ViewContext): string {
  if (most === undefined)
    return least === 1 ? t('{0} win', name) : t('{0} by {1} or more', name, String(least));
  return least === most
    ? t('{0} by {1}', name, String(least))
    : t('{0} by {1} to {2}', name, String(least), String(most));
}
