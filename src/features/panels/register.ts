import { l10n, type WebviewPanel } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { Editor, Services } from '../services.ts';
import { createLinks, type Links } from './links.ts';
import type { Panels } from './panels.ts';

export interface PanelsFeature extends Disposable {
  readonly links: Links;
  /** Loaded with the first panel. */
  readonly panels: () => Promise<Panels>;
  restorePanel(panel: WebviewPanel, state: unknown): Promise<void>;
}

/** The panels of markets and settlements, by command, by link and after a reload of the window. */
export function registerPanels({ context, commands }: Editor, services: Services): PanelsFeature {
  const own = new DisposableStore();
  let loading: Promise<Panels> | undefined;
  const panels = (): Promise<Panels> => {
    loading ??= import('./panels.ts').then(({ createPanels }) =>
      own.add(createPanels(services, context.extensionUri)),
    );
    return loading;
  };
  const openers = {
    openMarket: async (slug: string) => (await panels()).openMarket(slug),
    openSettlement: async (slug: string) => (await panels()).openSettlement(slug),
  };
  const links = own.add(createLinks(services, openers));
  commands.serve({
    openMarket: async (target) => {
      const { marketSlug } = await import('../ask-market.ts');
      const slug = await marketSlug(services, l10n.t('Open which market?'), target);
      if (slug !== undefined) await openers.openMarket(slug);
    },
    openSettlement: async (target) => {
      const { marketSlug } = await import('../ask-market.ts');
      const slug = await marketSlug(services, l10n.t('Settlement of which market?'), target);
      if (slug !== undefined) await openers.openSettlement(slug);
    },
  });
  return {
    links,
    panels,
    restorePanel: async (panel, state) => (await panels()).restore(panel, state),
    dispose: () => own.dispose(),
  };
}
