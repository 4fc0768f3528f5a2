import { l10n, type Uri, window } from 'vscode';
import { type Link, type LinkParts, readLink } from '../../core/link.ts';

/**
 * Follows `vscode://prediction-markets.prediction-markets/openMarket?slug=…`, `…/openSettlement?slug=…` and
 * `…/openEvent?slug=…`, and `…/openDocument?path=…`. A link may come from any page: it shows a page or a document of the present
 * connection, or a sentence, and nothing of it is repeated but its slug.
 */
export function createLinks(
  openers: Readonly<Record<Link['action'], (slug: string) => Promise<void>>>,
  openDocument: (parts: LinkParts) => Promise<boolean>,
) {
  return {
    handleUri: async ({ path, query, fragment }: Uri): Promise<void> => {
      const link = readLink({ path, query, fragment });
      if (link !== undefined) await openers[link.action](link.slug);
      else if (!(await openDocument({ path, query, fragment })))
        void window.showWarningMessage(
          l10n.t(
            'This link cannot be opened: a link names one market, settlement or event by its slug, or one document by its path.',
          ),
        );
    },
  };
}
