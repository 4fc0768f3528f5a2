import type { PatchFrame, Snapshot, SnapshotFrame } from '../view/protocol/frames.ts';
import { applyPatch } from '../view/protocol/frames.ts';
import type { Head, PanelState, TruthLine } from '../view/protocol/parts.ts';
import type { Contract, PageEnd } from '../view/protocol/rpc.ts';
import { el } from './dom.ts';
import { returnFocus } from './focus.ts';
import type { Hands } from './pieces.ts';
import { headState, headTop, note } from './pieces.ts';
import { openSession } from './session.ts';
import { Slot } from './slots.ts';
import { ASK_MS, TruthView } from './truth.ts';

/** What the frame around every panel needs of its content. */
interface Framed {
  readonly head: Head;
  readonly truth: TruthLine;
}

/** What a panel's own part gets: the line to the editor, what was kept, and what its pieces can do. */
export interface PanelHost<C extends Contract> {
  readonly end: PageEnd<C>;
  readonly state: PanelState | undefined;
  readonly hands: Hands;
  keep(change: Partial<Omit<PanelState, 'slug'>>): void;
  /** Shows that something asked for by the user did not work. */
  complain(cause: unknown): void;
}

export interface PanelBody<B> {
  readonly elements: readonly HTMLElement[];
  show(content: B): void;
}

/**
 * Starts a page: the frame every panel has (what it is about, state, truth, a line for failures) around a body of its
 * own. It gets a snapshot, then patches; it draws once a screen frame and says so, and asks for a snapshot again when a
 * patch does not follow on what it has or the editor has not been heard for too long.
 */
export function startPanel<B extends Framed, C extends Contract>(
  contract: C,
  makeBody: (host: PanelHost<C>) => PanelBody<B>,
): void {
  const root = document.getElementById('root');
  if (root === null) return;
  returnFocus(root);
  let slug = '';
  let frame: SnapshotFrame<B> | undefined;
  let isDue = false;
  const listeners = {
    snapshot: (next: SnapshotFrame<B>) => accept(next),
    patch: (patch: PatchFrame<B>) => accept(applyPatch(frame, patch)),
  };
  const session = openSession(contract, listeners as never);
  const complaint = new Slot(el('div', { role: 'alert' }));
  const host: PanelHost<C> = {
    end: session.end,
    get state() {
      return session.state?.slug === slug ? session.state : undefined;
    },
    keep: (change) => session.keep({ slug, ...change }),
    complain(cause) {
      const text = cause instanceof Error ? cause.message : String(cause);
      complaint.show(text, () => [el('div', { class: 'note warn' }, text)]);
    },
    hands: {
      run(action) {
        complaint.show('', () => []);
        session.end.call('run', action as never).catch(host.complain);
      },
      isOpen: (fold) => host.state?.folds?.includes(fold) ?? false,
      setOpen(fold, open) {
        const others = (host.state?.folds ?? []).filter((other) => other !== fold);
        host.keep({ folds: open ? [...others, fold] : others });
      },
    },
  };
  const top = new Slot(el('header'));
  const stateLine = new Slot(el('span', { class: 'state', role: 'status' }));
  const truth = new TruthView(root);
  const connection = new Slot(el('span', { class: 'connection' }));
  const message = new Slot(el('div', { role: 'status' }));
  const second = el(
    'div',
    { class: 'second' },
    stateLine.element,
    truth.element,
    truth.spoken,
    connection.element,
  );
  const body = makeBody(host);

  const accept = (next: SnapshotFrame<B> | undefined): void => {
    if (next === undefined) {
      session.end.ready();
      return;
    }
    frame = next;
    truth.hear(next.now);
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      if (frame === undefined) return;
      show(frame.snapshot);
      session.end.drawn(frame.number);
    });
  };

  const show = (snapshot: Snapshot<B>): void => {
    const restored = slug === '' && session.state?.slug === snapshot.slug ? session.state.scroll : undefined;
    if (slug === '')
      root.replaceChildren(top.element, second, complaint.element, message.element, ...body.elements);
    if (slug !== snapshot.slug) {
      slug = snapshot.slug;
      host.keep({});
    }
    root.setAttribute('aria-busy', String(snapshot.busy));
    const { content } = snapshot;
    // Without content the market's own name is all there is to head the page with.
    const heading = content === undefined ? slug : undefined;
    message.show({ heading, spec: snapshot.note }, ({ spec }) => [
      heading === undefined ? undefined : el('h1', {}, heading),
      spec && note(host.hands, spec),
    ]);
    for (const element of [top.element, second, ...body.elements]) element.hidden = content === undefined;
    if (content === undefined) return;
    const { head } = content;
    top.show([head.crumbs, head.title, head.buttons], () => headTop(host.hands, head));
    stateLine.show([head.state, head.game], () => headState(head));
    connection.show([head.connection, head.demo], () => [
      el('span', { class: head.demo ? 'demo' : 'dim' }, head.connection),
    ]);
    truth.show(content.truth);
    body.show(content);
    if (restored !== undefined) window.scrollTo({ top: restored });
  };

  let askedAt = 0;
  setInterval(() => {
    truth.tick();
    if (truth.silence < ASK_MS || Date.now() - askedAt < ASK_MS) return;
    askedAt = Date.now();
    session.end.ready();
  }, 1000);
  window.addEventListener('scrollend', () => {
    if (slug !== '') host.keep({ scroll: Math.round(window.scrollY) });
  });
  session.end.ready();
}
