import type { FaultPlan } from './faults.ts';

/** Chance of a frame to be hit when the text names none; of a handshake, one half. */
const USUAL_RATE = 0.01;
const REFUSE_RATE = 0.5;
const STALL_MS = 20_000;

const ENTRY = /^([a-z]+)(?::(\d{1,5}))?(?:=(\d{1,9})(ms|s|m)?)?(?:@(\d+(?:\.\d+)?|\.\d+))?$/;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

export const FAULT_NAMES =
  'drop, stall[=20s], duplicate, reorder, garbage, replay, lose, close:<code>, refuse:<status>, seed=<n>';

/**
 * Reads `drop,stall=20s,close:1012@0.05,refuse:429,seed=7`: after `@` the chance of each frame (0.01 when absent; of
 * each handshake for `refuse`, 0.5). An empty text is no faults. @throws RangeError naming the entry that is wrong.
 */
export function parseFaults(text: string): FaultPlan {
  const plan = text
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => parseEntry(entry.trim()));
  return Object.assign({}, ...plan) as FaultPlan;
}

function parseEntry(entry: string): FaultPlan {
  const match = ENTRY.exec(entry);
  const [, name = '', code, value, unit, chance] = match ?? [];
  const rate = Number(chance ?? (name === 'refuse' ? REFUSE_RATE : USUAL_RATE));
  if (match === null || rate > 1) throw wrong(entry);
  switch (name) {
    case 'drop':
    case 'lose':
    case 'garbage':
    case 'reorder':
    case 'duplicate':
    case 'replay':
      if (code !== undefined || value !== undefined) throw wrong(entry);
      return { [name]: rate };
    case 'stall':
      if (code !== undefined) throw wrong(entry);
      return {
        stall: { rate, ms: value === undefined ? STALL_MS : Number(value) * (UNITS[unit ?? 's'] ?? 1) },
      };
    case 'close':
      // What an endpoint may put into a close frame; 1005, 1006 and 1015 are never sent.
      if (value !== undefined || !isCloseCode(Number(code))) throw wrong(entry);
      return { close: { rate, code: Number(code) } };
    case 'refuse':
      if (value !== undefined || !(Number(code) >= 400 && Number(code) <= 599)) throw wrong(entry);
      return { refuse: { rate, status: Number(code) } };
    case 'seed':
      if (value === undefined || unit !== undefined || code !== undefined || chance !== undefined)
        throw wrong(entry);
      return { seed: Number(value) };
    default:
      throw wrong(entry);
  }
}

function isCloseCode(code: number): boolean {
  if (code >= 3000 && code <= 4999) return true;
  return code >= 1000 && code <= 1014 && code !== 1004 && code !== 1005 && code !== 1006;
}

function wrong(entry: string): RangeError {
  return new RangeError(`No fault is written ${JSON.stringify(entry)}. There are ${FAULT_NAMES}.`);
}
