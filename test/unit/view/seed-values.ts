import { decodeEvent, decodeMarket } from '../../../src/exchange/wire/market.ts';
import { decodeOrder } from '../../../src/exchange/wire/order.ts';
import { decodeActivities, decodePositions } from '../../../src/exchange/wire/portfolio.ts';
import { fixture } from '../../support/fixtures.ts';
import { present } from '../../support/values.ts';

/** Values with something in every field of the `seed` dialect. */

export const event = decodeEvent(fixture('seed/event')).value;
export const market = decodeMarket(fixture('seed/market')).value;
export const order = decodeOrder(fixture('seed/order')).value;
export const position = present(decodePositions(fixture('seed/positions')).items[0]);

const activities = decodeActivities(fixture('seed/activities')).items;
export const trade = present(activities.find((activity) => activity.kind === 'trade'));
export const resolution = present(activities.find((activity) => activity.kind === 'resolution'));
export const deposit = present(activities.find((activity) => activity.kind === 'balance'));
