import { AgentDesk } from '../../src/agents/agent-desk.ts';
import type { ToolAnswer } from '../../src/agents/answer.ts';
import type { InputSchema } from '../../src/agents/schema.ts';
import type { AgentSources } from '../../src/agents/sources.ts';
import type { Person } from '../../src/agents/switches.ts';
import { DisposableStore } from '../../src/base/disposable.ts';
import { Calendar } from '../../src/core/calendar.ts';
import { createSearch } from '../../src/features/search/create-search.ts';
import { MarketViews } from '../../src/store/live/market-views.ts';
import { MarketIndex } from '../../src/store/markets/market-index.ts';
import type { Session } from '../../src/store/session/session.ts';
import { createStores } from '../../src/store/stores.ts';
import { createFormatter } from '../../src/view/format.ts';
import type { ViewContext } from '../../src/view/row.ts';
import { manifest } from '../unit/tidy/manifest.ts';
import type { VirtualClock } from './clock.ts';
import { english } from './english.ts';

export type AgentWindow = ReturnType<typeof agentWindow>;

/** The input schemas of the manifest, by the names of the tools without their prefix. */
export function toolSchemas(): ReadonlyMap<string, InputSchema> {
  return new Map(
    manifest().contributes.languageModelTools.map(({ name, inputSchema }) => [
      name.replace('predictionMarkets_', ''),
      inputSchema,
    ]),
  );
}

/** The tools over the real stores of a session. The person allows what the test says, and is asked what `asked` notes. */
export function agentWindow(clock: VirtualClock, session: Session) {
  const own = new DisposableStore();
  const stores = createStores(session, { calendar: () => new Calendar('UTC') }, own);
  const { markets, events, catalogue, quotes, portfolio, live } = stores;
  const marketViews = own.add(new MarketViews({ markets, events, quotes, portfolio, live }));
  const index = own.add(new MarketIndex({ clock, markets, events, catalogue, eventOf: marketViews.eventOf }));
  const settings = { hideAmounts: false };
  const contexts = [false, true].map((hideAmounts): ViewContext => {
    const now = (): number => clock.now();
    const format = { hideAmounts, oddsFormat: 'cents', timeZone: 'utc', locale: 'en', now } as const;
    return { t: english, format: createFormatter(format, english) };
  });
  const view = (): ViewContext => contexts[settings.hideAmounts ? 1 : 0] as ViewContext;
  const show = { calendar: new Calendar('UTC') };
  const watchlist = { items: [] };
  const search = own.add(
    createSearch({ session, clock, markets, events, index, view, portfolio, show, watchlist }),
  );
  const sources: AgentSources = {
    ...stores,
    clock,
    session,
    marketViews,
    view,
    search: async () => search,
  };
  const asked: string[] = [];
  /** `reading`: of the orders to cancel, before the person is asked. `cancel`: how they are asked; default: they decline. */
  const answers: { allow: boolean | Promise<boolean>; reading?: Promise<void>; cancel?: Person['cancel'] } = {
    allow: true,
  };
  const person: Person = {
    allowAccount: async (tool) => {
      asked.push(tool);
      return answers.allow;
    },
    cancel: async (ids, caller, mayAsk): Promise<ToolAnswer | undefined> => {
      if (answers.cancel !== undefined) return answers.cancel(ids, caller, mayAsk);
      await answers.reading;
      if (!mayAsk()) return undefined;
      asked.push(`cancel ${ids.join(' ')}`);
      return { declined: true };
    },
  };
  const desk = own.add(new AgentDesk(sources, toolSchemas(), person));
  return {
    ...stores,
    clock,
    session,
    sources,
    settings,
    asked,
    answers,
    desk,
    call: (tool: string, input: object = {}) => clock.run(desk.call(tool, input)),
    tearDown: () => {
      own.dispose();
      session.dispose();
    },
  };
}
