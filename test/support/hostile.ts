import { bodyOf, type ReplyFault, sent } from '../../tools/exchange/faults/delivery.ts';
import { type JsonShape, rewriteJson } from '../../tools/exchange/faults/json-shape.ts';
import { faultyClient, type HonestSide } from './faulty.ts';
import type { SurfaceData } from './surfaces.ts';

/** Every trick in one name: links, also to commands; pictures; markup; icons; direction; controls; nothing at all. */
export const HOSTILE =
  '[pay](command:workbench.action.quit) ![p](https://p.invalid/x.png) <img src=x onerror=a()> $(zap) ' +
  'https://evil.invalid \u202eevil\u2066\u0000\u001b[31m\u200b|`x`\r\n# head\u2028{0}';

const IDENTITY = /^(?:id|slug|.*[sS]lug|.*Id|identifier|canceledOrderIds|currency|nextCursor)$/;
const TIME = /^\d{4}-\d\d-\d\dT/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const MEMBER = /^[A-Z0-9]+(?:_[A-Z0-9]+)*$/;

/** Every text of every reply is hostile, but for what has to be read to get anywhere. */
export const HOSTILE_TEXTS: JsonShape = {
  text: (value, key) => {
    if (key === 'outcomes') return JSON.stringify(JSON.stringify([HOSTILE, HOSTILE]));
    return JSON.stringify(isNeeded(value, key) ? value : HOSTILE);
  },
};

function isNeeded(value: string, key: string | undefined): boolean {
  const isRead = IDENTITY.test(key ?? '') || TIME.test(value) || NUMBER.test(value) || MEMBER.test(value);
  return isRead || value.startsWith('[');
}

/** What only is something once it stands beside another text. */
const HALVES = '(zap) (command:evil) evil ]$';
export const HALF_TEXTS: JsonShape = {
  text: (value, key) => JSON.stringify(isNeeded(value, key) ? value : HALVES),
};
/** Longer than anybody would read: a name, and what goes on for lines. */
export const LONG_TEXTS: JsonShape = {
  text: (value, key) => {
    const words = key === 'description' ? 6_000 : 600;
    return JSON.stringify(isNeeded(value, key) ? value : `evil ${'long '.repeat(words)}`);
  },
};
/** Codes too. */
export const HOSTILE_CODES: JsonShape = {
  text: (value, key) =>
    JSON.stringify(
      MEMBER.test(value) && !IDENTITY.test(key) && !NUMBER.test(value) ? `${value}_${HOSTILE}` : value,
    ),
};
export const HOSTILE_IDENTITIES: JsonShape = {
  text: (value, key) => JSON.stringify(IDENTITY.test(key) ? `${value}${HOSTILE}` : value),
  object: (fields) => `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`,
};

/** A service that answers as ours does, but for what it says. */
export function saying(shape: JsonShape): ReplyFault {
  return {
    name: 'hostile',
    what: 'hostile texts',
    group: 'shape',
    deliver: (request, answer) => {
      const reply = answer(request);
      return sent(reply, {
        body: bodyOf(rewriteJson(JSON.parse(new TextDecoder().decode(reply.body)), shape)),
      });
    },
  };
}

/** All there is, as read from a service whose texts are of that shape. */
export async function readAllFrom(side: HonestSide, shape: JsonShape): Promise<SurfaceData> {
  const { clock, exchange, plan } = faultyClient(side);
  plan.fault = saying(shape);
  const read = <T>(work: Promise<T>): Promise<T> => clock.run(work);
  const page = { limit: 20, offset: 0 };
  const market = await read(exchange.marketBySlug(side.slug).catch(() => undefined));
  return {
    markets: [
      ...(market === undefined ? [] : [market]),
      ...(await read(exchange.markets({}, page))).items.slice(0, 4),
    ],
    events: (await read(exchange.events({}, page))).items.slice(0, 4),
    orders: (await read(exchange.openOrders())).items.slice(0, 20),
    positions: (await read(exchange.positions(undefined))).items.slice(0, 20),
    activities: (await read(exchange.activities({}, undefined))).items,
    balances: (await read(exchange.balances())).items,
    book: await read(exchange.book(side.slug).catch(() => undefined)),
    quote: await read(exchange.bbo(side.slug).catch(() => undefined)),
    history: await read(exchange.priceHistory(side.slug, '1D')),
  };
}
