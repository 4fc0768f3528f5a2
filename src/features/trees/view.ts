import { l10n, TreeItemCheckboxState, type TreeView, window } from 'vscode';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposable.ts';
import type { ExchangeErrorCode } from '../../exchange/errors.ts';
import type { LoadState } from '../../store/reading/load-state.ts';
import { headerWithoutHalfNumbers } from '../../view/fit.ts';
import { type StreamStanding, streamNote } from '../../view/freshness-text.ts';
import { failureSentence, viewMessage } from '../../view/messages.ts';
import { withoutEmpty } from '../../view/row.ts';
import { capital } from '../../view/states.ts';
import { contextKeySetter } from '../config.ts';
import { connectionMark } from '../connection-settings.ts';
import { CONTEXT_KEYS, TITLE_BUTTONS, type ViewName, type ViewState } from '../ids.ts';
import type { EditorLook } from '../look.ts';
import { inBrowser } from '../platform.ts';
import type { Editor, Parts, Services } from '../services.ts';
import { type Needs, Surface, type SurfaceServices } from '../surface.ts';
import { type NodeChange, NodeTree, REDRAW_MS, type RowNode } from './node-tree.ts';
import { RowUpdates } from './row-updates.ts';
import { tooltipMarkdown, treeItem } from './tree-item.ts';
import type { Badge, RowSource, ViewContent, ViewDefinition, Views } from './views.ts';

/** Shows a definition in its tree: rows when they changed, at most twice a second, nothing while hidden. */
export function fillView(
  { views, own }: Pick<Editor, 'views' | 'own'>,
  services: SurfaceServices & Parts<'session' | 'view' | 'connection' | 'live' | 'reporter' | 'look'>,
  definition: ViewDefinition,
): void {
  const { clock, session, look } = services;
  const slot = views.slot(definition.name);
  const { view } = slot;
  const tree = new NodeTree(definition.name);
  const { content, noteChanges } = viewContent(services, definition);
  slot.filled = {
    ...definition,
    content,
    tick: tickOf(slot, definition, services),
    source: rowSource(tree, look, clock, (node) => {
      surface.need(needs());
      definition.opened?.(node.row);
    }),
  };
  if (definition.badge !== undefined) own.add(showBadge(view, definition.badge));
  const setState = contextKeySetter<ViewState>(CONTEXT_KEYS[`${definition.name}State`]);
  const needs = (): Needs => ({
    ...definition.needs,
    stores: [definition.list ?? [], definition.needs.stores].flat(),
    markets: definition.stream === 'markets' ? [{ slugs: tree.openMarkets }] : [],
  });
  let waiting: Disposable | undefined;
  const updated = (shown: ViewContent, change: NodeChange): void => {
    // Without a key nothing of the account is read, so nothing would say whether the service answers.
    if (definition.stream === 'account' && isSignedOut(session)) void session.checkLink();
    waiting?.dispose();
    waiting = atNext(tree, clock, () => surface.mark());
    show(view, definition.name, shown, look);
    setState(shown.state);
    if (change !== 'none') slot.changed(change === 'all' ? undefined : [...change]);
    surface.need(needs());
  };
  const rows = own.add(new RowUpdates(clock, tree, updated));
  const surface = own.add(
    new Surface<ViewContent>(services, {
      kind: 'tree',
      noteChanges,
      draw: () => ({ content: content(), needs: needs() }),
      pace: { gapMs: REDRAW_MS, show: (shown) => rows.take(shown) },
    }),
  );
  own.add(view.onDidChangeVisibility(({ visible }) => surface.setShown(visible)));
  own.add(look.onDidChange(() => slot.changed(undefined)));
  own.add(look.onDidChange(() => surface.mark()));
  const toggled = (element: RowNode, isOpen: boolean): void => {
    tree.toggled(element, isOpen);
    surface.need(needs());
  };
  own.add(view.onDidExpandElement(({ element }) => toggled(element, true)));
  own.add(view.onDidCollapseElement(({ element }) => toggled(element, false)));
  own.add(onTicks(view, slot.filled.tick));
  own.add(toDisposable(() => waiting?.dispose()));
  surface.setShown(view.visible);
}

/** Calls back when the next waiting row may be drawn, if one waits. */
function atNext({ nextAt }: NodeTree, clock: Clock, due: () => void): Disposable | undefined {
  if (nextAt === undefined || !Number.isFinite(nextAt)) return undefined;
  return clock.setTimeout(due, Math.max(REDRAW_MS, nextAt - clock.now()));
}

function onTicks(view: TreeView<RowNode>, tick: ReturnType<typeof tickOf>): Disposable {
  return view.onDidChangeCheckboxState(({ items }) => {
    for (const [node, state] of items) tick(node, state === TreeItemCheckboxState.Checked);
  });
}

/** Turns the box of a row. The editor has drawn a tick that may not count: the row is drawn again, as it is. */
function tickOf(
  { changed }: Pick<ReturnType<Views['slot']>, 'changed'>,
  { ticked }: ViewDefinition,
  { reporter }: Parts<'reporter'>,
): (node: RowNode, isOn: boolean) => void {
  return (node, isOn) => {
    ticked?.(node.row, isOn)
      .catch((cause: unknown) => reporter.failed(cause))
      .finally(() => changed([node]));
  };
}

