import type { Event } from '../../base/event.ts';
import type { Provenance } from '../reading/load-state.ts';
import { LoadedStore } from '../reading/loaded-store.ts';
import { ReadSequence } from '../reading/loader.ts';
import type { Session } from '../session/session.ts';

/** A list of the account that is loaded, and updated by frames of the account stream, which may come late or twice. */
export abstract class StreamedStore extends LoadedStore {
  protected readonly reads = new ReadSequence();

  constructor(session: Session) {
    super(session, 'private');
  }

  /** True while a frame left something open that only a list asked for after it can answer. */
  get needsReading(): boolean {
    return this.reads.due;
  }

  /** `needsReading` became true, or still is after a read that was asked for too early. */
  readonly onNeedsReading: Event<void> = (listener) => this.reads.onDue(listener);

  override dispose(): void {
    super.dispose();
    this.reads.dispose();
  }

  protected override clear(): void {
    this.reads.clear();
  }

  protected provenanceOfReply(): Provenance {
    return { source: 'rest', at: this.session.clock.now() };
  }
}
