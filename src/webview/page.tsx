import { type ComponentChild, render } from 'preact';
import { DAY_MS, HOUR_MS } from '../base/clock.ts';
import { READ_LIMIT_MS } from '../core/freshness.ts';
import {
  type Action,
  AGE,
  type Head,
  type PageContent,
  type PageEvent,
  type PanelState,
  readPanelState,
  type SecondLine,
  type SnapshotMessage,
} from '../view/panels/protocol.ts';
import { type PanelActions, Run } from './actions.tsx';
import { listenToGrids } from './grids.ts';
import { HAND } from './hand.ts';
import { DetailsView, HeadView, NoteView, StateBadges } from './sections.tsx';
import { TURNS } from './turns.ts';

/** Without a message for this long, everything shown counts as stale, milliseconds. */
const UNHEARD_MS = 90_000;
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
export function startPanel<C extends PageContent>(name: string, drawBody: DrawBody<C>): void {
  const root = document.getElementById('root');
  if (root === null) return;
  root.dataset['page'] = name;
  new Page(root, drawBody).start();
}

class Page<C extends PageContent> {
  readonly #root: HTMLElement;
  readonly #drawBody: DrawBody<C>;
  readonly #api = acquireVsCodeApi();
  readonly #freshness = new FreshnessText();
  readonly #actions: PanelActions = {
    send: (event) => this.#api.postMessage(event),
    remember: (change) => {
      if (this.#message !== undefined)
        this.#store({ ...this.#stateOf(this.#message.snapshot.slug), ...change });
      this.#draw();
    },
  };
  readonly #run = (action: Action): void => {
    HAND.acts(action);
    this.#api.postMessage({ type: 'run', action });
  };
  #state: PanelState | undefined = readPanelState(this.#api.getState());
  #message: SnapshotMessage<C> | undefined;
  #body: ComponentChild;
  #wasHeld = false;
  #isScrollRestored = false;
  #askedAt = Date.now();

  constructor(root: HTMLElement, drawBody: DrawBody<C>) {
    this.#root = root;
    this.#drawBody = drawBody;
  }

  start(): void {
    this.#root.replaceChildren();
    restoreFocus(this.#root);
    listenToGrids(this.#root);
    window.addEventListener('message', ({ origin, data }: MessageEvent<SnapshotMessage<C> | undefined>) => {
      // The editor speaks through the frame around this one, which is of the same origin.
      if (origin !== window.origin || data?.type !== 'snapshot') return;
      this.#receive(data);
    });
    window.addEventListener('scrollend', () => {
      if (this.#state !== undefined) this.#store({ ...this.#state, scroll: Math.round(window.scrollY) });
    });
    setInterval(() => {
      this.#draw(true);
      if (this.#freshness.silenceMs >= ASK_MS && Date.now() - this.#askedAt >= ASK_MS) this.#ask();
    }, 1000);
    this.#ask();
  }

  #receive(message: SnapshotMessage<C>): void {
    this.#message = message;
    const { slug, busy } = message.snapshot;
    this.#freshness.hear(message.now);
    if (this.#state?.slug !== slug) this.#store({ slug });
    // Painted with the next frame; the editor sends no two snapshots for one.
    this.#draw();
    TURNS.afterAll(() => {
      this.#root.setAttribute('aria-busy', String(busy));
      this.#api.postMessage({ type: 'drawn', number: message.number });
    });
  }

  #ask(): void {
    this.#askedAt = Date.now();
    this.#api.postMessage({ type: 'ready', details: this.#state?.details ?? false });
  }

  #store(next: PanelState): void {
    this.#state = next;
    this.#api.setState(next);
  }

  #stateOf(slug: string): PanelState {
    return this.#state?.slug === slug ? this.#state : { slug };
  }

  #draw(isTick = false): void {
    if (this.#message === undefined) return;
    const { slug, busy, note, content } = this.#message.snapshot;
    const shown = content && this.#freshness.show(content.freshness, isTick);
    this.#root.dataset['freshness'] = shown?.state ?? '';
    const state = this.#stateOf(slug);
    // Of itself time changes the ages alone, and what a hand held still until it left.
    const isHeld = HAND.isOnPage || document.activeElement !== document.body;
    if (!isTick || isHeld || this.#wasHeld)
      this.#body = content && this.#drawBody(content, this.#actions, state);
    this.#wasHeld = isHeld;
    renderKeepingFocus(
      <Run.Provider value={this.#run}>
        {content && <HeadView head={content.head} />}
        {content && shown && <StateLine head={content.head} freshness={shown} />}
        <div role="status">
          {content === undefined && <h1>{slug}</h1>}
          {note && <NoteView note={note} />}
        </div>
        {this.#body}
        {content?.details && <DetailsView details={content.details} state={state} actions={this.#actions} />}
      </Run.Provider>,
      this.#root,
    );
    this.#root.setAttribute('aria-busy', String(busy || !TURNS.areOver));
    if (content !== undefined) this.#restoreScroll(state);
  }

  #restoreScroll({ scroll }: PanelState): void {
    if (this.#isScrollRestored) return;
    this.#isScrollRestored = true;
    if (scroll !== undefined) window.scrollTo({ top: scroll });
  }
}

function StateLine({ head, freshness }: { readonly head: Head; readonly freshness: ShownFreshness }) {
  return (
    <div class="second">
      <StateBadges head={head} />
      {head.facts !== undefined && (
        <span class="facts dim parts">
          {head.facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      )}
      <span class="freshness">{freshness.text}</span>
      <span class="hidden" role="status">
        {freshness.spoken}
      </span>
      <span class="connection">
        <span class={head.demo ? 'demo' : 'dim'}>{head.connection}</span>
      </span>
    </div>
  );
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

type ShownFreshness = Pick<SecondLine, 'state' | 'text' | 'spoken'>;

/** Writes the age into the freshness line, and calls it stale by itself when the service, stream or editor falls silent. */
class FreshnessText {
  #line: SecondLine | undefined;
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
  show(line: SecondLine, isTick: boolean): ShownFreshness {
    const before = this.#line;
    this.#line = line;
    if (this.#shown === undefined || isTick || before?.text !== line.text || before.state !== line.state)
      this.#shown = this.#read(line);
    return this.#shown;
  }

  #read(line: SecondLine): ShownFreshness {
    const age = line.at === undefined ? 0 : Math.max(0, this.#editorTime - line.at + this.silenceMs);
    // Nobody knows yet whether the stream of older prices still works.
    const isSilent = this.silenceMs >= UNHEARD_MS || (line.state === 'live' && age >= READ_LIMIT_MS);
    if (isSilent)
      return { state: line.state === 'cut' ? 'cut' : 'stale', text: line.silent, spoken: line.silent };
    return { state: line.state, text: line.text.replace(AGE, ageText(age, line.units)), spoken: line.spoken };
  }
}

/** Lengths of a day, an hour, a minute and a second, milliseconds. */
const UNITS = [DAY_MS, HOUR_MS, 60_000, 1000];

/** In the largest whole unit; below a second with a tenth. */
function ageText(ms: number, units: SecondLine['units']): string {
  const size = UNITS.find((least) => ms >= least) ?? 1000;
  const places = ms < 1000 ? 1 : 0;
  const number = Math.floor((ms / size) * 10 ** places) / 10 ** places;
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  const language = document.documentElement.lang || undefined;
  return units[UNITS.indexOf(size)]?.replace('{n}', number.toLocaleString(language, digits)) ?? '';
}
