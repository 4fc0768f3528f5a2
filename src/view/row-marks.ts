import type { Freshness } from '../core/freshness.ts';
import type { OwnStake } from '../core/holdings.ts';
import type { Row, ViewContext } from './row.ts';

/** The sign at the right edge. What is not current outranks the rest; of what is cut off the view says so. */
export function markOf(freshness: Freshness | undefined, holding: OwnStake | undefined): Pick<Row, 'mark'> {
  if (freshness?.standing === 'cut') return {};
  if (freshness?.standing === 'stale') return { mark: '!' };
  return holding === undefined ? {} : { mark: MARKS[holding] };
}

const MARKS = { both: '◈', position: '◆', orders: '◇' } as const;

/** `◆`, `◇` or `◈`; nothing where nothing is held. */
export function stakeSign(holding: OwnStake | undefined): string {
  return holding === undefined ? '' : MARKS[holding];
}

export function spokenHolding(holding: OwnStake | undefined, { t }: ViewContext): string | undefined {
  if (holding === undefined) return undefined;
  return {
    both: t('you have a position and orders'),
    position: t('you have a position'),
    orders: t('you have orders'),
  }[holding];
}
