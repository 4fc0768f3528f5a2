import { type TreeView, window } from 'vscode';
import type { Clock } from '../../base/clock.ts';
import type { Event } from '../../base/event.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import type { Topic } from '../../exchange/streams.ts';
import { contextKeySetter } from '../config.ts';
import { CONTEXT_KEYS, type ViewState } from '../ids.ts';
import { Redraw } from '../redraw.ts';
import type { Services } from '../services.ts';
import { NodeTree, type RowNode } from './node-tree.ts';
import { tooltipMarkdown, treeItem } from './tree-item.ts';
import type { Badge, RowSource, ViewContent, ViewDefinition, Views } from './views.ts';

/** Shortest time between two redraws of a view, milliseconds. */
const REDRAW_MS = 500;
/** What a row shows of a market: its best prices. */
const LIST_TOPICS: ReadonlySet<Topic> = new Set(['lite']);

const NOTHING: readonly string[] = [];

/** Shows a definition in its tree: rows when they changed, at most twice a second, nothing while hidden. */
export function fillView(services: Services, views: Views, definition: ViewDefinition): DisposableStore {
  const { clock, live } = services;
  const own = new DisposableStore();
  const slot = views.slot(definition.name);
  const { view } = slot;
  const tree = new NodeTree(definition.name);
  slot.filled = { definition, source: rowSource(tree, clock, () => follow()) };
  if (definition.badge !== undefined) own.add(showBadge(view, definition.badge));
  const setState = contextKeySetter<ViewState>(CONTEXT_KEYS[`${definition.name}State`]);
  const interest = definition.showsMarkets === true ? own.add(live.watch('tree', LIST_TOPICS)) : undefined;
  let followed: readonly string[] = NOTHING;
  const follow = (): void => {
    const slugs = view.visible ? tree.openMarkets : NOTHING;
    if (slugs !== followed) interest?.set(slugs);
    followed = slugs;
  };
  let waiting: Disposable | undefined;
  const draw = (): void => {
    const content = definition.content();
    const now = clock.now();
    const change = tree.update(content.rows, now);
    waiting?.dispose();
    const { nextAt } = tree;
    waiting =
      nextAt === undefined
        ? undefined
        : clock.setTimeout(() => redraw.request(), Math.max(REDRAW_MS, nextAt - now));
    show(view, content);
    setState(content.state);
    if (change !== 'none') slot.changed(change === 'all' ? undefined : [...change]);
    follow();
  };
  const redraw = own.add(new Redraw(services, { gapMs: REDRAW_MS, stores: definition.watched, draw }));
  const changes = [
    ...definition.changes,
    ...definition.watched.map(({ onDidChange }) => onDidChange),
    services.onDidChangeView,
    services.session.onDidChange,
  ];
  for (const event of changes as readonly Event<unknown>[]) own.add(event(() => redraw.request()));
  own.add(
    view.onDidChangeVisibility(({ visible }) => {
      redraw.setShown(visible);
      follow();
    }),
  );
  const toggled = (element: RowNode, isOpen: boolean): void => {
    tree.toggled(element, isOpen);
    follow();
  };
  own.add(view.onDidExpandElement(({ element }) => toggled(element, true)));
  own.add(view.onDidCollapseElement(({ element }) => toggled(element, false)));
  own.add(toDisposable(() => waiting?.dispose()));
  redraw.setShown(view.visible);
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

/** Keeps the number on a view, hidden or not; it goes when the view is seen in a window that has the focus. */
export function showBadge(
  view: Pick<TreeView<unknown>, 'visible' | 'badge' | 'onDidChangeVisibility'>,
  badge: Badge,
): Disposable {
  const own = new DisposableStore();
  const follow = (): void => {
    if (view.visible && window.state.focused) badge.seen();
    const now = badge.get();
    if (now?.value !== view.badge?.value || now?.tooltip !== view.badge?.tooltip) view.badge = now;
  };
  own.add(window.onDidChangeWindowState(follow));
  own.add(view.onDidChangeVisibility(follow));
  for (const event of badge.changes) own.add(event(follow));
  follow();
  return own;
}
