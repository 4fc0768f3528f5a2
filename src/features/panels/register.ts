import { l10n, type WebviewPanel } from 'vscode';
import type { LinkParts } from '../../core/link.ts';
import { watchEntryText } from '../../core/watchlist.ts';
import type { AgentCalls } from '../agent-tools.ts';
import type { CommandHandler } from '../commands.ts';
import type { Editor, Services } from '../services.ts';
import { createLinks } from './links.ts';
import type { Panels } from './panels.ts';

export type PanelsFeature = ReturnType<typeof registerPanels>;

/** The panels of markets and settlements, by command, by link and after a reload of the window. */
export function registerPanels(
  { context, commands, own }: Editor,
  services: Services,
  openDocument: (parts: LinkParts) => Promise<boolean>,
  agents: AgentCalls,
) {
  let loading: Promise<Panels> | undefined;
  const panels = (): Promise<Panels> => {
    loading ??= import('./panels.ts').then((module) =>
      own.add(new module.Panels(services, context.extensionUri, agents)),
    );
    return loading;
  };
  const openers = {
    openMarket: async (slug: string) => {
      void services.recentMarkets.add(slug);
      return (await panels()).open('market', slug);
    },
    openSettlement: async (slug: string) => (await panels()).open('settlement', slug),
    openEvent: async (slug: string) => {
      void services.recentMarkets.add(watchEntryText({ kind: 'event', key: slug }));
      return (await panels()).open('event', slug);
    },
  };
  /** Opens the market a command was called for, or one that is asked for. */
  const openWith =
    (question: string, open: (slug: string) => Promise<void>): CommandHandler =>
    async (target) => {
      const { marketSlug } = await import('../search/ask-market.ts');
      const slug = await marketSlug(services, question, target);
      if (slug !== undefined) await open(slug);
    };
  commands.serve({
    openMarket: openWith(l10n.t('Open which market?'), openers.openMarket),
    openToSide: async (target) => {
      const subject = typeof target === 'object' ? target.subject : undefined;
      if (subject?.kind === 'event') return (await panels()).openToSide('event', subject.key);
      const open = async (slug: string) => (await panels()).openToSide('market', slug);
      return openWith(l10n.t('Open which market?'), open)(target);
    },
    keepOpen: async () => (await panels()).keepOpen(),
    showAgentCalls: async () => (await panels()).openAgentCalls(),
    openSettlement: openWith(l10n.t('Settlement of which market?'), openers.openSettlement),
    openEvent: async (target) => {
      const { askEvent } = await import('../ask-event.ts');
      const event = await askEvent(services, target, l10n.t('Open the event of which market?'));
      if (event !== undefined) await openers.openEvent(event.slug ?? event.id);
    },
  });
  return {
    links: createLinks(openers, openDocument),
    /** Loaded with the first panel. */
    panels,
    /** What the page in front shows. */
    target: async () => (await loading)?.target(),
    openPortfolio: async (): Promise<void> => (await panels()).openPortfolio(),
    restorePanel: async (panel: WebviewPanel, state: unknown): Promise<void> =>
      (await panels()).restore(panel, state),
  };
}
