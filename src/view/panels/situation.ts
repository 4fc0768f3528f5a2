import type { EventPhase } from '../../core/lifecycle.ts';
import type { MarketEvent } from '../../core/market.ts';
import type { ViewContext } from '../row.ts';
import { situationFacts, spokenSituation } from '../situation-text.ts';
import type { SituationStrip } from './protocol.ts';

/** The strip with the state of play. A running game always has one, so that nothing moves when there is more to say. */
export function situationStrip(
  event: MarketEvent,
  phase: EventPhase,
  context: ViewContext,
): SituationStrip | undefined {
  const { t } = context;
  const facts = situationFacts(event, phase, context);
  if (facts.length === 0 && phase !== 'live') return undefined;
  const label = t('State of play');
  const none = t('Nothing but score and clock is known of the play.');
  const texts = facts.map(({ label: name, text }) => ({ label: name, text }));
  if (facts.length === 0) return { label, facts: texts, note: none, spoken: none };
  return { label, facts: texts, spoken: spokenSituation(event, phase, context) };
}
