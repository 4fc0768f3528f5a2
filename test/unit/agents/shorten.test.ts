import assert from 'node:assert/strict';
import { shortened } from '../../../src/agents/shorten.ts';
import { agentWindow } from '../../support/agent-window.ts';
import { faultySession, honestSide } from '../../support/faulty.ts';

const side = honestSide();
const CHAT = { via: 'chat' } as const;

type Rows = readonly Readonly<Record<string, unknown>>[];

describe('an answer for an agent with little room', () => {
  const { clock, session } = faultySession(side);
  const window = agentWindow(clock, session);

  after(() => window.tearDown());

  /** Room for so many bytes, as a count of tokens would be. */
  const ask = (tool: string, input: object, most: number) =>
    clock.run(window.desk.call(tool, input, CHAT, async (json) => Buffer.byteLength(json) <= most));

  it('has fewer rows, says so, and goes on where it was cut', async () => {
    const whole = await ask('search_markets', { text: 'the', limit: 40 }, 100_000);
    assert.equal(whole.answer['shortened'], undefined);
    const all = whole.answer['markets'] as Rows;
    const some = await ask('search_markets', { text: 'the', limit: 40 }, whole.json.length / 3);
    const rows = some.answer['markets'] as Rows;
    assert.ok(rows.length > 0 && rows.length < all.length);
    assert.equal(some.answer['nextCursor'], String(rows.length));
    assert.equal(some.answer['shortened'], 'Cut to the room there was.');
    assert.ok(some.json.length <= whole.json.length / 3);
    const next = await ask('search_markets', { text: 'the', limit: 1, cursor: String(rows.length) }, 100_000);
    assert.equal((next.answer['markets'] as Rows)[0]?.['slug'], all[rows.length]?.['slug']);
  });

  it('keeps both ends of a course, the best levels of a book and every figure of its own', async () => {
    const whole = await ask('get_price_history', { slug: side.slug, points: 100 }, 100_000);
    const short = await ask('get_price_history', { slug: side.slug, points: 100 }, whole.json.length / 2);
    const [all, points] = [whole.answer['points'] as Rows, short.answer['points'] as Rows];
    assert.ok(points.length < all.length);
    assert.deepEqual([points[0], points.at(-1)], [all[0], all.at(-1)]);
    assert.equal(short.answer['highCents'], whole.answer['highCents']);
    const book = await ask('get_order_book', { slug: side.slug, depth: 20 }, 100_000);
    const top = await ask('get_order_book', { slug: side.slug, depth: 20 }, book.json.length * 0.7);
    assert.deepEqual((top.answer['bids'] as Rows)[0], (book.answer['bids'] as Rows)[0]);
    assert.deepEqual(top.answer['levels'], book.answer['levels']);
  });

  it('has shorter texts of others', async () => {
    const whole = await ask('get_market', { slug: side.slug }, 100_000);
    const short = await ask('get_market', { slug: side.slug }, whole.json.length - 50);
    assert.equal(short.isError, false);
    assert.equal(short.answer['buyYesAtCents'], whole.answer['buyYesAtCents']);
    const [rules, cut] = [whole, short].map(({ answer }) =>
      String((answer['untrusted'] as Rows[0])['rules']),
    );
    assert.ok((cut ?? '').length < (rules ?? '').length);
    assert.ok(cut?.endsWith('…'));
  });

  it('has shorter lists before shorter texts', async () => {
    const text = 't'.repeat(200);
    const answer = { points: Array.from({ length: 100 }, (_, at) => ({ at })), untrusted: { text } };
    const fewest = await shortened(answer, 0, async (json) => json.length < 320);
    assert.deepEqual(fewest?.['untrusted'], { text });
    assert.ok(Array.isArray(fewest?.['points']) && fewest['points'].length <= 3);
    const least = await shortened(answer, 0, async (json) => json.length < 250);
    assert.equal(String((least?.['untrusted'] as Rows[0] | undefined)?.['text']).length, 100);
  });

  it('is an error that says what to do where no cut helps, and is listed as one', async () => {
    const { isError, answer } = await ask('get_market', { slug: side.slug }, 100);
    assert.equal(isError, true);
    assert.equal(answer['error'], 'tooLarge');
    assert.equal(answer['next'], 'Pass a smaller limit, or ask about less.');
    assert.equal(window.desk.calls[0]?.reason, 'tooLarge');
  });

  it('never loses the outcome of a cancel, nor what cannot be done', async () => {
    window.desk.set('mayAskToCancel', true);
    const { answer } = await ask('cancel_orders', { orderIds: ['A'] }, 1);
    assert.deepEqual(answer, { declined: true });
    const place = { cannot: ['trade', 'move money'], results: [], stale: false };
    assert.equal(await shortened(place, 0, async () => false), undefined);
    const cut = await shortened(place, 0, async (json) => json.includes('shortened'));
    assert.deepEqual(cut?.['cannot'], place.cannot);
  });
});
