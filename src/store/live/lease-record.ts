/** What a stream of an account may change. */
export const ACCOUNT_PARTS = ['orders', 'positions', 'balances', 'activity'] as const;
export type AccountPart = (typeof ACCOUNT_PARTS)[number];

const LINES = ['connecting', 'live', 'lost', 'stopped', 'unsupported'] as const;

/** How the holder's line stands; as `StreamState` in streams.ts, without what only the holder can say. */
export interface LineTold {
  readonly line: (typeof LINES)[number];
  /** Since when it is live. Unix milliseconds, as every time here. */
  readonly since: number | undefined;
  readonly heardAt: number | undefined;
}

/** What the holder writes for the other windows. */
export interface LeaseRecord extends LineTold {
  /** Which window. */
  readonly holder: string;
  /** Until when it holds unless renewed; 0: given up. */
  readonly until: number;
  /** Grows with everything that changed. */
  readonly changed: Readonly<Record<AccountPart, number>>;
}

/** Reads what any version of any window may have left; what cannot be used is as if it were not there. */
export function parseLeases(value: unknown): Map<string, LeaseRecord> {
  const leases = new Map<string, LeaseRecord>();
  if (!isRecord(value)) return leases;
  for (const [key, each] of Object.entries(value)) {
    const lease = parseLease(each);
    if (lease !== undefined) leases.set(key, lease);
  }
  return leases;
}

function parseLease(value: unknown): LeaseRecord | undefined {
  if (!isRecord(value)) return undefined;
  const { holder, until } = value;
  const line = LINES.find((each) => each === value['line']);
  if (typeof holder !== 'string' || typeof until !== 'number' || line === undefined) return undefined;
  const changed = isRecord(value['changed']) ? value['changed'] : {};
  return {
    holder,
    until,
    line,
    since: optional(value['since']),
    heardAt: optional(value['heardAt']),
    changed: {
      orders: optional(changed['orders']) ?? 0,
      positions: optional(changed['positions']) ?? 0,
      balances: optional(changed['balances']) ?? 0,
      activity: optional(changed['activity']) ?? 0,
    },
  };
}

function optional(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
