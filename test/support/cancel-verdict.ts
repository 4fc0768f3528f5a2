import assert from 'node:assert/strict';
import { isTerminal } from '../../src/core/order.ts';
import type { CancelReport } from '../../src/store/cancels/cancel.ts';
import { endOf, type IntentRecord, isEnd } from '../../src/store/cancels/intent.ts';
import { parseLine, readBook } from '../../src/store/cancels/intent-lines.ts';
import { Effects } from './cancel-effects.ts';
import { EVERYTHING, type Storm } from './cancel-storm.ts';
import { judgeWholes } from './everything-verdict.ts';

export interface Verdict {
  readonly cancels: number;
  /** How the intents of the record ended, counted; `open` for those that did not. */
  readonly ends: ReadonlyMap<string, number>;
}

/** Nothing lost, nothing doubled, no word that is not so. Throws with the seed otherwise. */
export function judge(storm: Storm): Verdict {
  const { records } = readBook(storm.intents.everything);
  notForgotten(storm, records);
  const places = placesIn(storm.intents.everything);
  const asked = records.toSorted((a, b) => (places.asked.get(a.id) ?? 0) - (places.asked.get(b.id) ?? 0));
  const byOrder = Map.groupBy(asked, ({ order }) => order.id);
  const effects = new Effects(storm.requests, records);
  const ends = new Map<string, number>();
  for (const record of records) {
    const end = endOf(record)?.step ?? 'open';
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  for (const id of storm.asked.keys()) {
    const own = byOrder.get(id) ?? [];
    const said = `seed ${storm.seed}, order ${id}\n${own.map(tell).join('\n')}`;
    notDoubled(storm, id, own, { places, said });
    wordsAreTrue(storm, id, own, { effects, said });
    notLost(storm, id, own, said);
    doubtIsKept(own, said);
  }
  for (const window of storm.windows) {
    if (!window.isGone)
      assert.equal(window.pendingCalls, 0, `seed ${storm.seed}: a click was never answered`);
  }
  for (const report of storm.reports) reportIsTrue(storm, report, effects);
  toldOnce(storm);
  judgeWholes(storm, records);
  return { cancels: storm.asked.size, ends };
}

/** Tidying up drops no open intent, and opens none that ended. */
function notForgotten(storm: Storm, records: readonly IntentRecord[]): void {
  const open = (of: readonly IntentRecord[]): readonly string[] =>
    of.flatMap((record) => (endOf(record) === undefined ? record.id : [])).sort();
  assert.deepEqual(open(readBook(storm.intents.text).records), open(records), `seed ${storm.seed}`);
}

/** Where each intent was asked for and ended, by id: lines of the record in the order they were written, whatever time they say. */
interface Places {
  readonly asked: ReadonlyMap<string, number>;
  readonly ended: ReadonlyMap<string, number>;
}

function placesIn(text: string): Places {
  const asked = new Map<string, number>();
  const ended = new Map<string, number>();
  for (const [place, raw] of text.split('\n').entries()) {
    const line = parseLine(raw);
    if (line === undefined || 'alive' in line) continue;
    const [places, id] = 'head' in line ? [asked, line.head.id] : [ended, line.id];
    const counts = 'head' in line || (isEnd(line.step) && line.step !== 'unfollowed');
    if (counts && !places.has(id)) places.set(id, place);
  }
  return { asked, ended };
}

/** `own`: as they were asked for. */
function notDoubled(
  storm: Storm,
  id: string,
  own: readonly IntentRecord[],
  { places, said }: { readonly places: Places; readonly said: string },
): void {
  const posts = postsOf(storm, id);
  const requests = storm.requests.filter((request) => request.warrants.has(id));
  const warrants = requests.flatMap((request) => request.warrants.get(id) ?? []);
  for (const { claim, intent } of warrants) {
    assert.ok(claim !== undefined && intent !== undefined, `sent without a claim, ${said}`);
    const record = own.find((each) => each.id === intent);
    // One for whatever is open has a claim of its own.
    if (record !== undefined && !isOfAll(record))
      assert.equal(claim, record.slot, `${intent} was sent under another claim, ${said}`);
  }
  const claims = new Set(warrants.map(({ claim }) => claim));
  assert.equal(claims.size, posts, `sent ${posts} times under ${[...claims].join(' ')}, ${said}`);
  const sent = own.filter(({ steps }) => steps.some(({ step }) => step === 'sent'));
  assert.ok(posts <= sent.length, `sent ${posts} times, written down ${sent.length} times, ${said}`);
  for (const [at, one] of own.entries()) {
    for (const other of own.slice(at + 1)) {
      const isSuperseded = one.steps.some(({ step }) => step === 'superseded');
      const joins = one.slot === other.slot || endOf(other)?.step === 'joined' || isSuperseded;
      if (isSuperseded)
        assert.ok(
          // Or the same wish, written down under another name before anything was sent.
          one.steps.some(({ step }) => step === 'unknown') ||
            own.some((each) => each !== one && each.list === one.list),
          `sent anew what was not unknown, ${said}`,
        );
      const over = (places.ended.get(one.id) ?? Number.POSITIVE_INFINITY) < (places.asked.get(other.id) ?? 0);
      // One asked for anew, and called off before it went out: the one before is as it was.
      const isCalledOff =
        one.steps.some(({ step }) => step === 'unknown') &&
        endOf(other)?.step === 'refused' &&
        ['cancelled', 'notRecorded'].includes(endOf(other)?.error ?? '');
      assert.ok(
        joins || over || isCalledOff || isOfAll(other),
        `two wishes at once were two intents, ${said}`,
      );
    }
  }
}

/** Known to be open when whatever is was to be cancelled: that goes out in any case, so it joins no other. */
function isOfAll({ why }: IntentRecord): boolean {
  return why.startsWith(EVERYTHING);
}

function wordsAreTrue(
  storm: Storm,
  id: string,
  own: readonly IntentRecord[],
  { effects, said }: { readonly effects: Effects; readonly said: string },
): void {
  const truth = storm.world.order(id, storm.now)?.state;
  for (const record of own) {
    effects.recordIsTrue(record, said);
    switch (endOf(record)?.step) {
      case 'confirmed':
        assert.equal(truth, 'CANCELED', said);
        break;
      case 'filled':
        assert.equal(truth, 'FILLED', said);
        break;
      case 'gone':
        assert.ok(truth === undefined || isTerminal(truth), said);
        assert.notEqual(truth, 'FILLED', said);
        break;
      default:
    }
  }
}

/** Requests that named it. */
function postsOf({ requests }: Storm, id: string): number {
  return requests.filter(({ warrants }) => warrants.has(id)).length;
}

function notLost(storm: Storm, id: string, own: readonly IntentRecord[], said: string): void {
  assert.ok(postsOf(storm, id) === 0 || own.length > 0, `sent without being written down, ${said}`);
  const truth = storm.world.order(id, storm.now)?.state;
  const open = own.filter((record) => endOf(record) === undefined);
  if (open.length === 0) return;
  assert.ok(!isTerminal(truth), `the order ended, its intent did not, ${said}`);
  assert.ok(
    storm.windows.some(({ isGone, orders }) => !isGone && orders.pending.has(id)),
    `not known, and no window says so, ${said}`,
  );
}

/** Whatever takes the place of one that is not known is looked after until the order is known. */
function doubtIsKept(own: readonly IntentRecord[], said: string): void {
  const nothing = ['superseded', 'joined', 'refused'];
  const kept = own.filter((record) => !nothing.includes(endOf(record)?.step ?? ''));
  for (const record of own) {
    const wasUnknown = record.steps.some(({ step }) => step === 'unknown');
    if (endOf(record)?.step !== 'superseded' || !wasUnknown) continue;
    const isKept = kept.some(({ nth }) => (nth ?? 0) > (record.nth ?? 0));
    assert.ok(isKept, `what took the place of one that is not known was not looked after, ${said}`);
  }
}

function reportIsTrue(storm: Storm, report: CancelReport, effects: Effects): void {
  const { order, outcome } = report;
  const truth = storm.world.order(order.id, storm.now)?.state;
  const said = `seed ${storm.seed}: ${order.id} was called ${outcome.kind} and is ${truth}`;
  if (outcome.kind === 'cancelled') assert.equal(truth, 'CANCELED', said);
  if (outcome.kind === 'alreadyFilled') assert.equal(truth, 'FILLED', said);
  effects.reportIsTrue(report, said);
  if (outcome.kind === 'alreadyGone') assert.ok(truth === undefined || isTerminal(truth), said);
}

/** What nobody in a window waited for is told by one of them. */
function toldOnce({ seed, reports }: Storm): void {
  const ends = reports.filter(({ recovered, outcome }) => recovered && outcome.kind !== 'unknown');
  const intents = ends.map(({ intent }) => intent);
  assert.equal(new Set(intents).size, intents.length, `seed ${seed}: an end was told twice`);
}

function tell({ id, window, slot, steps }: IntentRecord): string {
  const line = steps.map(
    ({ step, at, error, window: by }) => `${step}@${at % 10_000_000}${error ? `(${error})` : ''}/${by}`,
  );
  return `  ${id} in ${window} under ${slot}: ${line.join(' ')}`;
}
