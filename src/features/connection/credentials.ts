import type { SecretStorage } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { AuthScheme, ConnectionProfile } from '../../exchange/profile.ts';
import type { CredentialSource, StoredCredentials } from '../../store/session/keychain.ts';

/**
 * Keys people entered, in the editor's secret storage and nowhere else, each bound to a connection, the origin its
 * signed requests go to and the scheme it was entered for: a private key that only ever signed must not be sent as a
 * token because a setting changed. Storage can lose them at any time, on some systems at every restart: `undefined`
 * always means "sign in again". Where it fails every call rejects, with an error that says nothing of the key.
 */
interface CredentialStore extends CredentialSource, Disposable {}

export type SecretStore = Pick<SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'>;

export function createCredentialStore(secrets: SecretStore): CredentialStore {
  const changed = new Emitter<void>();
  const subscription = secrets.onDidChange(({ key }) => {
    if (key.startsWith(PREFIX)) changed.fire();
  });
  return {
    get: async (profile) => {
      const text = await quietly(() => secrets.get(secretKey(profile)));
      return text === undefined ? undefined : readCredentials(text, profile.auth);
    },
    store: async (profile, { keyId, secret, mark }) => {
      const text = JSON.stringify({ keyId, secret, scheme: profile.auth, mark });
      await quietly(() => secrets.store(secretKey(profile), text));
    },
    delete: async (profile) => {
      await quietly(() => secrets.delete(secretKey(profile)));
    },
    onDidChange: changed.event,
    dispose: () => {
      subscription.dispose();
      changed.dispose();
    },
  };
}

const PREFIX = 'credentials:';

/** What a keyring throws may quote what it was given: only what kind of error it was is passed on. */
async function quietly<T>(work: () => Thenable<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const kind = cause instanceof TypeError || cause instanceof RangeError ? cause.name : 'Error';
    throw new Error(`The secret storage of the editor failed (${kind}).`);
  }
}

function secretKey({ id, privateUrl }: ConnectionProfile): string {
  return `${PREFIX}${id}:${URL.parse(privateUrl)?.origin ?? ''}`;
}

function readCredentials(text: string, auth: AuthScheme): StoredCredentials | undefined {
  try {
    const value = JSON.parse(text) as Partial<Record<string, unknown>> | null;
    const { keyId, secret, scheme, mark } = value ?? {};
    if (scheme !== auth || typeof keyId !== 'string' || typeof secret !== 'string' || secret === '') return;
    const isMarked = keyId === '' && typeof mark === 'string' && MARK.test(mark);
    return { keyId, secret, ...(isMarked ? { mark } : {}) };
  } catch {
    return undefined;
  }
}

const MARK = /^[0-9a-f]{32}$/;
