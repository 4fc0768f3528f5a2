import { AgentDesk } from './agents/agent-desk.ts';
import type { PublicDataModule, PublicService } from './agents/mcp/public-service.ts';
import type { AgentSources } from './agents/sources.ts';
import { systemClock } from './base/clock.ts';
import { DisposableStore } from './base/disposable.ts';
import { silentLog } from './base/log.ts';
import { Calendar } from './core/calendar.ts';
import { createEditorTransport } from './exchange/http/editor-transport.ts';
import type { ConnectionProfile } from './exchange/profile.ts';
import { customProfile, polymarketUS } from './exchange/service/profiles.ts';
import { createServiceExchange } from './exchange/service/service-exchange.ts';
import { createSearch } from './features/search/create-search.ts';
import type { CredentialSource } from './store/session/keychain.ts';
import { Session } from './store/session/session.ts';
import { createStores } from './store/stores.ts';
import { createFormatter } from './view/format.ts';
import type { Translate } from './view/l10n.ts';
import type { ViewContext } from './view/row.ts';

/** English: agents are answered in no other language. */
const english: Translate = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (placeholder, place: string) => String(args[Number(place)] ?? placeholder));

/** Every answer begins with it. */
const NOTE = { window: 'none: public data of the service alone, read by the server itself' };

/** The tools over the public reads of a service, in a process without an editor: no key, no account, no streams. */
export const openPublicData: PublicDataModule['openPublicData'] = (service, schemas) => {
  const profile = profileOf(service);
  if (profile === undefined) return undefined;
  // With it this process would take any certificate, and prices from anybody.
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  const sources = sourcesOf(profile);
  const nobody = { allowAccount: async () => false, cancel: async () => undefined };
  const desk = new AgentDesk(sources, schemas, nobody);
  desk.set('account', false);
  return {
    call: async (tool, input) => {
      // Says who is signed in, which is nobody, before that is asked.
      await sources.session.ensure().catch(() => {});
      const { answer, isError } = await desk.call(tool, input);
      return { json: JSON.stringify({ ...NOTE, ...answer }), isError };
    },
  };
};

function sourcesOf(profile: ConnectionProfile): AgentSources {
  const own = new DisposableStore();
  const clock = systemClock;
  const transport = createEditorTransport({ fetch: (input, init) => globalThis.fetch(input, init), clock });
  const made = { transport, log: silentLog, clock, random: Math.random };
  const session = new Session({
    profile,
    clock,
    factory: async (given) => createServiceExchange({ ...made, profile: given }),
    credentials: NO_KEYS,
  });
  const calendar = new Calendar('UTC');
  const stores = createStores(session, { calendar: () => calendar }, own);
  const now = (): number => clock.now();
  const format = { hideAmounts: false, oddsFormat: 'cents', timeZone: 'utc', locale: 'en', now } as const;
  const context: ViewContext = { t: english, format: createFormatter(format, english) };
  const view = (): ViewContext => context;
  const shown = { show: { calendar }, watchlist: { items: [] } };
  const search = createSearch({ ...stores, ...shown, session, clock, view });
  return { ...stores, clock, session, view, search: async () => search };
}

const NO_KEYS: CredentialSource = {
  get: async () => undefined,
  store: async () => {},
  delete: async () => {},
  onDidChange: () => ({ dispose: () => {} }),
};

/** By the rules of the settings. A scheme that needs a key, of which there is none: nobody is signed in. */
function profileOf({ connection, publicUrl, dialect }: PublicService): ConnectionProfile | undefined {
  if (connection === 'polymarketUS') return polymarketUS;
  const result = customProfile({ publicUrl, privateUrl: '', auth: 'bearer', wire: dialect });
  return connection === 'custom' && result.ok ? result.profile : undefined;
}
