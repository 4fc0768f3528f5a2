import type { Ladder, LadderLevel } from '../view/protocol/market.ts';
import { el } from './dom.ts';
import { scrollable } from './pieces.ts';
import { updateChildren } from './update.ts';

/** So long a level that changed is marked, milliseconds. */
const MARKED_MS = 900;

type Turn = 'grew' | 'shrank';

interface Shown {
  readonly amount: number | undefined;
  readonly row: HTMLElement;
  readonly json: string;
}

/**
 * The book as one table: offers down to the best, the middle, bids from the best down. Rows stay the elements they are
 * while their level is there; one whose size has just changed is marked for a moment.
 */
export class LadderView {
  readonly element = el('div', { class: 'levels' });
  readonly #bodies = { offer: body('offer'), middle: body('middle'), bid: body('bid') } as const;
  #framed = '';
  #spec: Ladder | undefined;
  #shown = new Map<string, Shown>();
  /** Marked levels, and until when (`performance.now`). */
  readonly #marks = new Map<string, { readonly turn: Turn; readonly until: number }>();
  #isWaiting = false;

  show(spec: Ladder): void {
    if (spec === this.#spec) return;
    if (this.#spec !== undefined) this.#compare(spec);
    this.#spec = spec;
    this.#draw();
  }

  #compare(spec: Ladder): void {
    const until = performance.now() + MARKED_MS;
    for (const { key, amount } of [...spec.offers, ...spec.bids]) {
      const before = this.#shown.get(key)?.amount;
      if (before === undefined || amount === undefined || before === amount) continue;
      this.#marks.set(key, { turn: amount > before ? 'grew' : 'shrank', until });
    }
    this.#wait();
  }

  /** One timer for all marks; those that came later are looked at again. */
  #wait(): void {
    if (this.#isWaiting || this.#marks.size === 0) return;
    this.#isWaiting = true;
    setTimeout(() => {
      this.#isWaiting = false;
      const now = performance.now();
      for (const [key, { until }] of this.#marks) if (until <= now) this.#marks.delete(key);
      this.#draw();
      this.#wait();
    }, MARKED_MS);
  }

  #draw(): void {
    const spec = this.#spec;
    if (spec === undefined) return;
    const shown = new Map<string, Shown>();
    const rows = (levels: readonly LadderLevel[]): HTMLElement[] =>
      levels.map((level) => {
        const turn = this.#marks.get(level.key)?.turn;
        const json = JSON.stringify([level, turn]);
        const known = this.#shown.get(level.key);
        const row = known?.json === json ? known.row : levelRow(level, turn, spec);
        shown.set(level.key, { amount: level.amount, row: known?.row ?? row, json });
        return row;
      });
    const span = spec.columns.length;
    const group = (label: string, levels: readonly LadderLevel[]): HTMLElement[] => [
      el('tr', { class: 'group' }, el('th', { scope: 'rowgroup', colspan: span }, label)),
      ...rows(levels),
    ];
    this.#frame(spec);
    updateChildren(this.#bodies.offer, group(spec.offersLabel, spec.offers));
    updateChildren(this.#bodies.middle, [el('tr', {}, el('td', { colspan: span }, spec.middle))]);
    updateChildren(this.#bodies.bid, group(spec.bidsLabel, spec.bids));
    this.#shown = shown;
  }

  /** What is around the rows: the same over all changes of the book but for the note. */
  #frame({ caption, columns, note }: Ladder): void {
    const next = JSON.stringify([caption, columns, note]);
    if (next === this.#framed) return;
    this.#framed = next;
    const { offer, middle, bid } = this.#bodies;
    const grid = el(
      'table',
      { class: 'ladder' },
      el('caption', { class: 'hidden' }, caption),
      el('thead', {}, el('tr', {}, ...columns.map((name) => el('th', { scope: 'col' }, name)))),
      offer,
      middle,
      bid,
    );
    this.element.replaceChildren(
      scrollable(grid, caption),
      ...(note === undefined ? [] : [el('p', { class: 'dim small' }, note)]),
    );
  }
}

function body(kind: string): HTMLElement {
  return el('tbody', { class: kind });
}

const ARROWS = { grew: '▲', shrank: '▼' } as const;

function levelRow(spec: LadderLevel, turn: Turn | undefined, { grew, shrank }: Ladder): HTMLElement {
  const mine = spec.mine === undefined ? undefined : el('span', { class: 'own' }, ` ${spec.mine}`);
  const share = Math.round(Math.min(1, Math.max(0, spec.share)) * 100);
  const classes = [spec.mine === undefined ? undefined : 'mine', turn && 'turned'].filter(Boolean).join(' ');
  // The arrow's place is kept free, so that nothing moves when it comes and goes.
  const arrow = el(
    'span',
    { class: 'arrow', title: turn && (turn === 'grew' ? grew : shrank) },
    turn && ARROWS[turn],
  );
  return el(
    'tr',
    { 'data-key': spec.key, class: classes === '' ? undefined : classes },
    el('th', { scope: 'row' }, el('span', { class: 'px' }, spec.price), mine),
    el(
      'td',
      { class: 'size' },
      el('span', { class: 'bar', 'aria-hidden': 'true', 'inline-size': `${share}%` }),
      arrow,
      el('span', {}, spec.size),
    ),
    el('td', {}, spec.total),
  );
}
