/** What no service should send, and some do. */
const NONSENSE: readonly string[] = [
  '',
  'not JSON',
  '{"heartbeat":',
  'null',
  '[]',
  '42',
  '{}',
  '{"requestId":{"a":1},"subscriptionType":[],"marketData":"closed"}',
  '{"marketData":{"marketSlug":{},"bids":{},"offers":"none"}}',
  '{"marketDataLite":[1,2,3]}',
  '{"trade":{"price":"much"}}',
  '{"orderSubscriptionUpdate":{"execution":{"order":"gone"}}}',
  '{"positionSubscription":{"afterPosition":[]}}',
  '{"accountBalancesUpdate":{"balanceChange":null}}',
  '{"requestId":"nobody","subscriptionType":"SUBSCRIPTION_TYPE_WEATHER","weatherReport":{"sky":"clear"}}',
  '<html><body>502 Bad Gateway</body></html>',
];

/** `chance` from 0 to below 1 picks; beside fixed texts there is the frame itself, cut off in the middle. */
export function garbageOf(frame: string, chance: number): string {
  const place = Math.floor(chance * (NONSENSE.length + 4));
  return NONSENSE[place] ?? frame.slice(0, Math.max(1, Math.floor(frame.length / 2)));
}
