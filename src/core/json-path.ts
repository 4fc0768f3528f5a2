/** The name decoders know a field by: services write `market_slug` too. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `market` and `line` are `market.line`; a number is a place in a list: `bids[3]`. */
export function pathOf(parent: string, field: string | number): string {
  if (typeof field === 'number') return `${parent}[${field}]`;
  return parent === '' ? field : `${parent}.${field}`;
}
