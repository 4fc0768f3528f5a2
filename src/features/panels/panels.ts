import { type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { AGENT_CALLS } from '../../view/panels/agent-calls/protocol.ts';
import { INSPECTOR } from '../../view/panels/inspector/protocol.ts';
import { PORTFOLIO } from '../../view/panels/portfolio/protocol.ts';
import { type PanelState, readPanelState } from '../../view/panels/protocol.ts';
import type { AgentCalls } from '../agent-tools.ts';
import { contextKeySetter } from '../config.ts';
import { CONTEXT_KEYS, PANELS, type RowTarget } from '../ids.ts';

import { callTarget, InspectorPage } from './inspector-page.ts';
import { type FilledPanel, fillPanel } from './panel.ts';

type Needed = Parameters<typeof fillPanel>[0];

type PanelKind = keyof typeof PANELS;

interface OpenPanel {
  readonly panel: WebviewPanel;
  slug: string;
  filling: FilledPanel;
  /** The next one of its kind is shown in it. */
  isPreview: boolean;
}

const ONLY_ONES: ReadonlySet<string> = new Set([PANELS.portfolio, PANELS.inspector, PANELS.agentCalls]);

/** The panels that are open, each with one page. */
export class Panels {
  readonly #services: Needed;
  readonly #extensionUri: Uri;
  readonly #agents: AgentCalls;
  readonly #opened = new Set<OpenPanel>();
  readonly #setPreview = contextKeySetter<boolean>(CONTEXT_KEYS.pagePreview);

  constructor(services: Needed, extensionUri: Uri, agents: AgentCalls) {
    this.#services = services;
    this.#extensionUri = extensionUri;
    this.#agents = agents;
  }

  /** Snapshots sent so far to the panels that are open now. */
  get snapshots(): number {
    return [...this.#opened].reduce((sum, { filling }) => sum + filling.connection.sent, 0);
  }

  /** Fills a panel that was open before the window was reloaded. */
  restore(panel: WebviewPanel, stored: unknown): void {
    // It may come from another version, or hold one panel twice.
    const state = readPanelState(stored);
    if (state === undefined || this.#find(panel.viewType, state.slug) !== undefined) panel.dispose();
    else this.#add(panel, state, false);
  }

  /** Opens a panel, or brings the open one to the front. */
  open(kind: PanelKind, slug: string): void {
    const viewType = PANELS[kind];
    const known = this.#find(viewType, slug);
    const shown =
      known ?? [...this.#opened].find((each) => each.isPreview && each.panel.viewType === viewType);
    if (shown === undefined) {
      this.#create(viewType, slug, ViewColumn.Active);
      return;
    }
    if (known === undefined) {
      shown.filling.dispose();
      shown.slug = slug;
      shown.filling = this.#fill(shown.panel, { slug });
    }
    shown.panel.reveal();
  }

  openPortfolio(): void {
    this.open('portfolio', PORTFOLIO);
  }

  openInspector(): void {
    this.open('inspector', INSPECTOR);
  }

  openAgentCalls(): void {
    this.open('agentCalls', AGENT_CALLS);
  }

  /** The page of the inspector, while it is open. */
  get inspector(): InspectorPage | undefined {
    const open = this.#find(PANELS.inspector, INSPECTOR)?.filling.page;
    return open instanceof InspectorPage ? open : undefined;
  }

  openToSide(kind: PanelKind, slug: string): void {
    const viewType = PANELS[kind];
    const known = this.#find(viewType, slug);
    if (known === undefined || known.panel.active) this.#create(viewType, slug, ViewColumn.Beside);
    else known.panel.reveal(ViewColumn.Beside);
  }

  /** Leaves the panel in front what it shows; the next one of its kind gets a panel of its own. */
  keepOpen(): void {
    const each = this.#inFront;
    if (each !== undefined) each.isPreview = false;
    this.#showPreview();
  }

  /** What the panel in front shows, as a row would name it. */
  target(): RowTarget | undefined {
    const { panel, slug } = this.#inFront ?? {};
    if (panel === undefined || slug === undefined) return undefined;
    if (slug === INSPECTOR) {
      const id = this.inspector?.call?.id;
      return id === undefined ? undefined : callTarget(id);
    }
    if (slug === AGENT_CALLS) return undefined;
    if (slug === PORTFOLIO) return { view: 'positions', subject: { kind: 'portfolio' } };
    return panel.viewType === PANELS.event
      ? { view: 'events', subject: { kind: 'event', key: slug, slugs: [] } }
      : { view: 'markets', subject: { kind: 'market', slug } };
  }

  dispose(): void {
    for (const { panel } of [...this.#opened]) panel.dispose();
  }

  get #inFront(): OpenPanel | undefined {
    return [...this.#opened].find(({ panel }) => panel.active);
  }

  #find(viewType: string, slug: string): OpenPanel | undefined {
    return [...this.#opened].find((each) => each.panel.viewType === viewType && each.slug === slug);
  }

  #create(viewType: string, slug: string, column: ViewColumn): void {
    const panel = window.createWebviewPanel(viewType, slug, column, { enableFindWidget: true });
    // There is one of these only, so nothing takes its place.
    const isOnly = ONLY_ONES.has(viewType);
    this.#add(panel, { slug }, column === ViewColumn.Active && !isOnly);
  }

  #add(panel: WebviewPanel, state: PanelState, isPreview: boolean): void {
    const each: OpenPanel = { panel, slug: state.slug, filling: this.#fill(panel, state), isPreview };
    this.#opened.add(each);
    panel.onDidChangeViewState(() => this.#showPreview());
    panel.onDidDispose(() => {
      this.#opened.delete(each);
      this.#showPreview();
    });
    this.#showPreview();
  }

  #fill(panel: WebviewPanel, state: PanelState): FilledPanel {
    return fillPanel(this.#services, this.#extensionUri, panel, state, this.#agents);
  }

  #showPreview(): void {
    this.#setPreview(this.#inFront?.isPreview ?? false);
  }
}
