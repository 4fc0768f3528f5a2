import { l10n } from 'vscode';
import type { ExchangeError } from '../../exchange/errors.ts';
import type { LoadState } from '../../store/reading/load-state.ts';
import { type LineStanding, lineNote } from '../../view/line-text.ts';
import { failureSentence, viewMessage } from '../../view/messages.ts';
import type { Services } from '../services.ts';

/** What the line that should keep a view live has to say. */
export function lineNoteOf(
  { live, view }: Pick<Services, 'live' | 'view'>,
  line: 'markets' | 'account',
): string | undefined {
  return lineNote(settled(live, line), line === 'markets' ? 'prices' : 'account', view());
}

/** How each line stood when it was last looked at, not counting tries to connect. */
const lastSettled = new WeakMap<object, Map<string, LineStanding>>();

/** A line that is lost stays so while it is tried again: a note that goes and comes at each try would make rows jump. */
function settled(live: Services['live'], line: 'markets' | 'account'): LineStanding {
  const known = lastSettled.get(live) ?? new Map<string, LineStanding>();
  lastSettled.set(live, known);
  const now = live.state(line);
  if (now.kind !== 'connecting') known.set(line, now);
  const before = known.get(line);
  return before?.kind === 'lost' ? before : now;
}

interface Noted {
  readonly state: LoadState;
  readonly lost?: number;
  readonly moreError?: ExchangeError | undefined;
}

/** The line above a view's rows: what a person must know before reading them. Undefined when there is nothing. */
export function noteLine(
  services: Pick<Services, 'live' | 'view' | 'connectionProblem'>,
  store: Noted,
  notes: { readonly filter?: string | undefined; readonly others?: readonly (string | undefined)[] } = {},
): string | undefined {
  const problem = services.connectionProblem();
  if (problem !== undefined) return problem;
  const context = services.view();
  const { state, lost = 0, moreError } = store;
  const others = notes.others ?? [];
  const parts = [
    viewMessage(state, { lost, filter: notes.filter, dated: isDated(services, others) }, context),
    moreError && l10n.t('The next page could not be read. {0}', failureSentence(moreError, context)),
    ...others,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** Whether one of the notes is that of a line, and says since when it is silent. */
function isDated(services: Pick<Services, 'live' | 'view'>, notes: readonly (string | undefined)[]): boolean {
  return (['markets', 'account'] as const).some((line) => {
    const { kind, heardAt } = settled(services.live, line);
    return kind === 'lost' && heardAt !== undefined && notes.includes(lineNoteOf(services, line));
  });
}
