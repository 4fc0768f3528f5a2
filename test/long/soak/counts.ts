import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Clock, systemClock } from '../../../src/base/clock.ts';
import { listening } from './counting-emitter.ts';

/** What must not grow. */
export interface Counts {
  /** Of the extension: set and neither over nor given up. */
  readonly timers: number;
  /** Of node's own, with those of idle connections. */
  readonly allTimers: number;
  readonly sockets: number;
  readonly listeners: number;
  /** Bytes in use after a collection. */
  readonly heap: number;
}

export type Counted = keyof Counts;

const pending = new Set<object>();

export const countingClock: Clock = {
  now: () => systemClock.now(),
  steady: () => systemClock.steady(),
  setTimeout(callback, ms) {
    const timer = systemClock.setTimeout(() => {
      pending.delete(timer);
      callback();
    }, ms);
    pending.add(timer);
    return {
      dispose: () => {
        pending.delete(timer);
        timer.dispose();
      },
    };
  },
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export function count(): Counts {
  collect();
  const resources = process.getActiveResourcesInfo();
  const resourcesOf = (kind: string): number => resources.filter((each) => each === kind).length;
  return {
    timers: pending.size,
    allTimers: resourcesOf('Timeout'),
    sockets: resourcesOf('TCPSocketWrap'),
    listeners: listening.count,
    heap: process.memoryUsage().heapUsed,
  };
}
