import { type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { PORTFOLIO } from '../../view/panels/portfolio/protocol.ts';
import { type PanelState, readPanelState } from '../../view/panels/protocol.ts';
import { contextKeySetter } from '../config.ts';
import { CONTEXT_KEYS, PANELS, type RowTarget } from '../ids.ts';
import type { Services } from '../services.ts';
import { type FilledPanel, fillPanel } from './panel.ts';

interface OpenPanel {
  readonly panel: WebviewPanel;
  slug: string;
  filling: FilledPanel;
  /** The next one of its kind is shown in it. */
  isPreview: boolean;
}

export function createPanels(services: Services, extensionUri: Uri) {
  const opened = new Set<OpenPanel>();
  const setPreview = contextKeySetter<boolean>(CONTEXT_KEYS.pagePreview);
  const inFront = (): OpenPanel | undefined => [...opened].find(({ panel }) => panel.active);
  const follow = (): void => setPreview(inFront()?.isPreview ?? false);
  const find = (viewType: string, slug: string): OpenPanel | undefined =>
    [...opened].find((each) => each.panel.viewType === viewType && each.slug === slug);
  const fill = (panel: WebviewPanel, state: PanelState): FilledPanel =>
    fillPanel(services, extensionUri, panel, state);
  const add = (panel: WebviewPanel, state: PanelState, isPreview: boolean): void => {
    const each: OpenPanel = { panel, slug: state.slug, filling: fill(panel, state), isPreview };
    opened.add(each);
    panel.onDidChangeViewState(follow);
    panel.onDidDispose(() => {
      opened.delete(each);
      follow();
    });
    follow();
  };
  const create = (viewType: string, slug: string, column: ViewColumn): void =>
    add(
      window.createWebviewPanel(viewType, slug, column, { enableFindWidget: true }),
      { slug },
      // There is one portfolio only, so nothing takes its place.
      column === ViewColumn.Active && viewType !== PANELS.portfolio,
    );
  const open = (kind: keyof typeof PANELS, slug: string): void => {
    const viewType = PANELS[kind];
    const known = find(viewType, slug);
    const shown = known ?? [...opened].find((each) => each.isPreview && each.panel.viewType === viewType);
    if (shown === undefined) {
      create(viewType, slug, ViewColumn.Active);
      return;
    }
    if (known === undefined) {
      shown.filling.dispose();
      shown.slug = slug;
      shown.filling = fill(shown.panel, { slug });
    }
    shown.panel.reveal();
  };
  const openToSide = (kind: keyof typeof PANELS, slug: string): void => {
    const viewType = PANELS[kind];
    const known = find(viewType, slug);
    if (known === undefined || known.panel.active) create(viewType, slug, ViewColumn.Beside);
    else known.panel.reveal(ViewColumn.Beside);
  };
  return {
    /** Fills a panel that was open before the window was reloaded. */
    restore(panel: WebviewPanel, stored: unknown): void {
      // It may come from another version, or hold one panel twice.
      const state = readPanelState(stored);
      if (state === undefined || find(panel.viewType, state.slug) !== undefined) panel.dispose();
      else add(panel, state, false);
    },
    /** Opens a panel, or brings the open one to the front. */
    open,
    openPortfolio: () => open('portfolio', PORTFOLIO),
    openToSide,
    /** Leaves the panel in front what it shows; the next one of its kind gets a panel of its own. */
    keepOpen(): void {
      const each = inFront();
      if (each !== undefined) each.isPreview = false;
      follow();
    },
    /** What the panel in front shows, as a row would name it. */
    target(): RowTarget | undefined {
      const { panel, slug } = inFront() ?? {};
      if (panel === undefined || slug === undefined) return undefined;
      if (slug === PORTFOLIO) return { view: 'positions', subject: { kind: 'portfolio' } };
      return panel.viewType === PANELS.event
        ? { view: 'events', subject: { kind: 'event', key: slug, slugs: [] } }
        : { view: 'markets', subject: { kind: 'market', slug } };
    },
    /** Snapshots sent so far to the panels that are open now. */
    get snapshots(): number {
      return [...opened].reduce((sum, { filling }) => sum + filling.connection.sent, 0);
    },
    dispose(): void {
      for (const { panel } of [...opened]) panel.dispose();
    },
  };
}
