import { type TreeView, window } from 'vscode';
import type { Clock } from '../../base/clock.ts';
import type { Event } from '../../base/event.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import type { Topic } from '../../exchange/streams.ts';
import type { Refreshable } from '../../store/live/scheduler.ts';
import type { Row } from '../../view/row.ts';
import type { ManagedContextKey } from '../context-keys.ts';
import type { WindowEvents } from '../focus.ts';
import type { ViewName, ViewState } from '../ids.ts';
import { keepLoaded } from '../keep-loaded.ts';
import type { Services } from '../services.ts';
import { Throttle } from '../throttle.ts';
import { NodeTree, type RowNode } from './node-tree.ts';
import { SeenMarkets } from './seen.ts';
import { tooltipMarkdown, treeItem } from './tree-item.ts';
import type { RowSource, ViewSlot } from './views.ts';

/** Shortest time between two redraws of a view, milliseconds. */
const REDRAW_MS = 500;
/** How often ages on the rows are brought up to date, milliseconds. */
const TICK_MS = 30_000;
/** What a row shows of a market: its best prices. */
const LIST_TOPICS: ReadonlySet<Topic> = new Set(['lite']);

const NOTHING: readonly string[] = [];

/** What a view shows, as plain data. Read only while the view is visible. */
export interface ViewContent {
  readonly rows: readonly Row[];
  /** Beside the title: counts and sums. */
  readonly description: string | undefined;
  /** Above the rows, while there are any: the active filter, what is missing, what failed. */
  readonly message: string | undefined;
  readonly state: ViewState;
}

/** One view of the sidebar. */
export interface ViewDefinition {
  readonly name: ViewName;
  /** Refreshed while the view is visible. */
  readonly watched: readonly Refreshable[];
  /** Its rows show prices of markets: those under open rows are followed live. */
  readonly showsMarkets?: boolean;
  content(): ViewContent;
  readonly badge?: Badge;
  /** Anything the content is made of changed. */
  readonly changes: readonly Event<unknown>[];
}

/** Shows a definition in its tree: rows when they changed, at most twice a second, nothing while hidden. */
export function fillView(
  services: Pick<Services, 'clock' | 'scheduler' | 'session' | 'live'>,
  { view, changed, fill }: ViewSlot,
  definition: ViewDefinition,
  stateKey: ManagedContextKey<ViewState>,
  onFirstShown: () => void,
): DisposableStore {
  const own = new DisposableStore();
  const tree = new NodeTree(definition.name);
  fill(rowSource(tree, services.clock, () => follow()));
  if (definition.badge !== undefined) own.add(showBadge(view, definition.badge, window));
  const seen = new SeenMarkets();
  const interest =
    definition.showsMarkets === true ? own.add(services.live.watch('tree', LIST_TOPICS)) : undefined;
  let followed: readonly string[] = NOTHING;
  const follow = (): void => {
    const slugs = view.visible ? seen.slugs(tree) : NOTHING;
    if (slugs !== followed) interest?.set(slugs);
    followed = slugs;
  };
  let waiting: Disposable | undefined;
  const redraw = (): void => {
    const content = definition.content();
    const now = services.clock.now();
    const change = tree.update(content.rows, now);
    waiting?.dispose();
    const { nextAt } = tree;
    waiting =
      nextAt === undefined
        ? undefined
        : services.clock.setTimeout(() => drawing.ask(), Math.max(REDRAW_MS, nextAt - now));
    show(view, content);
    stateKey.set(content.state);
    if (change !== 'none') changed(change === 'all' ? undefined : [...change]);
    follow();
  };
  const drawing = own.add(new Throttle(services.clock, REDRAW_MS, redraw));
  for (const event of definition.changes) own.add(event(() => drawing.ask()));

  // Rows say how long ago things were; without this they would stand still between two reads.
  let ticking: Disposable | undefined;
  const tick = (): void => {
    ticking = services.clock.setTimeout(tick, TICK_MS);
    drawing.ask();
  };
  const watching = own.add(new DisposableStore());
  const setVisible = (visible: boolean): void => {
    watching.clear();
    ticking?.dispose();
    if (visible) {
      onFirstShown();
      watching.add(keepLoaded(services, definition.watched));
      tick();
    }
    drawing.setOpen(visible);
    follow();
  };
  own.add(view.onDidChangeVisibility(({ visible }) => setVisible(visible)));
  own.add(
    view.onDidExpandElement(({ element }) => {
      seen.opened(element);
      follow();
    }),
  );
  own.add(
    view.onDidCollapseElement(({ element }) => {
      seen.closed(element);
      follow();
    }),
  );
  own.add(toDisposable(() => ticking?.dispose()));
  own.add(toDisposable(() => waiting?.dispose()));
  if (view.visible) setVisible(true);
  return own;
}

function rowSource(tree: NodeTree, clock: Clock, opened: () => void): RowSource {
  return {
    getTreeItem: (node) => {
      tree.drew(node, clock.now());
      return treeItem(node);
    },
    getChildren: (node) => {
      if (node === undefined) return [...(tree.roots ?? [])];
      const children = [...tree.open(node)];
      opened();
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
function show(view: TreeView<RowNode>, content: ViewContent): void {
  // The editor's types forbid taking a text away again; the editor does not.
  if (view.description !== content.description)
    (view as { description: string | undefined }).description = content.description;
  // In an empty view a message would take the place of the welcome text, which says the same and has the buttons.
  const message = content.rows.length === 0 ? undefined : content.message;
  if (view.message !== message) (view as { message: string | undefined }).message = message;
}

/** A number on a view, for what came while nobody looked at it. */
export interface Badge {
  /** Undefined: none. */
  get(): { readonly value: number; readonly tooltip: string } | undefined;
  /** The number or its tooltip may have changed. */
  readonly changes: readonly Event<unknown>[];
  /** Somebody looks at the view. */
  seen(): void;
}

/** The part of the editor's view this needs. */
export interface BadgedView {
  readonly visible: boolean;
  badge?: { readonly value: number; readonly tooltip: string } | undefined;
  onDidChangeVisibility(listener: (event: { readonly visible: boolean }) => void): Disposable;
}

/** Keeps the number on a view, hidden or not; it goes when the view is seen in a window that has the focus. */
export function showBadge(view: BadgedView, badge: Badge, window: WindowEvents): Disposable {
  const own = new DisposableStore();
  let { focused } = window.state;
  let { visible } = view;
  const follow = (): void => {
    if (visible && focused) badge.seen();
    const now = badge.get();
    if (now?.value === view.badge?.value && now?.tooltip === view.badge?.tooltip) return;
    view.badge = now;
  };
  own.add(
    window.onDidChangeWindowState((state) => {
      focused = state.focused;
      follow();
    }),
  );
  own.add(
    view.onDidChangeVisibility((event) => {
      visible = event.visible;
      follow();
    }),
  );
  for (const event of badge.changes) own.add(event(follow));
  follow();
  return own;
}
