import assert from 'node:assert/strict';
import { Calendar } from '../../../../src/core/calendar.ts';
import { EventsStore } from '../../../../src/store/markets/events.ts';
import { EVENT_SPANS, EventsAhead } from '../../../../src/store/markets/events-ahead.ts';
import { MarketsStore } from '../../../../src/store/markets/markets.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { at } from '../../../support/values.ts';
import { event, market, rig } from '../values.ts';

const START = at('2026-11-20T15:00:00Z').ms;

/** A list in which past games come first: one game of today, 119 of tomorrow, one each of later days, one without a time. */
function season(past: number) {
  const base = rig();
  base.clock.jumpTo(START);
  const markets = new MarketsStore(base.session);
  const events = new EventsStore(base.session, markets);
  const ahead = new EventsAhead(base.session, events, () => new Calendar('UTC'));
  const game = (id: string, start: string) =>
    event(id, { startTime: at(start), markets: [market(`m-${id}`)] });
  const { exchange } = base;
  exchange.filtersTimes = true;
  exchange.events_ = [
    ...Array.from({ length: past }, (_, place) => game(`past${place}`, '2026-10-01T12:00:00Z')),
    game('today', '2026-11-20T23:30:00Z'),
    ...Array.from({ length: 119 }, (_, place) => game(`tomorrow${place}`, '2026-11-21T18:00:00Z')),
    game('week', '2026-11-27T14:00:00Z'),
    game('later', '2026-12-24T18:00:00Z'),
    event('cup', { markets: [market('m-cup')] }),
  ];
  const whole = (): string => EVENT_SPANS.filter((span) => ahead.isWhole(span)).join(' ');
  const poll = async (times: number): Promise<void> => {
    for (let polls = 0; polls < times && ahead.isDue; polls++) await ahead.refresh('poll');
  };
  const asked = () => exchange.calls.filter(({ method }) => method === 'events').map(({ args }) => args[0]);
  return { ...base, markets, events, ahead, whole, poll, asked };
}

describe('EventsAhead', () => {
  it('reads each day by its times, a page a poll, whatever the order of the list', async () => {
    const { ahead, events, whole, poll, asked } = season(300);
    await events.load();
    await ahead.load();
    assert.equal(events.get('today')?.id, 'today', 'the first page comes at once');
    assert.deepEqual(asked().at(-1), {
      startTimeMin: '2026-11-20T00:00:00Z',
      startTimeMax: '2026-11-20T23:59:59Z',
    });
    assert.equal(whole(), '', 'a short page proves nothing');
    await poll(1);
    assert.equal(whole(), 'today');
    await poll(2);
    assert.equal(whole(), 'today');
    assert.equal(events.get('tomorrow118')?.id, 'tomorrow118');
    await poll(1);
    assert.equal(whole(), 'today tomorrow');
    await poll(4);
    assert.equal(whole(), 'today tomorrow week later');
    assert.deepEqual(asked().at(-1), { startTimeMin: '2026-11-28T00:00:00Z' });
    assert.equal(ahead.isListWhole, false);
  });

  it('then reads the list to its end, and has nothing to do', async () => {
    const { ahead, events, poll, asked } = season(300);
    await events.load();
    await ahead.load();
    await poll(50);
    assert.deepEqual([ahead.isListWhole, ahead.isDue, events.events.length], [true, false, 423]);
    assert.equal(events.get('cup')?.id, 'cup');
    const { length } = asked();
    await ahead.refresh('poll');
    assert.equal(asked().length, length);
  });

  it('reads no more than 2,000 events of the list by itself, and says that it is not whole', async () => {
    const { ahead, events, whole, poll } = season(3_000);
    await events.load();
    await poll(100);
    assert.equal(ahead.isDue, false);
    assert.ok(events.events.length >= 2_000 && events.events.length < 2_100);
    assert.deepEqual([ahead.isListWhole, whole()], [false, 'today tomorrow week later']);
  });

  it('reads the list alone where the service ignores times, or has no events', async () => {
    const { ahead, events, exchange, whole, poll, asked } = season(300);
    exchange.filtersTimes = false;
    await events.load();
    await ahead.load();
    assert.equal(whole(), '');
    await poll(50);
    assert.equal(asked().filter((query) => Object.keys(query as object).length > 0).length, 1);
    assert.equal(ahead.isListWhole, true);
    const bare = season(0);
    bare.exchange.lacks.add('events');
    bare.exchange.markets_ = Array.from({ length: 420 }, (_, place) => market(`m${place}`));
    await bare.events.load();
    await bare.ahead.load();
    await bare.poll(50);
    assert.equal(bare.markets.markets.length, 420);
    assert.deepEqual([bare.ahead.isListWhole, bare.ahead.isDue], [true, false]);
  });

  it('tries a day again that could not be read, and begins again at midnight', async () => {
    const { ahead, events, exchange, clock, whole, poll, asked } = season(0);
    await events.load();
    exchange.next('events', failure('network'));
    await ahead.load();
    assert.deepEqual([ahead.state.kind, ahead.isDue], ['failed', true]);
    exchange.events_.push(...Array.from({ length: 300 }, (_, place) => event(`x${place}`)));
    await poll(9);
    assert.equal(whole(), 'today tomorrow week later');
    clock.jumpTo(START + 86_400_000);
    assert.deepEqual([whole(), ahead.isDue], ['', true]);
    await poll(1);
    assert.deepEqual(asked().at(-1), {
      startTimeMin: '2026-11-21T00:00:00Z',
      startTimeMax: '2026-11-21T23:59:59Z',
    });
  });

  it('reads every day again when a person asks, which stay whole meanwhile', async () => {
    const { ahead, events, exchange, whole, poll } = season(300);
    await events.load();
    await poll(9);
    exchange.events_.push(event('extra', { startTime: at('2026-11-21T20:00:00Z') }));
    const asking = ahead.refresh('asked');
    assert.equal(whole(), 'today tomorrow week later');
    await asking;
    assert.equal(events.get('extra')?.id, 'extra');
    assert.equal(whole(), 'today tomorrow week later');
  });
});
