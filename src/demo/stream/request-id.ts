import type { Dialect } from '../../exchange/profile.ts';

/** The start of each frame of a subscription: its requestId. */
export type Addressed = string & { readonly start?: never };

export function addressOf(requestId: string, dialect: Dialect): Addressed {
  const name = dialect === 'seed' ? 'request_id' : 'requestId';
  return `{"${name}":${JSON.stringify(requestId)},`;
}

/** A frame made without a requestId, for one of those who get it: it is put into text once, whoever listens. */
export function addressed(text: string, address: Addressed): string {
  return address + text.slice(1);
}
