import type { Dialect } from '../../exchange/profile.ts';

/** The start of each frame of a subscription: its requestId. */
export type Addressed = string & { readonly start?: never };

export function addressOf(requestId: string, dialect: Dialect): Addressed {
  const name = dialect === 'seed' ? 'request_id' : 'requestId';
  return `{"${name}":${JSON.stringify(requestId)},`;
}

/** Adds the requestId of one subscription to a frame that was encoded once for all of them. */
export function addressed(text: string, address: Addressed): string {
  return address + text.slice(1);
}
