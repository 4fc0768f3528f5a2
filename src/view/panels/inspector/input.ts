import type { ApiCall, FrameCounts, RateBudget } from '../../../core/api-call.ts';
import type { ShownStream, ShownStreamState } from '../../stream-text.ts';

export interface StreamView {
  readonly stream: ShownStream;
  readonly state: ShownStreamState;
}

/** What is said of a stored reply. */
export interface ReplyTexts {
  readonly lines: string;
  /** That there are more lines. */
  readonly note: string | undefined;
  /** Names of the fields that are not used, and what is said of them. */
  readonly names: readonly string[];
  readonly unread: string | undefined;
}

export interface InspectorInput {
  readonly connection: { readonly label: string; readonly isDemo: boolean };
  /** Since when calls are recorded, Unix milliseconds. */
  readonly since: number;
  /** All that are recorded, the newest last. */
  readonly calls: readonly ApiCall[];
  readonly frames: FrameCounts;
  /** Undefined while there is no client. */
  readonly budget: RateBudget | undefined;
  readonly streams: readonly StreamView[];
  /** The list stands still since then; the calls are those of that moment. */
  readonly paused: { readonly at: number; readonly calls: readonly ApiCall[] } | undefined;
  readonly selected: ApiCall | undefined;
  /** Of the selected call; undefined while it is being read, or there is none. */
  readonly reply: ReplyTexts | undefined;
  /** What a market or event is called, by its slug. */
  readonly nameOf: (slug: string) => string | undefined;
}
