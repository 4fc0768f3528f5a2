/** A thing of the service whose reply can be looked at as it came. */
export type RawTarget =
  | { readonly kind: 'market' | 'book' | 'bestQuote' | 'settlement'; readonly slug: string }
  | { readonly kind: 'position'; readonly slug: string }
  /** By slug, or by the number of its id. */
  | { readonly kind: 'event'; readonly key: string }
  /** The first page of the events of a league, or of a tag. */
  | { readonly kind: 'leagueEvents' | 'tagEvents'; readonly slug: string }
  /** The first page of the markets of a category, by the service's name for it. */
  | { readonly kind: 'categoryMarkets'; readonly category: string }
  | { readonly kind: 'order'; readonly id: string }
  /** The account's open orders, all of them. */
  | { readonly kind: 'openOrders' }
  /** The first page. */
  | { readonly kind: 'positions' }
  | { readonly kind: 'balances' }
  /** What a call of this window was answered, by its id. It is not read again. */
  | { readonly kind: 'call'; readonly id: string }
  /** `marketSlug`: of its market, where it is about one. */
  | {
      readonly kind: 'activity';
      readonly key: string;
      readonly type: string;
      readonly marketSlug: string | undefined;
    };

/** A reply as the service sent it, read for this purpose. Credentials are taken out of it. */
export interface RawReply {
  /** `GET /v1/orders/open`, with the query. */
  readonly request: string;
  /** Which part of the reply this is, where it holds other things too: `activities[3]`. */
  readonly part: string | undefined;
  /** When it arrived, Unix milliseconds. */
  readonly receivedAt: number;
  readonly requestId: string | undefined;
  /** It belongs to the account: its amounts can be hidden. */
  readonly isOwn: boolean;
  readonly json: unknown;
  /** What this version does not read, as paths within `json`: `market.marketSides[0].hue`. */
  readonly unread: ReadonlySet<string>;
  /** What was made of it; undefined where it could not be read. */
  readonly value: unknown;
}
