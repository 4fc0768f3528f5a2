import { type ComponentChild, render } from 'preact';
import {
  AGE,
  type FreshnessLine,
  type PageEvent,
  type PanelContent,
  type PanelState,
  readPanelState,
  type SnapshotMessage,
} from '../view/panels/protocol.ts';
import { listenToGrids } from './grids.ts';
import { DetailsView, HeadView, NoteView, type PanelActions, Run, StateBadges } from './pieces.tsx';
import { TURNS } from './turns.ts';

/** Without a message for this long, everything shown counts as stale, milliseconds. */
const SILENCE_MS = 90_000;
/** Prices older than this are not called live: nobody knows yet whether the stream still works. Milliseconds. */
const LIVE_MS = 45_000;
/** Without a message for this long, the page asks for everything again, milliseconds. */
const ASK_MS = 15_000;

interface EditorApi {
  postMessage(message: PageEvent): void;
  getState(): unknown;
  setState(state: PanelState): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** Draws the part of a panel below the frame that every panel has. */
type DrawBody<C> = (content: C, actions: PanelActions, state: PanelState) => ComponentChild;

/**
 * Starts a page. It draws each snapshot and confirms it, counts ages on by itself, and asks for
 * everything again when it has not heard from the editor for too long.
 */
export function startPanel<C extends Omit<PanelContent, 'rules'>>(drawBody: DrawBody<C>): void {
  const root = document.getElementById('root');
  if (root === null) return;
  root.replaceChildren();
  restoreFocus(root);
  listenToGrids(root);
  const api = acquireVsCodeApi();
  const freshness = new FreshnessText();
  let state = readPanelState(api.getState());
  let message: SnapshotMessage<C> | undefined;
  let isScrollRestored = false;
  let askedAt = Date.now();

  const store = (next: PanelState): void => {
    state = next;
    api.setState(next);
  };
  const stateOf = (slug: string): PanelState => (state?.slug === slug ? state : { slug });
  const actions: PanelActions = {
    send: (event) => api.postMessage(event),
    remember(change) {
      if (message !== undefined) store({ ...stateOf(message.snapshot.slug), ...change });
      draw();
    },
  };
  const ask = (): void => {
    askedAt = Date.now();
    api.postMessage({ type: 'ready', details: state?.details ?? false });
  };

  const draw = (isTick = false): void => {
    if (message === undefined) return;
    const { slug, busy, note, content } = message.snapshot;
    const shown = content && freshness.show(content.freshness, isTick);
    root.dataset['freshness'] = shown?.state ?? '';
    renderKeepingFocus(
      <Run.Provider value={(action) => api.postMessage({ type: 'run', action })}>
        {content && <HeadView head={content.head} />}
        {content && shown && (
          <div class="second">
            <StateBadges head={content.head} />
            <span class="freshness">{shown.text}</span>
            <span class="hidden" role="status">
              {shown.spoken}
            </span>
            <span class="connection">
              <span class={content.head.demo ? 'demo' : 'dim'}>{content.head.connection}</span>
            </span>
          </div>
        )}
        <div role="status">
          {content === undefined && <h1>{slug}</h1>}
          {note && <NoteView note={note} />}
        </div>
        {content && drawBody(content, actions, stateOf(slug))}
        {content && <DetailsView details={content.details} state={stateOf(slug)} actions={actions} />}
      </Run.Provider>,
      root,
    );
    root.setAttribute('aria-busy', String(busy || !TURNS.areOver));
    if (content === undefined || isScrollRestored) return;
    isScrollRestored = true;
    const { scroll } = stateOf(slug);
    if (scroll !== undefined) window.scrollTo({ top: scroll });
  };

  window.addEventListener('message', ({ origin, data }: MessageEvent<SnapshotMessage<C> | undefined>) => {
    // The editor speaks through the frame around this one, which is of the same origin.
    if (origin !== window.origin || data?.type !== 'snapshot') return;
    message = data;
    freshness.hear(data.now);
    if (state?.slug !== data.snapshot.slug) store({ slug: data.snapshot.slug });
    // Painted with the next frame; the editor sends no two snapshots for one.
    draw();
    TURNS.afterAll(() => {
      root.setAttribute('aria-busy', String(data.snapshot.busy));
      api.postMessage({ type: 'drawn', number: data.number });
    });
  });
  window.addEventListener('scrollend', () => {
    if (state !== undefined) store({ ...state, scroll: Math.round(window.scrollY) });
  });
  setInterval(() => {
    draw(true);
    if (freshness.silenceMs >= ASK_MS && Date.now() - askedAt >= ASK_MS) ask();
  }, 1000);
  ask();
}

/** Draws, and moves the focus to the heading of the section if the control that had it is gone. */
function renderKeepingFocus(view: ComponentChild, root: HTMLElement): void {
  const focused = document.activeElement;
  const section = focused?.closest('section, header, main');
  render(view, root);
  if (!(focused instanceof HTMLElement) || document.activeElement === focused) return;
  if (focused.isConnected) {
    focused.focus({ preventScroll: true });
    return;
  }
  const place = section?.isConnected === true ? section : root;
  const heading = place.querySelector<HTMLElement>('h1, h2') ?? root;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
}

/**
 * Gives the focus back to the control that had it when the page gets it again: a dialog of the editor takes it, and the
 * browser then forgets which control it was. A click moves it elsewhere.
 */
function restoreFocus(root: HTMLElement): void {
  let last: HTMLElement | undefined;
  root.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined;
  });
  const forget = (): void => {
    last = undefined;
  };
  window.addEventListener('pointerdown', forget, { capture: true });
  window.addEventListener('focus', () => {
    if (document.activeElement !== document.body || last?.isConnected !== true) return;
    last.focus({ preventScroll: true });
  });
}

