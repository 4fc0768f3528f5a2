import { systemClock } from '../base/clock.ts';
import { toDisposable } from '../base/lifecycle.ts';
import type { PanelState } from '../view/protocol/parts.ts';
import { panelStateShape } from '../view/protocol/parts.ts';
import type { Contract, Line, Listeners, PageEnd } from '../view/protocol/rpc.ts';
import { openPageEnd } from '../view/protocol/rpc.ts';

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** Calls only start something in the editor; a dialog it opens is not waited for. */
const ANSWER_MS = 10_000;

export interface PageSession<C extends Contract> {
  readonly end: PageEnd<C>;
  readonly state: PanelState | undefined;
  /** Keeps what a reload of the window has to bring back. */
  keep(change: Partial<PanelState> & { readonly slug: string }): void;
}

/** Opens the page's end of the line. The editor's api can be acquired once per page. */
export function openSession<C extends Contract>(contract: C, listeners: Listeners<C>): PageSession<C> {
  const api = acquireVsCodeApi();
  const line: Line = {
    post: (message) => api.postMessage(message),
    onMessage: (listener) => {
      // The editor speaks through the frame around this one, which is of the same origin.
      const hear = (event: MessageEvent<unknown>): void => {
        if (event.origin === window.origin) listener(event.data);
      };
      window.addEventListener('message', hear);
      return toDisposable(() => window.removeEventListener('message', hear));
    },
  };
  const saved = api.getState();
  let state = panelStateShape(saved) ? saved : undefined;
  return {
    end: openPageEnd(contract, line, listeners, systemClock, ANSWER_MS),
    get state() {
      return state;
    },
    keep(change) {
      const kept = state?.slug === change.slug ? state : EMPTY;
      state = { ...kept, ...change };
      api.setState(state);
    },
  };
}

const EMPTY: PanelState = {
  slug: '',
  interval: undefined,
  folds: undefined,
  table: undefined,
  scroll: undefined,
};
