import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import type { Market } from '../../../src/core/market.ts';
import { eventPanel } from '../../../src/features/panels/event-panel.ts';
import type { Services } from '../../../src/features/services.ts';
import type { EventContent } from '../../../src/view/panels/event/protocol.ts';
import { present } from '../../support/values.ts';
import { DRAWN, groupOf, HELD, ORDERS, winner } from './event-scene.ts';
import { contextWith, NOW } from './scene.ts';

const { key, event } = groupOf(DRAWN);

describe('event panel', () => {
  it('has its event read and the prices of its lines streamed only while it is visible', () => {
    const { panel, calls } = opened();
    panel.setVisible(true);
    assert.deepEqual(calls, [
      'read cfb-archers-islanders',
      `stream ${DRAWN.length} lines`,
      'poll watched orders positions',
    ]);
    calls.length = 0;
    panel.setVisible(false);
    assert.deepEqual(calls, ['stop', 'read ', 'stream 0 lines']);
    panel.setVisible(true);
    calls.length = 0;
    panel.dispose();
    assert.deepEqual(calls, ['stop', 'read ', 'stream 0 lines']);
  });

  it('shows own orders and positions of its lines and of no other market', () => {
    const { panel } = opened();
    const { orders, payouts, yours } = panel.snapshot(false).content as EventContent;
    assert.equal(present(orders.content).rows.length, ORDERS.length);
    assert.match(present(payouts?.content).note ?? '', /^Positions: 3, cost \$124\.85\./);
    assert.equal(present(yours.content)[0]?.value.text, '$135.60');
    assert.deepEqual(panel.slugs().toSorted(), DRAWN.map(({ slug }) => slug).toSorted());
  });

  it('is drawn again when a price of one of its lines changes, with that price', () => {
    const { panel, fire, world } = opened();
    fire.views.fire(new Set(['another-market']));
    assert.equal(world.changes, 0);
    world.game = winner(70, 72);
    fire.views.fire(new Set(['aec-game']));
    assert.equal(world.changes, 1);
    const { board } = panel.snapshot(false).content as EventContent;
    assert.equal(present(board.content).rows[0]?.cells[2]?.text, '30¢');
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
      want: (by: string, entries: readonly { readonly key: string }[]) => {
        assert.equal(by, `page ${key}`);
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
    live: {
      onDidChange,
      onDidAge: onDidChange,
      watch: () => ({
        set: (slugs: readonly string[]) => void calls.push(`stream ${slugs.length} lines`),
        dispose: () => undefined,
      }),
      state: () => ({ kind: 'live' }),
      marketFreshness: () => undefined,
      accountFreshness: () => undefined,
    },
    scheduler: {
      watch: (stores: readonly { readonly name?: string }[]) => {
        calls.push(`poll ${stores.flatMap(({ name }) => name ?? []).join(' ')}`);
        return { dispose: () => void calls.push('stop') };
      },
    },
    clock: { now: () => NOW },
    view: () => contextWith(),
    onDidChangeView: onDidChange,
    eventOf: () => event,
  } as unknown as Services;
  const panel = eventPanel(services, key, () => {
    world.changes += 1;
  });
  return { panel, calls, world, fire };
}
