import assert from 'node:assert/strict';
import type { AttemptState, LoggedAttempt } from '../../src/core/attempt.ts';
import { isTerminal } from '../../src/core/order.ts';
import { isOpen, readLog } from '../../src/store/cancels/log-lines.ts';
import type { CancelStorm } from './cancel-storm.ts';
import { accountOf } from './read-world.ts';
import { NOON, type StormRequest } from './storm-service.ts';

export interface CancelVerdict {
  readonly cancels: number;
  readonly states: ReadonlyMap<AttemptState, number>;
}

/** Nothing lost, nothing sent twice for one attempt, no false report. Throws with the seed otherwise. */
export function judge(storm: CancelStorm): CancelVerdict {
  const { seed, folder, requests } = storm;
  const { attempts } = readLog([{ name: '', text: folder.everything }]);
  const said = (attempt: LoggedAttempt): string => `seed ${seed}, ${storyOf(attempt)}`;
  const requestOf = new Map<string, StormRequest>();
  for (const request of requests)
    for (const [orderId, id] of request.attempts) {
      assert.ok(id !== undefined, `seed ${seed}: ${orderId} was sent without being written down`);
      assert.ok(!requestOf.has(id), `seed ${seed}: ${id} was sent twice`);
      requestOf.set(id, request);
    }
  logIsWhole(storm, attempts);
  for (const attempt of attempts) {
    const request = requestOf.get(attempt.id);
    outcomeIsTrue(attempt, attempt.state, request, storm, said(attempt));
    const isUnsent = attempt.events.some(({ state, error }) => state === 'rejected' && UNSENT.has(error));
    if (isUnsent) assert.equal(request, undefined, `not sent, it says, but it was: ${said(attempt)}`);
    if (isOpen(attempt)) isLookedAfter(storm, attempt, said(attempt));
    if (attempt.state === 'notFollowed' && attempt.scope === 'order')
      assert.ok(storm.isTimeSet, `not followed, though no month went by: ${said(attempt)}`);
  }
  onlyWhatWasAsked(storm, attempts);
  for (const { isGone, pendingCalls } of storm.windows)
    if (!isGone) assert.equal(pendingCalls, 0, `seed ${seed}: a click was never answered`);
  reportsAreTrue(storm, attempts, requestOf);
  const states = Map.groupBy(attempts, ({ state }) => state);
  return {
    cancels: storm.asked.size,
    states: new Map([...states].map(([state, own]) => [state, own.length])),
  };
}

/** Codes of what never left the computer. */
const UNSENT: ReadonlySet<string | undefined> = new Set(['cancelled', 'notRecorded']);

/** One writer a file, no file overwritten, and none removed with an open attempt in it. */
function logIsWhole({ seed, folder }: CancelStorm, attempts: readonly LoggedAttempt[]): void {
  assert.deepEqual(folder.violations, [], `seed ${seed}`);
  const open = (of: readonly LoggedAttempt[]) => of.filter(isOpen).map(({ id }) => id);
  assert.deepEqual(
    open(folder.attempts).toSorted(),
    open(attempts).toSorted(),
    `seed ${seed}: lost an open attempt`,
  );
}

/** As many attempts for an order as somebody asked, at most, and none for another one. */
function onlyWhatWasAsked(
  { seed, clicks, killSwitches }: CancelStorm,
  attempts: readonly LoggedAttempt[],
): void {
  const byOrder = Map.groupBy(attempts, ({ order }) => order?.id);
  for (const [id, own] of byOrder)
    if (id !== undefined)
      assert.ok(own.length <= (clicks.get(id) ?? 0), `seed ${seed}: ${own.length} attempts for ${id}`);
  assert.ok(killSwitches.size <= (byOrder.get(undefined)?.length ?? 0) + 3, `seed ${seed}`);
}

function outcomeIsTrue(
  { scope, order }: LoggedAttempt,
  kind: string,
  request: StormRequest | undefined,
  { world, now }: CancelStorm,
  said: string,
): void {
  if (scope === 'killSwitch') {
    if (kind === 'rejected') assert.equal(request?.effect.size ?? 0, 0, said);
    if (kind !== 'cancelled') return;
    assert.ok(request !== undefined, said);
    const left = accountOf(world)
      .openOrders(now)
      .filter(({ createTime }) => (createTime?.ms ?? 0) <= NOON);
    assert.deepEqual(left, [], said);
    return;
  }
  const id = order?.id ?? '';
  const truth = world.account.life(id, now)?.state;
  const didIt = request?.effect.has(id) === true;
  // A single one that arrived twice is refused the second time.
  const wasTurnedAway =
    request?.attempts.size === 1 && (request.answered ?? 0) >= 400 && (request.answered ?? 0) < 500;
  if (kind === 'cancelled') assert.equal(truth, 'CANCELED', said);
  if (kind === 'filled') assert.equal(truth, 'FILLED', said);
  if (kind === 'gone') assert.ok((truth === undefined || isTerminal(truth)) && truth !== 'FILLED', said);
  if (kind === 'gone') assert.ok(!didIt || wasTurnedAway, `gone, it says, but it did it: ${said}`);
  if (kind === 'rejected') assert.ok(!didIt, `rejected, it says, but it did it: ${said}`);
}

/** What is open is shown as such by a window, and its order did not end. */
function isLookedAfter(
  { world, now, windows }: CancelStorm,
  { order, scope }: LoggedAttempt,
  said: string,
): void {
  assert.equal(scope, 'order', `nobody says what it came to: ${said}`);
  const id = order?.id ?? '';
  assert.ok(!isTerminal(world.account.life(id, now)?.state), `the order ended, its attempt did not: ${said}`);
  const isShown = windows.some(({ isGone, orders }) => !isGone && orders.cancelling.has(id));
  assert.ok(isShown, `unknown, and no window says so: ${said}`);
}

function reportsAreTrue(
  storm: CancelStorm,
  attempts: readonly LoggedAttempt[],
  requestOf: ReadonlyMap<string, StormRequest>,
): void {
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const recovered: string[] = [];
  for (const report of storm.reports) {
    const attempt = byId.get(report.attempt);
    // Nothing of it may have reached the log where the disk failed.
    if (attempt === undefined) assert.ok(report.outcome.kind === 'rejected', `seed ${storm.seed}`);
    else
      outcomeIsTrue(
        attempt,
        report.outcome.kind,
        requestOf.get(attempt.id),
        storm,
        `reported: ${storyOf(attempt)}`,
      );
    if (report.recovered && report.outcome.kind !== 'unknown') recovered.push(report.attempt);
  }
  if (!storm.isTimeSet)
    assert.equal(new Set(recovered).size, recovered.length, `seed ${storm.seed}: reported by two windows`);
  for (const [command, { request }] of storm.killSwitches) {
    const id =
      attempts.find((attempt) => attempt.command === command && attempt.scope === 'killSwitch')?.id ?? '';
    const effect = requestOf.get(id)?.effect.size ?? 0;
    if (request.kind === 'refused' || request.kind === 'noEffect') assert.equal(effect, 0, command);
  }
}

function storyOf({ id, window, order, events }: LoggedAttempt): string {
  const story = events.map(
    ({ state, at, error }) => `${state}@${at % 10_000_000}${error ? `(${error})` : ''}`,
  );
  return `${id} in ${window} for ${order?.id ?? 'the kill switch'}: ${story.join(' ')}`;
}
