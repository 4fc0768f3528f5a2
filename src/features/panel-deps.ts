import { commands, type Uri } from 'vscode';
import { ActivityStore } from '../store/account/activity.ts';
import type { Action } from '../view/protocol/parts.ts';
import { COMMANDS } from './ids.ts';
import type { Services } from './services.ts';

/** What the panels are given: the services, and the commands behind their buttons. */
export function panelDeps(services: Services, extensionUri: Uri) {
  const { clock, log, view, onDidChangeView, session, books, orders, positions, scheduler, eventOf } =
    services;
  const { quotes, live } = services;
  return {
    extensionUri,
    clock,
    log,
    view,
    onDidChangeView,
    session,
    books,
    orders,
    positions,
    quotes,
    live,
    scheduler,
    eventOf,
    images: () => services.config.get('images'),
    activityOf: (slug: string) => new ActivityStore(session, { query: { marketSlug: slug } }),
    run: async ({ name, orderId }: Action, slug: string): Promise<void> => {
      await commands.executeCommand(COMMANDS[name], ...argumentsOf(name, orderId, slug));
    },
  };
}

function argumentsOf(name: Action['name'], orderId: string | undefined, slug: string): readonly unknown[] {
  switch (name) {
    case 'openOrder':
    case 'cancelOrder':
      return orderId === undefined ? [] : [orderId];
    case 'refresh':
    case 'signIn':
    case 'showLog':
      return [];
    default:
      return [slug];
  }
}
