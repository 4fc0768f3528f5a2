import type { CredentialSource } from '../../store/session/keychain.ts';
import type { Editor, Services } from '../services.ts';
import { createStatusBar } from './status-bar.ts';

/** The portfolio: its status bar item, and the commands for how amounts and prices are written. */
export function registerStatus(
  { commands, views, own }: Editor,
  services: Services,
  keys: Pick<CredentialSource, 'get'>,
  openPortfolio: () => Promise<void>,
): void {
  const { session, config } = services;
  const begin = createStatusBar(services, own);
  // On the demo the item waits for the sidebar; someone with a key has it from the start.
  own.add(views.onDidShow(begin));
  if (views.areVisible) begin();
  const beginSignedIn = (): void => {
    if (session.profile.id !== 'demo' && session.canSign) begin();
  };
  own.add(session.onDidChange(beginSignedIn));
  if (session.profile.id !== 'demo')
    keys.get(session.profile).then(
      (key) => {
        if (key !== undefined) begin();
      },
      // The session reports a storage that fails, once something is asked for.
      () => undefined,
    );
  const load = () => import('./portfolio-commands.ts');
  const hideAmounts = async (hide: boolean): Promise<void> => (await load()).setHideAmounts(services, hide);
  commands.serve({
    showPortfolio: openPortfolio,
    deletePortfolioHistory: async () => (await load()).deletePortfolioHistory(services),
    toggleHideAmounts: () => hideAmounts(!config.get('hideAmounts')),
    showAmounts: () => hideAmounts(false),
    toggleShortNames: () => config.set('shortNames', !config.get('shortNames')),
    useFullNames: () => config.set('shortNames', false),
    setOddsFormat: async (format) =>
      (await load()).setOddsFormat(services, typeof format === 'string' ? format : undefined),
  });
}
