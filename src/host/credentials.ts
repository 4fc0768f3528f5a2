import type { SecretStorage } from 'vscode';
import { Emitter } from '../base/event.ts';
import type { Disposable } from '../base/lifecycle.ts';
import type { Log } from '../base/log.ts';
import type { AuthScheme, ConnectionProfile, Credentials } from '../exchange/profile.ts';
import type { CredentialSource } from '../store/session.ts';

/**
 * Keys people entered, in the editor's secret storage and nowhere else, each bound to a connection, the origin its
 * signed requests go to and the scheme it was entered for: a private key that only ever signed must not be sent as a
 * token because a setting changed. Storage can lose them at any time, on some systems at every restart: `undefined`
 * always means "sign in again".
 */
export interface CredentialStore extends CredentialSource, Disposable {}

export type SecretStore = Pick<SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'>;

export function createCredentialStore(secrets: SecretStore, log: Log): CredentialStore {
  const changed = new Emitter<void>();
  const subscription = secrets.onDidChange(({ key }) => {
    if (key.startsWith(PREFIX)) changed.fire();
  });
  return {
    get: async (profile) => {
      try {
        const text = await secrets.get(secretKey(profile));
        return text === undefined ? undefined : readCredentials(text, profile.auth);
      } catch (cause) {
        // A locked or missing keyring is the same as no key: the person is asked to sign in again.
        log.warn(
          `The secret storage could not be read: ${cause instanceof Error ? cause.name : 'unknown reason'}`,
        );
        return undefined;
      }
    },
    store: async (profile, { keyId, secret }) => {
      await secrets.store(secretKey(profile), JSON.stringify({ keyId, secret, scheme: profile.auth }));
    },
    delete: async (profile) => {
      await secrets.delete(secretKey(profile));
    },
    onDidChange: changed.event,
    dispose: () => {
      subscription.dispose();
      changed.dispose();
    },
  };
}

const PREFIX = 'credentials:';

function secretKey({ id, privateUrl }: ConnectionProfile): string {
  return `${PREFIX}${id}:${URL.parse(privateUrl)?.origin ?? ''}`;
}

function readCredentials(text: string, auth: AuthScheme): Credentials | undefined {
  try {
    const value = JSON.parse(text) as Partial<Record<string, unknown>> | null;
    const { keyId, secret, scheme } = value ?? {};
    return scheme === auth && typeof keyId === 'string' && typeof secret === 'string' && secret !== ''
      ? { keyId, secret }
      : undefined;
  } catch {
    return undefined;
  }
}