function rowSource(
  tree: NodeTree,
  look: EditorLook,
  clock: Clock,
  opened: (node: RowNode) => void,
): RowSource {
  return {
    getTreeItem: (node) => {
      tree.drew(node, clock.now());
      return treeItem(node, look.isUsual);
    },
    getChildren: (node) => {
      if (node === undefined) return [...(tree.roots ?? [])];
      const children = [...tree.open(node)];
      opened(node);
      return children;
    },
    resolveTreeItem: (item, node) => {
      tree.hovered(node, clock.now());
      item.tooltip = tooltipMarkdown(node.row.tooltip());
      return item;
    },
  };
}

/** Each of these is a message to the window even when it says what was said before. */
function show(view: TreeView<RowNode>, name: ViewName, content: ViewContent, { isUsual }: EditorLook): void {
  const parts = withoutEmpty(content.description);
  const title = view.title ?? capital(name);
  const description = headerWithoutHalfNumbers(title, parts, TITLE_BUTTONS[name], isUsual);
  // The editor's types forbid taking a text away again; the editor does not.
  if (view.description !== description)
    (view as { description: string | undefined }).description = description;
  // In an empty view a message would take the place of the welcome text, which says the same and has the buttons.
  const message = content.rows.length === 0 ? undefined : content.message;
  if (view.message !== message) (view as { message: string | undefined }).message = message;
}

/** Keeps the number on a view, hidden or not; it goes when the view is seen in a window that has the focus. */
export function showBadge(
  view: Pick<TreeView<unknown>, 'visible' | 'badge' | 'onDidChangeVisibility'>,
  badge: Badge,
): Disposable {
  const own = new DisposableStore();
  const update = (): void => {
    if (view.visible && window.state.focused) badge.seen();
    const now = badge.get();
    if (now?.value !== view.badge?.value || now?.tooltip !== view.badge?.tooltip) view.badge = now;
  };
  own.add(window.onDidChangeWindowState(update));
  own.add(view.onDidChangeVisibility(update));
  for (const event of badge.changes) own.add(event(update));
  update();
  return own;
}

function viewContent(
  services: Parts<'live' | 'session' | 'view' | 'connection'>,
  { list, stream, content }: ViewDefinition,
): { content(): ViewContent; noteChanges(): void } {
  const { live, session } = services;
  /** As it was when last drawn, not counting tries to connect. */
  let settled: StreamStanding | undefined;
  const standing = () => stream && standingOf(live.state(stream), settled);
  const made = (): ViewContent => {
    const { rows, description, filter, shown, notes = [] } = content();
    const context = services.view();
    const now = standing();
    const dated = now !== undefined && isDated(now);
    const problem = services.connection.problem;
    const message = [
      shown === undefined ? undefined : `${shown}.`,
      list && viewMessage(list.state, { lost: list.lost ?? 0, filter, dated }, context),
      list?.moreError &&
        l10n.t('The next page could not be read. {0}', failureSentence(list.moreError, context)),
      now && streamNote(now, stream === 'markets' ? 'prices' : 'account', context),
      ...notes,
    ].filter((part) => part !== undefined);
    const isUnreached = session.link.kind === 'offline' && rows.length === 0;
    const state = (): ViewState => {
      if (rows.length > 0) return 'ready';
      if (problem !== undefined) return 'misconfigured';
      const { kind } = session.account;
      if (stream === 'account' && isSignedOut(session)) {
        // A key could not be tried now.
        if (isUnreached) return 'unreached';
        if (inBrowser) return 'publicOnly';
        return kind === 'signedOut' ? 'signedOut' : 'signInAgain';
      }
      return list === undefined ? 'loading' : emptyState(list.state, filter !== undefined);
    };
    return {
      rows,
      description: [
        connectionMark(services.session.profile),
        ...(isUnreached ? [l10n.t('cannot be reached')] : description),
      ],
      message: problem ?? (message.length === 0 ? undefined : message.join(' ')),
      state: state(),
    };
  };
  return { content: made, noteChanges: () => (settled = standing()) };
}

/** A stream that is lost stays so while it is tried again: a note that comes and goes at each try would make rows jump. */
function standingOf(now: StreamStanding, before: StreamStanding | undefined): StreamStanding {
  return now.kind === 'connecting' && before?.kind === 'lost' ? before : now;
}

function isDated({ kind, heardAt }: StreamStanding): boolean {
  return kind === 'lost' && heardAt !== undefined;
}

function isSignedOut({ account }: Services['session']): boolean {
  return account.kind === 'signedOut' || account.kind === 'needsSignIn';
}

/** Whether a list came, be it an empty one. */
export function hasRead({ kind }: LoadState): boolean {
  return kind === 'ready' || kind === 'refreshing';
}

function emptyState(state: LoadState, isFiltered: boolean): ViewState {
  switch (state.kind) {
    case 'idle':
    case 'loading':
      return 'loading';
    case 'failed':
      if (state.error.details.reason === 'unreadable') return 'unreadable';
      return FAILED_STATES[state.error.code] ?? 'failed';
    case 'ready':
    case 'refreshing':
      return isFiltered ? 'filteredEmpty' : 'empty';
  }
}

const FAILED_STATES: { readonly [C in ExchangeErrorCode]?: ViewState } = {
  network: 'offline',
  timeout: 'offline',
  rateLimit: 'busy',
  clockSkew: 'clockSkew',
};
