/** `undefined` stands for a value that is never recorded: it proves who asks, or nobody knows that it does not. */
export type RecordedHeader = readonly [name: string, value: string | undefined];

/** One time a request was sent. */
export interface CallAttempt {
  /** Unix milliseconds. */
  readonly sentAt: number;
  /** Until its answer was there, or was given up; milliseconds. */
  readonly ms: number;
  /** Until the headers of its answer were there, milliseconds; undefined where that was not seen. */
  readonly headersMs?: number | undefined;
  /** Undefined: no answer came, and `problem` says why. */
  readonly status: number | undefined;
  readonly problem: string | undefined;
}

/** What is recorded of one call of the service. */
export interface ApiCall {
  /** Counts up within a window. */
  readonly id: string;
  /** When it was asked for, Unix milliseconds. */
  readonly at: number;
  readonly method: 'GET' | 'POST';
  /** From `/v1/…` on, percent-encoded, without the query. */
  readonly path: string;
  /** As sent, with its `?`; empty without one. */
  readonly search: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body: unknown;
  /** It belongs to the account. */
  readonly isSigned: boolean;
  readonly connection: CallConnection;
  readonly attempts: readonly CallAttempt[];
  /** When it was over, Unix milliseconds; undefined while it is under way. */
  readonly endedAt: number | undefined;
  /** The code of the error it ended in. */
  readonly error: string | undefined;
  /** What reading the answer took, milliseconds; undefined where it was not read. */
  readonly decodeMs: number | undefined;
  /** Requests that could have left in the same second after it; undefined: there is no limit, or it never left. */
  readonly permitsLeft: number | undefined;
  readonly requestHeaders: readonly RecordedHeader[];
  /** Of the last answer. */
  readonly replyHeaders: readonly RecordedHeader[];
  /** Bytes of the last answer, after decompression; undefined without one. */
  readonly bytes: number | undefined;
  /** Whether the last answer is still stored. */
  readonly hasReply: boolean;
  /** The handshake of a stream, whose answer is a connection. */
  readonly stream: 'markets' | 'account' | undefined;
}

/** Where a call went, and how such calls are signed. Holds no secret. */
export interface CallConnection {
  readonly id: string;
  readonly label: string;
  readonly publicUrl: string;
  readonly privateUrl: string;
  readonly auth: 'ed25519' | 'bearer' | 'apiKey' | 'none';
}

/** Calls that are recorded at most. */
export const MOST_RECORDED_CALLS = 500;

/** How many requests may leave now. */
export interface RateBudget {
  /** In any one second; 0: there is no limit. */
  readonly perSecond: number;
  /** Of those, how many are free now. */
  readonly free: number;
  /** Requests that wait for one. */
  readonly waiting: number;
  /** Milliseconds until the pause ends that the service asked for; 0: there is none. */
  readonly pausedMs: number;
}

/** Frames of each stream in every second, from this one back: index 0 is the present second. */
export type FrameCounts = Readonly<Record<'markets' | 'account', readonly number[]>>;

/** For how many seconds requests and frames are counted: a minute. */
export const COUNTED_SECONDS = 60;

/** Requests sent in each second of the minute before `now`, from there back. */
export function requestsBySecond(calls: readonly ApiCall[], now: number): readonly number[] {
  const counts = new Array<number>(COUNTED_SECONDS).fill(0);
  for (const { attempts, stream } of calls)
    for (const { sentAt } of stream === undefined ? attempts : []) {
      const back = Math.floor((now - sentAt) / 1000);
      if (back >= 0 && back < COUNTED_SECONDS) counts[back] = (counts[back] ?? 0) + 1;
    }
  return counts;
}
