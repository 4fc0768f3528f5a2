import type { Disposable } from '../../base/disposable.ts';
import type { AskedWhatIf } from '../../core/what-if.ts';
import type { Refreshable } from '../../store/live/scheduler.ts';
import type { ChartSpan, Snapshot } from '../../view/panels/protocol.ts';
import type { Parts } from '../services.ts';
import { type Drawing, Surface, type SurfaceServices } from '../surface.ts';
import { ownOrdersChanged } from './market-input.ts';

/** What one kind of page shows and does, whether it is visible or not. */
export interface PanelPage extends Disposable {
  title(): string;
  /** Acts on what was read since; called before each drawing. */
  noteChanges?(): void;
  draw(showsDetails: boolean): Drawing<Snapshot>;
  /** The markets its orders are in. */
  slugs(): readonly string[];
  /** Read again when an own order of its market came, went or filled: its book, the position and the fills have changed too. */
  readonly ofOrders?: readonly Refreshable[];
  /** A person had all of it read again. */
  refreshed?(): void;
  askWhatIf?(asked: AskedWhatIf | undefined): void;
  setInterval?(interval: ChartSpan): void;
  compare?(on: boolean): void;
  select?(rows: readonly string[]): void;
  /** Shows a call in full. */
  inspect?(call: string | undefined): void;
  /** Names of the fields of the shown reply that are not used, a line each. */
  readonly fieldNames?: string;
}

/** Where a page is shown. Somebody draws it soon after `due`. */
export function pageSurface(
  services: SurfaceServices & Parts<'orders'>,
  page: PanelPage,
  key: string,
  { showsDetails, due }: { showsDetails(): boolean; due(): void },
): Surface<Snapshot> {
  const haveOrdersChanged = ownOrdersChanged(services.orders, key);
  return new Surface(services, {
    kind: 'panel',
    // Two panels may show one page: hiding one must not end what the other needs.
    reader: { page: key },
    noteChanges: () => {
      if (haveOrdersChanged()) for (const store of page.ofOrders ?? []) void store.refresh();
      page.noteChanges?.();
    },
    draw: () => page.draw(showsDetails()),
    pace: { due },
  });
}
