import type { Frame } from 'playwright-core';

/** What is watched, by a CSS selector: each element by itself, or the one that stands in the same place of its list. */
export interface Watched {
  readonly controls?: string;
  /** Rows that say something else from moment to moment, like the levels of a book: the third of them stays where the third was. */
  readonly places?: string;
  /** Tables whose rows stay in their order; rows may come and go. */
  readonly ordered?: string;
}

interface Seen {
  /** One sentence for each control that moved, with the parts of the page that grew or shrank meanwhile. */
  readonly moves: readonly string[];
  /** How often the page drew something else. */
  readonly changes: number;
}

/** More than this is seen, pixels. */
const STILL = 1;
const LOOK_MS = 50;

/** Notes in the page where its controls are, from now on, and calls `seenIn` what moved. */
export async function watchControls(frame: Frame, watched: Watched): Promise<void> {
  await frame.evaluate(`(${watch})(${JSON.stringify({ ...watched, still: STILL, ms: LOOK_MS })})`);
}

export async function seenIn(frame: Frame): Promise<Seen> {
  return frame.evaluate('globalThis.seen');
}

/** Runs in the page. */
const watch = `({ controls, places, ordered, still, ms }) => {
  const seen = (globalThis.seen = { moves: [], changes: 0 });
  new MutationObserver(() => (seen.changes += 1)).observe(document.body, { subtree: true, childList: true, characterData: true });
  const words = (element) => (element.getAttribute('aria-label') || element.title || element.textContent).trim().replace(/\\s+/g, ' ').slice(0, 60);
  const part = (element) => element.closest('section')?.className ?? '';
  const first = new Map();
  const heights = new Map();
  const orders = new Map();
  const grown = () => {
    const changed = [];
    for (const element of document.querySelectorAll('#root section, #root header, #root .sides, #root .you, #root h1')) {
      const now = Math.round(element.getBoundingClientRect().height);
      const before = heights.get(element) ?? now;
      if (Math.abs(now - before) > still) changed.push((element.className || element.tagName.toLowerCase()) + ' ' + before + '→' + now);
      heights.set(element, now);
    }
    return changed.length === 0 ? '' : '; ' + changed.join(', ');
  };
  const note = (key, name, element, because) => {
    const box = element.getBoundingClientRect();
    if (box.width === 0) return;
    const at = [box.left + scrollX, box.top + scrollY];
    const before = first.get(key);
    first.set(key, at);
    if (before && at.some((value, axis) => Math.abs(value - before[axis]) > still))
      seen.moves.push(part(element) + ' “' + name + '” went from ' + before.map(Math.round).join() + ' to ' + at.map(Math.round).join() + because);
  };
  const look = () => {
    const because = grown();
    if (controls) for (const element of document.querySelectorAll(controls)) note(element, words(element), element, because);
    if (places) document.querySelectorAll(places).forEach((element, place) => note('place ' + place, 'row ' + place, element, because));
    if (ordered) document.querySelectorAll(ordered).forEach((table, place) => {
      const rows = [...table.querySelectorAll('tbody tr')];
      const before = orders.get(place) ?? [];
      const common = rows.filter((row) => before.includes(row));
      const old = before.filter((row) => rows.includes(row));
      const other = common.find((row, index) => row !== old[index]);
      if (other) seen.moves.push(part(table) + ' has its rows in another order: “' + words(other) + '”');
      orders.set(place, rows);
    });
  };
  look();
  setInterval(look, ms);
}`;
