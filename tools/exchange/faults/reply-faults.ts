import type { DemoRequest } from '../../../src/demo/api.ts';
import { unit } from '../../../src/demo/engine/random.ts';
import { REPLY_FAULTS } from './catalogue.ts';
import type { ReplyFault } from './delivery.ts';

interface Entry {
  readonly fault: ReplyFault;
  /** Only paths that begin so; empty: all. */
  readonly path: string;
  /** Chance of each request to be hit, 0 to 1. */
  readonly rate: number;
}

/** Which replies lie, and how. The same requests in the same order meet the same faults. */
export class ReplyFaults {
  #entries: readonly Entry[];
  #draws = 0;

  /** `text` as `set` takes it. */
  constructor(text = '') {
    this.#entries = parsed(text);
  }

  /**
   * Replaces everything that was set before. `html,no-headers@0.1,status-500=/v1/orders`: after `=` the beginning of the
   * path, after `@` the chance (1 when absent). The first entry that hits counts. An empty text is no faults. Throws
   * RangeError naming the entry that is wrong.
   */
  set(text: string): void {
    this.#entries = parsed(text);
  }

  pick(request: Pick<DemoRequest, 'path'>): ReplyFault | undefined {
    for (const { fault, path, rate } of this.#entries) {
      if (!request.path.startsWith(path)) continue;
      if (rate === 1 || unit(SEED, this.#draws++) < rate) return fault;
    }
    return undefined;
  }
}

const SEED = 4_711;
const ENTRY = /^([a-z0-9-]+)(?:=(\/[^\s@,]*))?(?:@(0|1|0?\.\d+))?$/;

function parsed(text: string): readonly Entry[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, name = '', path = '', rate = '1'] = ENTRY.exec(entry) ?? [];
      const fault = REPLY_FAULTS.find((each) => each.name === name);
      if (fault === undefined) throw wrong(entry);
      return { fault, path, rate: Number(rate) };
    });
}

function wrong(entry: string): RangeError {
  const names = REPLY_FAULTS.map(({ name }) => name).join(', ');
  return new RangeError(`No reply goes wrong as ${JSON.stringify(entry)} says. There are ${names}.`);
}
