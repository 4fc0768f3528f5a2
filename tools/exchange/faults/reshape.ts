/** How a value of JSON is written anew. Each member gives the text of JSON that stands for what it was given. */
export interface Shape {
  readonly text?: (value: string, key: string) => string;
  readonly number?: (value: number, key: string) => string;
  readonly flag?: (value: boolean, key: string) => string;
  readonly nothing?: (key: string) => string;
  /** Its elements, written already. */
  readonly list?: (items: readonly string[], key: string) => string;
  /** Its names and values, written already: names twice and names an object could not hold are possible. */
  readonly object?: (fields: readonly (readonly [name: string, value: string])[], key: string) => string;
}

/** Writes `value` by `shape`; what it says nothing of is written as it is. `key`: the nearest name above. */
export function written(value: unknown, shape: Shape, key = ''): string {
  if (typeof value === 'string') return shape.text?.(value, key) ?? JSON.stringify(value);
  if (typeof value === 'number') return shape.number?.(value, key) ?? String(value);
  if (typeof value === 'boolean') return shape.flag?.(value, key) ?? String(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => written(item, shape, key));
    return shape.list?.(items, key) ?? `[${items.join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, item]) => [name, written(item, shape, name)] as const);
    return shape.object?.(fields, key) ?? objectText(fields);
  }
  return shape.nothing?.(key) ?? 'null';
}

export function objectText(fields: readonly (readonly [name: string, value: string])[]): string {
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}
