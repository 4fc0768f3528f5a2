import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { listening } from './counting-emitter.ts';

/** What must not grow. */
export interface Counts {
  /** Of node's own. */
  readonly timers: number;
  readonly sockets: number;
  /** Of all emitters. */
  readonly listeners: number;
  /** Bytes in use after a collection. */
  readonly heap: number;
}

export type Counted = keyof Counts;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Counts what there is now, after a whole collection. */
export function count(): Counts {
  collect();
  const resources = process.getActiveResourcesInfo();
  const resourcesOf = (kind: string): number => resources.filter((each) => each === kind).length;
  return {
    timers: resourcesOf('Timeout'),
    sockets: resourcesOf('TCPSocketWrap'),
    listeners: listening.count,
    heap: process.memoryUsage().heapUsed,
  };
}