type ShownFreshness = Pick<FreshnessLine, 'state' | 'text' | 'spoken'>;

/** Writes the age into the freshness line, and calls it stale by itself when the service, stream or editor falls silent. */
class FreshnessText {
  #line: FreshnessLine | undefined;
  #shown: ShownFreshness | undefined;
  /** The editor's clock at the last message, and this page's when it arrived; Unix milliseconds. */
  #editorTime = 0;
  #heardAt = Date.now();

  get silenceMs(): number {
    return Math.max(0, Date.now() - this.#heardAt);
  }

  hear(editorTime: number): void {
    this.#editorTime = editorTime;
    this.#heardAt = Date.now();
  }

  /** An age alone waits for the next tick, once a second: at many messages a second it would flicker. */
  show(line: FreshnessLine, isTick: boolean): ShownFreshness {
    const before = this.#line;
    this.#line = line;
    if (this.#shown === undefined || isTick || before?.text !== line.text || before.state !== line.state)
      this.#shown = this.#read(line);
    return this.#shown;
  }

  #read(line: FreshnessLine): ShownFreshness {
    const age = line.at === undefined ? 0 : Math.max(0, this.#editorTime - line.at + this.silenceMs);
    const isSilent = this.silenceMs >= SILENCE_MS || (line.state === 'live' && age >= LIVE_MS);
    if (isSilent)
      return { state: line.state === 'cut' ? 'cut' : 'stale', text: line.silent, spoken: line.silent };
    return { state: line.state, text: line.text.replace(AGE, ageText(age, line.units)), spoken: line.spoken };
  }
}

/** Lengths of a day, an hour, a minute and a second, milliseconds. */
const UNITS = [86_400_000, 3_600_000, 60_000, 1000];

/** In the largest whole unit; below a second with a tenth. */
function ageText(ms: number, units: FreshnessLine['units']): string {
  const size = UNITS.find((least) => ms >= least) ?? 1000;
  const places = ms < 1000 ? 1 : 0;
  const number = Math.floor((ms / size) * 10 ** places) / 10 ** places;
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  const language = document.documentElement.lang || undefined;
  return units[UNITS.indexOf(size)]?.replace('{n}', number.toLocaleString(language, digits)) ?? '';
}
