import type { RowSubject } from '../../view/row.ts';
import type { MarketTarget } from '../ids.ts';
import type { Services } from '../services.ts';
import { searchForMarket } from './search-markets.ts';

/** Asks for a market by search. `none` offers an answer that stands for no market; it resolves with `''`. */
export function askMarket(services: Services, title: string, none?: string): Promise<string | undefined> {
  return searchForMarket(services, { title, none });
}

/** The slug a command was called with: as text, or from a row. Undefined from the palette. */
export function slugOf(target: MarketTarget | undefined): string | undefined {
  if (typeof target === 'string') return target.trim() === '' ? undefined : target.trim();
  return target?.subject && slugOfSubject(target.subject);
}

/** The market a row is about; an event stands for its own slug only where one market carries it. */
export function slugOfSubject(subject: RowSubject): string | undefined {
  switch (subject.kind) {
    case 'market':
      return subject.slug;
    case 'event':
      return undefined;
    default:
      return subject.marketSlug;
  }
}
