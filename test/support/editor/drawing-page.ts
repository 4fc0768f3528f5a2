import type { Clock } from '../../../src/base/clock.ts';
import { applyPatch, type PatchFrame, type SnapshotFrame } from '../../../src/view/protocol/frames.ts';
import type { PanelScreen } from './screens.ts';

/** A panel's page that draws nothing, says so when a screen would have, and takes its time with every eighth frame. */
export class DrawingPage {
  readonly messages: { readonly at: number; readonly waiting: number }[] = [];
  readonly #clock: Clock;
  readonly #screenMs: number;
  readonly #busyMs: number;
  #frame: SnapshotFrame<object> | undefined;
  #waiting = 0;
  #drawn = 0;
  snapshots = 0;

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
    const { truth: _, ...rest } = (this.#frame?.snapshot.content ?? {}) as Record<string, unknown>;
    return rest;
  }

  load(panel: PanelScreen): void {
    panel.onPost = ({ name, value }) => {
      this.#waiting += 1;
      this.messages.push({ at: this.#clock.now(), waiting: this.#waiting });
      if (name === 'snapshot') {
        this.snapshots += 1;
        this.#frame = plainFrame<SnapshotFrame<object>>(value);
      } else if (this.#frame !== undefined) {
        this.#frame = applyPatch(this.#frame, plainFrame<PatchFrame<object>>(value));
      }
      this.#drawn += 1;
      this.#clock.setTimeout(
        () => {
          this.#waiting -= 1;
          panel.say({ rpc: 'drawn', number: value.number });
        },
        this.#drawn % 8 === 0 ? this.#busyMs : this.#screenMs,
      );
    };
    panel.say({ rpc: 'ready' });
  }
}

/** As it arrives on the other side of a webview. */
function plainFrame<T>(value: unknown): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
