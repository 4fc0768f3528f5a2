import assert from 'node:assert/strict';
import { endOf, type IntentRecord, isForEverything } from '../../src/store/cancels/intent.ts';
import type { Storm } from './cancel-storm.ts';
import { NOON } from './storm-service.ts';

/** Of each wish that whatever is open be cancelled: sent once, written down before, and ended with what is so. */
export function judgeWholes(storm: Storm, records: readonly IntentRecord[]): void {
  const wholes = records.filter(isForEverything);
  for (const { warrants } of storm.requests) {
    const own = warrants.get('');
    if (own === undefined) continue;
    const record = wholes.find(({ id }) => id === own.intent);
    const said = `seed ${storm.seed}, whatever is open, ${own.intent}`;
    assert.ok(record !== undefined, `sent without being written down, ${said}`);
    assert.equal(own.claim, record.slot, `sent under another claim, ${said}`);
  }
  for (const record of wholes) judgeWhole(storm, record);
}

function judgeWhole(storm: Storm, record: IntentRecord): void {
  const own = storm.requests.filter(({ warrants }) => warrants.get('')?.intent === record.id);
  const steps = record.steps.map(({ step, window }) => `${step}/${window}`).join(' ');
  const said = `seed ${storm.seed}, whatever is open, ${record.id}: ${steps}`;
  assert.ok(own.length <= 1, `sent ${own.length} times, ${said}`);
  const [request] = own;
  const end = endOf(record)?.step;
  assert.ok(end !== undefined, `nobody says what it came to, ${said}`);
  if (end === 'refused') assert.ok((request?.effect.size ?? 0) === 0, `refused, they say, ${said}`);
  if (end === 'confirmed') {
    assert.ok(request !== undefined, `not sent, ${said}`);
    // Others were placed since.
    const left = storm.world.openOrders(storm.now).filter(({ createTime }) => (createTime?.ms ?? 0) <= NOON);
    assert.deepEqual(
      left.map(({ id }) => id),
      [],
      `nothing is left, they say, ${said}`,
    );
  }
  const answer = storm.wholes.get(record.why)?.request;
  if (answer?.kind === 'noEffect')
    assert.ok((request?.effect.size ?? 0) === 0, `no effect, they say, ${said}`);
  if (answer?.kind === 'accepted') assert.ok(request !== undefined, `accepted, they say, ${said}`);
}
