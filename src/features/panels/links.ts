import { commands, l10n, type Uri, window } from 'vscode';
import { type Link, type LinkParts, readLink, readSearchLink } from '../../core/link.ts';
import { COMMANDS } from '../ids.ts';

/**
 * Follows `vscode://prediction-markets.prediction-markets/openMarket?slug=…`, `…/openSettlement?slug=…` and
 * `…/openEvent?slug=…`, `…/openDocument?path=…` and `…/searchMarkets?text=…`. A link may come from any page: it shows a page, a
 * document or a search of the present connection, or a sentence, and nothing of it is repeated but its slug or plain words.
 */
export function createLinks(
  openers: Readonly<Record<Link['action'], (slug: string) => Promise<void>>>,
  openDocument: (parts: LinkParts) => Promise<boolean>,
) {
  return {
    handleUri: async ({ path, query, fragment }: Uri): Promise<void> => {
      const parts = { path, query, fragment };
      const link = readLink(parts);
      const text = readSearchLink(parts);
      if (link !== undefined) await openers[link.action](link.slug);
      else if (text !== undefined) await commands.executeCommand(COMMANDS.searchMarkets, text);
      else if (!(await openDocument(parts)))
        void window.showWarningMessage(
          l10n.t(
            'This link cannot be opened: a link names one market, settlement or event by its slug, one document by its path, or words to search for.',
          ),
        );
    },
  };
}
