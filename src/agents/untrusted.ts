/** Most characters of a text of the service, and of the rules of a market. */
const LONGEST_TEXT = 300;
const LONGEST_RULES = 4_000;

/**
 * Controls, format characters (direction, zero width, tags), broken halves, private use, separators, and what is drawn as
 * nothing: what a person does not see, an agent still reads.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{DI}\u2800]+/gu;

/** Texts somebody else wrote, by what they are about. */
export type Untrusted = Readonly<Record<string, string>>;

/**
 * The one way of a text of the service, or of a person, into an answer. What is hidden or controls becomes a blank; an absent or
 * empty text is left out.
 */
export function untrusted(texts: Readonly<Record<string, string | undefined>>): Untrusted {
  const clean = Object.entries(texts).flatMap(([name, text]) => {
    const shown = cleaned(text ?? '', name === 'rules' ? LONGEST_RULES : LONGEST_TEXT);
    return shown === '' ? [] : [[name, shown] as const];
  });
  return Object.fromEntries(clean);
}

function cleaned(text: string, most: number): string {
  const plain = text
    .slice(0, 2 * most)
    .toWellFormed()
    .replace(HIDDEN, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  if (plain.length <= most) return plain;
  return `${plain.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Most characters of what a program calls itself. */
const LONGEST_NAME = 40;

/** What a program calls itself, for a list and a dialog: one line, no quotes that could close ours, no icons. */
export function agentName(given: string): string | undefined {
  const plain = cleaned(
    given.slice(0, LONGEST_TEXT).replace(/["'`\u2018-\u201f\u00ab\u00bb$()<>[\]]+/gu, ' '),
    LONGEST_NAME,
  );
  return plain === '' ? undefined : plain;
}

/** A slug or id goes into an answer as it is only where it can say nothing else. */
const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$/;

export function isPlainId(id: string | undefined): id is string {
  return id !== undefined && PLAIN_ID.test(id);
}
