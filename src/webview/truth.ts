import type { TruthLine } from '../view/protocol/parts.ts';
import { AGE } from '../view/protocol/parts.ts';
import { el } from './dom.ts';

/** A page that heard nothing of the editor for so long takes what it shows for old. */
const SILENCE_MS = 90_000;
/** What is called live was told within so long, milliseconds: else nobody knows yet whether anyone still tells. */
const LIVE_MS = 45_000;
/** Nothing heard for so long: the page asks for everything again. */
export const ASK_MS = 15_000;

/**
 * Says how true what the page shows is, and counts its age on by itself: nothing frozen may look live, whether it is the
 * service, the stream or the editor that fell silent. Only another standing is spoken, never an age.
 */
export class TruthView {
  readonly element = el('span', { class: 'truth' });
  readonly spoken = el('span', { class: 'hidden', role: 'status' });
  readonly #root: HTMLElement;
  #line: TruthLine | undefined;
  /** The editor's clock at the last message, and this page's when it arrived; Unix milliseconds. */
  #told = 0;
  #heard = Date.now();

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Milliseconds since the editor was last heard. */
  get silence(): number {
    return Math.max(0, Date.now() - this.#heard);
  }

  hear(now: number): void {
    this.#told = now;
    this.#heard = Date.now();
  }

  show(line: TruthLine): void {
    const before = this.#line;
    this.#line = line;
    // An age alone is left to the next tick: at many messages a second it would flicker.
    if (before?.text !== line.text || before.standing !== line.standing) this.tick();
  }

  /** Called once a second. */
  tick(): void {
    const line = this.#line;
    if (line === undefined) return;
    const isSilent = this.silence >= SILENCE_MS || (line.standing === 'live' && this.#ageOf(line) >= LIVE_MS);
    const standing = isSilent && line.standing !== 'cut' ? 'old' : line.standing;
    setText(this.element, isSilent ? line.silent : line.text.replace(AGE, this.#age(line)));
    setText(this.spoken, isSilent ? line.silent : line.spoken);
    this.#root.dataset['truth'] = standing;
  }

  /** Milliseconds. */
  #ageOf({ at }: TruthLine): number {
    return at === undefined ? 0 : Math.max(0, this.#told - at + this.silence);
  }

  #age(line: TruthLine): string {
    const ms = this.#ageOf(line);
    const [unit, size, places] = unitOf(ms, line.units);
    const language = document.documentElement.lang || undefined;
    const number = Math.floor((ms / size) * 10 ** places) / 10 ** places;
    const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
    return unit.replace('{n}', number.toLocaleString(language, digits));
  }
}

function unitOf(
  ms: number,
  units: TruthLine['units'],
): readonly [unit: string, size: number, places: number] {
  if (ms < 1000) return [units.second, 1000, 1];
  if (ms < 60_000) return [units.second, 1000, 0];
  if (ms < 3_600_000) return [units.minute, 60_000, 0];
  return ms < 86_400_000 ? [units.hour, 3_600_000, 0] : [units.day, 86_400_000, 0];
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
