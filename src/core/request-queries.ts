import type { ActivitySortOrder, ActivityType } from './activity.ts';
import type { Decimal } from './decimal.ts';
import type { SportsMarketType } from './market.ts';
import type { OpenEnum } from './open-enum.ts';

/** Every filter of GET /v1/markets (interface.md 7.1) in core terms; a dialect drops what it cannot say. */
export interface MarketQuery {
  readonly orderBy?: readonly string[];
  readonly orderDirection?: 'asc' | 'desc';
  readonly ids?: readonly string[];
  readonly slugs?: readonly string[];
  readonly archived?: boolean;
  readonly active?: boolean;
  readonly closed?: boolean;
  readonly liquidityMin?: Decimal;
  readonly liquidityMax?: Decimal;
  readonly volumeMin?: Decimal;
  readonly volumeMax?: Decimal;
  /** RFC 3339 texts. */
  readonly startDateMin?: string;
  readonly startDateMax?: string;
  readonly endDateMin?: string;
  readonly endDateMax?: string;
  readonly tagIds?: readonly string[];
  readonly relatedTags?: boolean;
  readonly cyom?: boolean;
  readonly gameId?: string;
  readonly sportsMarketTypes?: readonly OpenEnum<SportsMarketType>[];
  readonly rewardsMinSize?: Decimal;
  readonly questionIds?: readonly string[];
  readonly categories?: readonly string[];
  readonly marketTypes?: readonly string[];
  readonly includeTag?: boolean;
}

export type FilterName = Exclude<keyof MarketQuery, 'orderBy' | 'orderDirection'>;

/** Filters of the event list the editor uses (interface.md 7.4). */
export interface EventQuery {
  readonly active?: boolean;
  readonly closed?: boolean;
  readonly live?: boolean;
  readonly ended?: boolean;
  readonly categories?: readonly string[];
  readonly startTimeMin?: string;
  readonly startTimeMax?: string;
  /** Ids of series. */
  readonly seriesId?: readonly string[];
}

/** limit and offset, in items. */
export interface OffsetPage {
  readonly limit: number;
  readonly offset: number;
}

export interface ActivityQuery {
  readonly types?: readonly OpenEnum<ActivityType>[] | undefined;
  readonly marketSlug?: string | undefined;
  readonly sortOrder?: ActivitySortOrder | undefined;
}

/** What the Activity view shows: what the service is asked for, and what is applied here to what was read. */
export interface ActivityFilter extends ActivityQuery {
  readonly leagues?: readonly string[] | undefined;
  /** `today`, `thisWeek` (the last seven days), a date, or two with `..` between them. */
  readonly days?: string | undefined;
  readonly text?: string | undefined;
  /** Default: by day. */
  readonly groupBy?: 'event' | undefined;
}
