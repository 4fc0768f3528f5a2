import { l10n, type Uri, window } from 'vscode';
import { type Link, readLink } from '../../core/link.ts';

/**
 * Follows `vscode://prediction-markets.prediction-markets/openMarket?slug=…`, `…/openSettlement?slug=…` and
 * `…/openEvent?slug=…`. A link may come from any page: it shows a panel of the present connection, or a sentence, and nothing of it is repeated but its slug.
 */
export function createLinks(openers: Readonly<Record<Link['action'], (slug: string) => Promise<void>>>) {
  return {
    handleUri: async ({ path, query, fragment }: Uri): Promise<void> => {
      const link = readLink({ path, query, fragment });
      if (link !== undefined) await openers[link.action](link.slug);
      else
        void window.showWarningMessage(
          l10n.t('This link cannot be opened: a link names one market, settlement or event by its slug.'),
        );
    },
  };
}
