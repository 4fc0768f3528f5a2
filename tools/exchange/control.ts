import type { DemoCall, DemoEndpoint } from '../../src/demo/api.ts';
import { Refusal } from '../../src/demo/handler/refusal.ts';
import { readState } from '../../src/demo/state.ts';
import { WireError } from '../../src/exchange/wire/wire-error.ts';
import { applyDeed, type DemoDeed } from './deeds.ts';

export const CONTROL_PATH = '/v1/demo/control';

interface DemoControl {
  /** Replaces the faults of the streams; an empty text ends them. @throws RangeError naming the entry that is wrong. */
  setFaults(text: string): void;
  /** Replaces the faults of replies, as `ReplyFaults.set`; an empty text ends them. @throws RangeError */
  setReplies(text: string): void;
  pause(paused: boolean): void;
  takeRequests(): Readonly<Record<string, number>>;
}

/**
 * The endpoint by which a test in another process controls the demo. The body is one of `{"faults":"stall=20s@1"}`,
 * `{"replies":"html@0.1"}`, `{"deed":{…}}`, `{"pause":true}` and `{"requests":true}`.
 */
export function controlEndpoint(control: DemoControl): DemoEndpoint {
  return {
    method: 'POST',
    path: CONTROL_PATH,
    private: true,
    answer: (call) => {
      const asked = call.body();
      if (typeof asked !== 'object' || asked === null) throw new WireError('an object', 'none');
      if ('faults' in asked) return setFaults('faults', control.setFaults, asked.faults);
      if ('replies' in asked) return setFaults('replies', control.setReplies, asked.replies);
      if ('deed' in asked) return act(call, asked.deed);
      if ('pause' in asked) return pause(control, asked.pause);
      if ('requests' in asked) return { requests: control.takeRequests() };
      throw new Refusal('invalidArgument', 'expected faults, replies, deed, pause or requests');
    },
  };
}

function setFaults(name: string, set: (text: string) => void, text: unknown) {
  if (typeof text !== 'string') throw new WireError(`"${name}" as text`, typeof text);
  orRefuse(() => set(text));
  return {};
}

function pause(control: DemoControl, paused: unknown) {
  if (typeof paused !== 'boolean') throw new WireError('"pause" as true or false', typeof paused);
  control.pause(paused);
  return { paused };
}

function act({ world, now }: DemoCall, value: unknown) {
  const deed = deedOf(value);
  if (deed === undefined) throw new Refusal('invalidArgument', 'no such deed');
  return { orderId: orRefuse(() => applyDeed(world, deed, now)) };
}

/** A deed is an action without id and time, so the check of a stored action applies. */
function deedOf(value: unknown): DemoDeed | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const action = { orderId: 'none', ...value, id: 'none', atMs: 0 };
  const read = readState({ seed: 0, epochMs: Date.UTC(2026, 0), actions: [action] });
  return read?.actions.length === 1 ? (value as DemoDeed) : undefined;
}

function orRefuse<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof RangeError) throw new Refusal('invalidArgument', cause.message);
    throw cause;
  }
}
