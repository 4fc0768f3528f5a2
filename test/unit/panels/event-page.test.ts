import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import type { Market } from '../../../src/core/market.ts';
import { EventPage } from '../../../src/features/panels/event-page.ts';
import { pageSurface } from '../../../src/features/panels/page.ts';
import type { Services } from '../../../src/features/services.ts';
import type { EventContent } from '../../../src/view/panels/event/protocol.ts';
import { VirtualClock } from '../../support/clock.ts';
import { present } from '../../support/values.ts';
import { DRAWN, groupOf, HELD, ORDERS, winner } from './event-scene.ts';
import { contextWith, NOW } from './scene.ts';

const { key, event } = groupOf(DRAWN);

describe('event page', () => {
  it('has its event read and the prices of its lines streamed only while it is visible', () => {
    const { surface, calls } = opened();
    surface.setShown(true);
    assert.deepEqual(calls, [
      'read cfb-archers-islanders',
      `stream ${DRAWN.length} lines`,
      ...['poll watched', 'poll orders', 'poll positions', 'poll '],
    ]);
    const ended = ['stop', 'stop', 'stop', 'stop', 'stream ended', 'read '];
    calls.length = 0;
    surface.setShown(false);
    assert.deepEqual(calls, ended);
    surface.setShown(true);
    calls.length = 0;
    surface.dispose();
    assert.deepEqual(calls, ended);
  });

  it('shows own orders and positions of its lines and of no other market', () => {
    const { page, surface } = opened();
    const { orders, payouts, yours } = surface.draw().content as EventContent;
    assert.equal(present(orders.content).rows.length, ORDERS.length);
    assert.match(present(payouts?.content).note ?? '', /^Positions: 3, cost \$124\.85\./);
    assert.equal(present(yours.content)[0]?.value.text, '$135.60');
    assert.deepEqual(page.slugs().toSorted(), DRAWN.map(({ slug }) => slug).toSorted());
  });

  it('is drawn again when a price of one of its lines changes, with that price', () => {
    const { surface, fire, world } = opened();
    surface.setShown(true);
    world.changes = 0;
    fire.views.fire(new Set(['another-market']));
    assert.equal(world.changes, 0);
    world.game = winner(70, 72);
    fire.views.fire(new Set(['aec-game']));
    assert.equal(world.changes, 1);
    const { board } = surface.draw().content as EventContent;
    assert.equal(present(board.content).rows[0]?.cells[2]?.text, '30¢');
  });

  it('notes what changed before it is drawn, not by being drawn', () => {
    const { page, surface, world } = opened();
    surface.draw();
    world.game = { ...winner(), status: 'HALTED' };
    const changes = ({ content }: { readonly content?: unknown }) =>
      (content as EventContent).changes.content?.rows.length;
    page.draw(false);
    assert.equal(changes(page.draw(false).content), undefined);
    assert.equal(changes(surface.draw()), 1);
  });
});

function opened() {
  const calls: string[] = [];
  const world = { changes: 0, game: winner() };
  const fire = { views: new Emitter<'all' | ReadonlySet<string>>(), other: new Emitter<never>() };
  const state = { kind: 'ready', at: 1 } as const;
  const onDidChange = fire.other.event;
  const part = { state, value: undefined, at: 1, unsupported: false };
  const store = { state, onDidChange };
  const elsewhere = { marketSlug: 'another-market' };
  const market = (of: Market): Market => (of.slug === world.game.slug ? world.game : of);
  const services = {
    session: {
      profile: { id: 'demo', label: 'Demo' },
      canSign: true,
      epoch: () => 0,
      onDidChange,
    },
    watched: {
      ...store,
      name: 'watched',
      event: () => event,
      isGone: () => false,
      want: (by: { readonly page: string }, entries: readonly { readonly key: string }[]) => {
        assert.equal(by.page, key);
        calls.push(`read ${entries.map((entry) => entry.key).join()}`);
      },
    },
    events: store,
    marketViews: {
      onDidChange: fire.views.event,
      latest: (of: Market) => ({ market: market(of), event }),
    },
    orders: {
      ...store,
      name: 'orders',
      orders: [...ORDERS, { ...ORDERS[0], ...elsewhere }],
      inMarket: () => [],
      pending: new Set(),
      unknown: new Set(),
    },
    positions: {
      ...store,
      name: 'positions',
      positions: [...HELD, { ...HELD[0], ...elsewhere }],
      get: () => undefined,
    },
    books: { detail: () => ({ market: part, book: part, settlement: part }) },
    quotes: { live: () => undefined, book: () => undefined },
    visible: {
      watch: () => ({
        set: (slugs: readonly string[]) => void calls.push(`stream ${slugs.length} lines`),
        dispose: () => void calls.push('stream ended'),
      }),
    },
    live: {
      onDidChange,
      onDidAge: onDidChange,
      state: () => ({ kind: 'live' }),
      freshness: { market: () => undefined, account: () => undefined },
    },
    scheduler: {
      watch: (stores: readonly { readonly name?: string }[]) => {
        calls.push(`poll ${stores.flatMap(({ name }) => name ?? []).join(' ')}`);
        return { dispose: () => void calls.push('stop') };
      },
    },
    clock: new VirtualClock(NOW),
    view: () => contextWith(),
    onDidChangeView: onDidChange,
    eventOf: () => event,
  } as unknown as Services;
  const page = new EventPage(services, key);
  const due = (): void => {
    world.changes += 1;
  };
  const surface = pageSurface(services, page, key, { showsDetails: () => false, due });
  return { page, surface, calls, world, fire };
}
