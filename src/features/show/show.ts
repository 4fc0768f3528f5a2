import { l10n } from 'vscode';
import { joined } from '../../view/row.ts';
import type { Services } from '../services.ts';
import type { ShownView } from '../shown-state.ts';
import { ShowPages } from './pages.ts';
import { type Page, PagedPick } from './pick.ts';
import { saveQuery } from './saved.ts';

/** Opens the pick of what a view shows; resolves when it is closed. */
export function openShow(
  services: Services,
  view: ShownView,
  page: (pages: ShowPages) => Page = (pages) => pages.first(),
): Promise<void> {
  void services.catalogue.load();
  const pick = new PagedPick(services, ({ markets, events }) =>
    joined([
      events === 1 ? l10n.t('1 event') : l10n.t('{0} events', events),
      markets === 1 ? l10n.t('1 market') : l10n.t('{0} markets', markets),
    ]),
  );
  const pages = new ShowPages(services, view, pick, () => {
    pick.close();
    void saveQuery(services, view);
  });
  return pick.open(page(pages));
}
