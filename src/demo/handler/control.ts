import { WireError } from '../../exchange/wire/wire-error.ts';
import type { DemoControl, DemoDeed } from '../api.ts';
import { readState } from '../state.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { Refusal } from './refusal.ts';

export const CONTROL_PATH = '/v1/demo/control';

/**
 * The demo's own endpoint, for tests that reach it over loopback only. One of: `{"faults":"stall=20s@1"}` (of the
 * streams; an empty text ends them), `{"replies":"html@0.1"}` (likewise), `{"deed":{…}}`, `{"pause":true}`, `{"requests":true}` – the reply counts requests by method and path
 * since it was last asked for.
 */
export function controlEndpoint(
  control: DemoControl,
  takeCounts: () => Readonly<Record<string, number>>,
): Endpoint {
  return {
    method: 'POST',
    path: CONTROL_PATH,
    private: true,
    seed: false,
    answer: (call) => {
      const asked = call.body();
      if (typeof asked !== 'object' || asked === null) throw new WireError('badRequest', 'an object', 'none');
      if ('faults' in asked) return setFaults('faults', control.setFaults, asked.faults);
      if ('replies' in asked) return setFaults('replies', control.setReplies, asked.replies);
      if ('deed' in asked) return act(call, asked.deed);
      if ('pause' in asked) return pause(control, asked.pause);
      if ('requests' in asked) return { requests: takeCounts() };
      throw new Refusal('invalidArgument', 'expected faults, replies, deed, pause or requests');
    },
  };
}

function setFaults(name: string, set: (text: string) => void, text: unknown) {
  if (typeof text !== 'string') throw new WireError('badRequest', `"${name}" as text`, typeof text);
  refusing(() => set(text));
  return {};
}

function pause(control: DemoControl, paused: unknown) {
  if (typeof paused !== 'boolean')
    throw new WireError('badRequest', '"pause" as true or false', typeof paused);
  control.pause(paused);
  return { paused };
}

function act({ world, now }: Call, value: unknown) {
  const deed = deedOf(value);
  if (deed === undefined) throw new Refusal('invalidArgument', 'no such deed');
  return { orderId: refusing(() => world.apply(deed, now)) };
}

/** A deed is an action that has no id and time yet, so what checks a stored action checks it. */
function deedOf(value: unknown): DemoDeed | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const action = { orderId: 'none', ...value, id: 'none', atMs: 0 };
  const read = readState({ seed: 0, epochMs: Date.UTC(2026, 0), actions: [action] });
  return read?.actions.length === 1 ? (value as DemoDeed) : undefined;
}

function refusing<T>(what: () => T): T {
  try {
    return what();
  } catch (cause) {
    if (cause instanceof RangeError) throw new Refusal('invalidArgument', cause.message);
    throw cause;
  }
}
