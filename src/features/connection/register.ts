import { contextKeySetter } from '../config.ts';
import { CONTEXT_KEYS, SETTINGS } from '../ids.ts';
import { inBrowser } from '../platform.ts';
import type { Editor, Services } from '../services.ts';
import type { CredentialsCheck } from './sign-in.ts';

export function registerConnection(
  { commands, own }: Editor,
  services: Services,
  loadCheck: () => Promise<CredentialsCheck>,
): void {
  const { session } = services;
  commands.serve({
    signIn: async () => (await import('./sign-in.ts')).signIn(services, await loadCheck()),
    signOut: async () => (await import('./sign-in.ts')).signOut(services),
    switchConnection: async (target) => {
      // From a view's menu the editor passes the focused row.
      const to = SETTINGS.connection.choices?.find((choice) => choice === target);
      await (await import('./switch-connection.ts')).switchConnection(services, { to });
    },
    resetDemo: async () => (await import('./switch-connection.ts')).resetDemo(services),
  });
  if (inBrowser) contextKeySetter<boolean>(CONTEXT_KEYS.inBrowser)(true);
  // Menus ask whether there is an account to show.
  const setSignedIn = contextKeySetter<boolean>(CONTEXT_KEYS.signedIn);
  const setSignedOut = contextKeySetter<boolean>(CONTEXT_KEYS.signedOut);
  own.add(
    session.onDidChange(() => {
      setSignedIn(session.canSign);
      setSignedOut(session.account.kind === 'signedOut');
    }),
  );
}
