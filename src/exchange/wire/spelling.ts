/**
 * The camelCase spelling of a name (live interface §15.2). The names of an interface are few and come with every item of
 * a list, so each is spelled once and then looked up: that makes items in snake_case cost little more than others.
 */
export function camelName(name: string): string {
  // No interface has such names, and whatever is looked up is kept.
  if (name.length > LONGEST) return name;
  const known = KNOWN.get(name);
  if (known !== undefined) return known;
  // What a stranger made up must neither fill the memory nor keep out the names that are used.
  if (KNOWN.size >= MOST) KNOWN.clear();
  const camel = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  KNOWN.set(name, camel);
  return camel;
}

const LONGEST = 64;
const MOST = 2_000;
const KNOWN = new Map<string, string>();
