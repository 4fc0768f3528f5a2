import type { Owner } from '../session/owner.ts';
import type { OpenEnded } from './cancel-open-ended.ts';
import type { CancelReport } from './cancel-outcome.ts';

export interface CancelOptions {
  /** Whose orders they are: nothing is sent for another one. Without it, of whoever is in use. */
  readonly owner?: Owner | undefined;
  /** Keeps what was not sent yet from being sent (those end `refused`, code `cancelled`); what was sent is followed. */
  readonly signal?: AbortSignal;
  /** Once per order, when its outcome is known or given up on for now. */
  readonly onProgress?: (report: CancelReport) => void;
  /**
   * Once a second while something waits to be sent because the service wants to be left alone: for how many milliseconds
   * more; 0 when nothing waits any more.
   */
  readonly onWaiting?: (ms: number) => void;
  /** Ids of orders sent anew, which were sent before and are not known; no other such order is sent again. */
  readonly again?: ReadonlySet<string>;
  /** Why, for the record: the command. */
  readonly why?: string;
  /** One request for whatever is open when it arrives, whatever is known of these orders; see `cancelEverything`. */
  readonly openEnded?: OpenEnded;
  /** What is done once each has a report, and may take long: it is answered with what is known after that. Never rejects. */
  readonly afterwards?: () => Promise<void>;
}
