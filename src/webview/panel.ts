import type { Head, Note, PanelState } from '../view/protocol/parts.ts';
import type { Contract, PageEnd } from '../view/protocol/rpc.ts';
import { el } from './dom.ts';
import type { Hands } from './pieces.ts';
import { headSource, headState, headTop, note } from './pieces.ts';
import { openSession } from './session.ts';
import { Slot } from './slots.ts';

interface Snapshot {
  readonly slug: string;
  readonly busy: boolean;
  readonly note: Note | undefined;
  readonly content: { readonly head: Head } | undefined;
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

export interface PanelBody<S extends Snapshot> {
  readonly elements: readonly HTMLElement[];
  show(content: NonNullable<S['content']>): void;
}

/**
 * Starts a page: the frame every panel has (what it is about, state, source, a line for failures) around a body of its
 * own, drawn from whole snapshots.
 */
export function startPanel<
  S extends Snapshot,
  C extends Contract & { readonly events: { readonly snapshot: unknown } },
>(contract: C, makeBody: (host: PanelHost<C>) => PanelBody<S>): void {
  const root = document.getElementById('root');
  if (root === null) return;
  let slug = '';
  const session = openSession(contract, { snapshot: (value: unknown) => show(value as S) } as never);
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
  const sourceLine = new Slot(el('span', { class: 'source' }));
  const message = new Slot(el('div', { role: 'status' }));
  const second = el('div', { class: 'second' }, stateLine.element, sourceLine.element);
  const body = makeBody(host);
  let isFramed = false;

  const show = (snapshot: S): void => {
    const restored = slug === '' && session.state?.slug === snapshot.slug ? session.state.scroll : undefined;
    if (slug !== snapshot.slug) {
      slug = snapshot.slug;
      host.keep({});
    }
    if (!isFramed) {
      isFramed = true;
      root.replaceChildren(top.element, second, complaint.element, message.element, ...body.elements);
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
    top.show(headOf(content.head), () => headTop(host.hands, content.head));
    stateLine.show([content.head.state, content.head.game], () => headState(content.head));
    sourceLine.show([content.head.source, content.head.connection], () => headSource(content.head));
    body.show(content as NonNullable<S['content']>);
    if (restored !== undefined) window.scrollTo({ top: restored });
  };

  window.addEventListener('scrollend', () => {
    if (slug !== '') host.keep({ scroll: Math.round(window.scrollY) });
  });
  session.end.ready();
}

/** What of the head is drawn by `headTop`: a new age must not draw the buttons anew. */
function headOf({ crumbs, title, buttons }: Head): unknown {
  return { crumbs, title, buttons };
}
