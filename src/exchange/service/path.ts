import { ExchangeError } from '../errors.ts';

/**
 * An id or slug as one segment of a path. Empty and dot segments would silently become another endpoint; nothing is
 * called that, so the answer is the one the service would give. Throws ExchangeError `notFound`.
 */
export function segment(text: string): string {
  if (text === '' || text === '.' || text === '..' || !text.isWellFormed()) {
    throw new ExchangeError('notFound', 'Nothing has this id.', { mayHaveArrived: false });
  }
  return encodeURIComponent(text);
}
