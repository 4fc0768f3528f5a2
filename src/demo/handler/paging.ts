import type { WorldPage } from '../api.ts';
import { Refusal } from './refusal.ts';

/**
 * A place in a list as it was at a moment. Later pages are cut from the list of that moment, so nothing that happens
 * in between is shown twice or left out.
 */
export interface Place extends WorldPage {
  readonly asOf: number;
}

/** @throws Refusal 400 for a cursor of another list or none of ours. */
export function placeOf(list: string, cursor: string | undefined, limit: number, now: number): Place {
  if (cursor === undefined) return { asOf: now, offset: 0, limit };
  const text = Buffer.from(cursor, 'base64').toString();
  const [name, asOf, offset] = text.split('/');
  const place = { asOf: Number(asOf), offset: Number(offset), limit };
  const known = name === list && Number.isSafeInteger(place.asOf) && Number.isSafeInteger(place.offset);
  if (!known || place.asOf > now || place.offset < 0) throw new Refusal('invalidArgument', 'invalid cursor');
  return place;
}

/** Opaque, and with characters that must be encoded in a URL, as the public service's may be (live interface §6). */
export function cursorAt(list: string, place: Place): string {
  return Buffer.from(`${list}/${place.asOf}/${place.offset}`).toString('base64');
}

/** What was asked for, between 1 and `most`; `usual` when nothing was. */
export function limitOf(asked: number | undefined, usual: number, most: number): number {
  return asked === undefined || asked === 0 ? usual : Math.min(asked, most);
}
