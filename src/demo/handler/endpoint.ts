import type { Dialect } from '../../exchange/profile.ts';
import type { World } from '../api.ts';
import type { WireObject } from '../wire/encode-values.ts';

/** What an endpoint works with. */
export interface Call {
  readonly world: World;
  readonly dialect: Dialect;
  /** Of the world. */
  readonly now: number;
  /** The variable part of the path, decoded; empty where there is none. */
  readonly name: string;
  readonly query: URLSearchParams;
  /** The body as JSON. @throws WireError `badRequest` */
  body(): unknown;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** `*` stands for the variable part. */
  readonly path: string;
  /** Signed requests only. */
  readonly private: boolean;
  /** One of the nine of the interface page (§4). */
  readonly seed: boolean;
  answer(call: Call): WireObject;
}

/** What was asked for, between 1 and `most`; `usual` when nothing was. */
export function limitOf(asked: number | undefined, usual: number, most: number): number {
  return asked === undefined || asked === 0 ? usual : Math.min(asked, most);
}
