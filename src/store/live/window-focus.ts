import { ChangeSource } from '../../base/change-source.ts';
import type { Clock } from '../../base/clock.ts';
import { Timer } from '../../base/timer.ts';

/** What the editor says of its window, and whether the status item is on. */
export interface WindowState {
  readonly focused: boolean;
  readonly statusShown: boolean;
}

/** A small file all windows of this machine see: the id of the window that had the focus last. */
export interface LastFocusFile {
  /** Undefined where there is none yet, or it cannot be read. Never rejects. */
  read(): Promise<string | undefined>;
  /** Never rejects. */
  write(id: string): Promise<void>;
}

/** A window lets its streams go so long after it lost the focus, milliseconds: the service counts connections per key. */
const AWAY_MS = 60_000;
/** How often the window focused last looks whether another one is by now, while none of its own has the focus, milliseconds. */
const LOOK_MS = 10_000;

/** Says when this window has to let its streams go, and whether it is the one that was focused last. */
export class WindowFocus extends ChangeSource {
  readonly #clock: Clock;
  readonly #file: LastFocusFile | undefined;
  readonly #id = crypto.randomUUID();
  #window: WindowState = { focused: true, statusShown: false };
  #isLast = true;
  #isNeeded = false;
  /** When it lost the focus, by the steady clock. */
  #blurredAt: number | undefined;
  #writing: Promise<void> = Promise.resolve();
  readonly #timer: Timer;

  /** `file` undefined: there is no other window. */
  constructor(clock: Clock, file: LastFocusFile | undefined) {
    super();
    this.#clock = clock;
    this.#file = file;
    this.#timer = new Timer(clock, () => void this.#come());
  }

  get statusShown(): boolean {
    return this.#window.statusShown;
  }

  get isAway(): boolean {
    return this.#blurredAt !== undefined && this.#clock.steady() - this.#blurredAt >= AWAY_MS;
  }

  /** Whether no other window was focused since, as far as was looked. */
  get isLast(): boolean {
    return this.#isLast;
  }

  set(window: WindowState): void {
    const { focused } = window;
    this.#window = window;
    if (focused) {
      this.#blurredAt = undefined;
      this.#isLast = true;
      this.#writing = this.#file?.write(this.#id) ?? Promise.resolve();
    } else this.#blurredAt ??= this.#clock.steady();
    this.#arm();
    this.changes.fire();
  }

  /** Whether there is anything to let go of: while not, there is no timer either. */
  setNeeded(isNeeded: boolean): void {
    if (isNeeded === this.#isNeeded) return;
    this.#isNeeded = isNeeded;
    this.#arm();
  }

  /** Looks whether this window is still the one focused last. Where the file cannot be read it stays as it was. */
  async look(): Promise<boolean> {
    if (this.#blurredAt !== undefined) {
      await this.#writing;
      const id = await this.#file?.read();
      if (id !== undefined && this.#blurredAt !== undefined) this.#isLast = id === this.#id;
    }
    return this.#isLast;
  }

  override dispose(): void {
    this.#isNeeded = false;
    this.#arm();
    super.dispose();
  }

  #arm(): void {
    this.#timer.stop();
    if (this.#blurredAt === undefined || !this.#isNeeded) return;
    const wait = this.#blurredAt + AWAY_MS - this.#clock.steady();
    if (wait <= 0 && (this.#file === undefined || !this.#isLast)) return;
    this.#timer.set(wait > 0 ? wait : LOOK_MS);
  }

  async #come(): Promise<void> {
    await this.look();
    if (this.#timer.isSet || !this.#isNeeded) return;
    this.#arm();
    // The first look is when it became away.
    if (this.isAway) this.changes.fire();
  }
}
