import type { Clock } from '../../../src/base/clock.ts';
import type { Snapshot } from '../../../src/view/panels/protocol.ts';
import type { PanelScreen } from './screens.ts';

/** A panel's page that draws nothing, says so when a screen would have, and takes its time with every eighth frame. */
export class DrawingPage {
  readonly messages: { readonly at: number; readonly waiting: number }[] = [];
  readonly #clock: Clock;
  readonly #screenMs: number;
  readonly #busyMs: number;
  #shown: Snapshot | undefined;
  #waiting = 0;

  constructor(clock: Clock, screenMs: number, busyMs: number) {
    this.#clock = clock;
    this.#screenMs = screenMs;
    this.#busyMs = busyMs;
  }

  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  /** What it shows, without the figures that only count time. */
  get content(): unknown {
    const { freshness: _, ...rest } = (this.#shown?.content ?? {}) as Record<string, unknown>;
    return rest;
  }

  load(panel: PanelScreen): void {
    panel.onPost = ({ number, snapshot }) => {
      this.#waiting += 1;
      this.messages.push({ at: this.#clock.now(), waiting: this.#waiting });
      // As it arrives on the other side of a webview.
      this.#shown = JSON.parse(JSON.stringify(snapshot)) as Snapshot;
      this.#clock.setTimeout(
        () => {
          this.#waiting -= 1;
          panel.say({ type: 'drawn', number });
        },
        this.messages.length % 8 === 0 ? this.#busyMs : this.#screenMs,
      );
    };
    panel.say({ type: 'ready', details: false });
  }
}
