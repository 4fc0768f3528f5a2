/** How to rewrite a JSON value: each member returns the JSON text to write for what it is given. */
export interface JsonShape {
  readonly text?: (value: string, key: string) => string;
  readonly number?: (value: number, key: string) => string;
  readonly flag?: (value: boolean, key: string) => string;
  readonly nothing?: (key: string) => string;
  /** `items`: the rewritten elements. */
  readonly list?: (items: readonly string[], key: string) => string;
  /** `fields`: names with rewritten values. A name can come twice, which no object could hold. */
  readonly object?: (fields: readonly (readonly [name: string, value: string])[], key: string) => string;
}

/** The JSON text of `value`, rewritten by `shape`. `key`: the nearest field name above. */
export function rewriteJson(value: unknown, shape: JsonShape, key = ''): string {
  if (typeof value === 'string') return shape.text?.(value, key) ?? JSON.stringify(value);
  if (typeof value === 'number') return shape.number?.(value, key) ?? String(value);
  if (typeof value === 'boolean') return shape.flag?.(value, key) ?? String(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => rewriteJson(item, shape, key));
    return shape.list?.(items, key) ?? `[${items.join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([name, item]) => [name, rewriteJson(item, shape, name)] as const,
    );
    return shape.object?.(fields, key) ?? objectText(fields);
  }
  return shape.nothing?.(key) ?? 'null';
}

export function objectText(fields: readonly (readonly [name: string, value: string])[]): string {
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}
