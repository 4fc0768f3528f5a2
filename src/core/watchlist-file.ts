/** An entry of a list where it stands in the text of a watchlist file. Places are UTF-16 units from the beginning. */
export interface PlacedEntry {
  /** The name of its group. */
  readonly group: string;
  readonly text: string;
  /** Its quotes included; the end is after them. */
  readonly start: number;
  readonly end: number;
  /** What goes with it when it is taken out: it, and one comma. */
  readonly cut: { readonly start: number; readonly end: number };
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;

/** The texts of all lists, in their order; none while the file is no JSON. */
export function placedEntries(file: string): readonly PlacedEntry[] {
  if (!isJson(file)) return [];
  const found: PlacedEntry[] = [];
  const open: string[] = [];
  let group = '';
  let comma: number | undefined;
  for (const { 0: token, index } of file.matchAll(TOKEN)) {
    const around = open.join('');
    if (token === '{' || token === '[') {
      open.push(token);
      comma = undefined;
    } else if (token === '}' || token === ']') open.pop();
    else if (token === ',') comma = index;
    else if (around === '{') group = JSON.parse(token) as string;
    else if (around === '{[') {
      const end = index + token.length;
      const place = { start: index, end, cut: cutOf(file, index, end, comma) };
      found.push({ group, text: JSON.parse(token) as string, ...place });
    }
  }
  return found;
}

function cutOf(file: string, start: number, end: number, comma: number | undefined): PlacedEntry['cut'] {
  const [after] = /^\s*,\s*/.exec(file.slice(end)) ?? [];
  if (after !== undefined) return { start, end: end + after.length };
  return { start: comma ?? start, end };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
