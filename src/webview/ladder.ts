import type { Ladder, LadderLevel } from '../view/protocol/market.ts';
import { el } from './dom.ts';
import { scrollable } from './pieces.ts';

/** The book as one table: offers down to the best, the middle, bids from the best down. */
export function ladder(spec: Ladder): HTMLElement {
  const columns = spec.columns.map((name) => el('th', { scope: 'col' }, name));
  const span = spec.columns.length;
  const group = (label: string, kind: string, levels: readonly LadderLevel[]): HTMLElement =>
    el(
      'tbody',
      { class: kind },
      el('tr', { class: 'group' }, el('th', { scope: 'rowgroup', colspan: span }, label)),
      ...levels.map(level),
    );
  const grid = el(
    'table',
    { class: 'ladder' },
    el('caption', { class: 'hidden' }, spec.caption),
    el('thead', {}, el('tr', {}, ...columns)),
    group(spec.offersLabel, 'offer', spec.offers),
    el('tbody', { class: 'middle' }, el('tr', {}, el('td', { colspan: span }, spec.middle))),
    group(spec.bidsLabel, 'bid', spec.bids),
  );
  return el(
    'div',
    {},
    scrollable(grid, spec.caption),
    spec.note === undefined ? undefined : el('p', { class: 'dim small' }, spec.note),
  );
}

function level(spec: LadderLevel): HTMLElement {
  const mine = spec.mine === undefined ? undefined : el('span', { class: 'own' }, ` ${spec.mine}`);
  const bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
  // Set through the object model: the page's policy refuses style attributes.
  bar.style.inlineSize = `${Math.round(Math.min(1, Math.max(0, spec.share)) * 100)}%`;
  return el(
    'tr',
    { class: spec.mine === undefined ? undefined : 'mine' },
    el('th', { scope: 'row' }, el('span', { class: 'px' }, spec.price), mine),
    el('td', { class: 'size' }, bar, el('span', {}, spec.size)),
    el('td', {}, spec.total),
  );
}
