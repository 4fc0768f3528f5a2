/** Markup that is safe to show. Only `html` makes it. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Shown = string | Html | undefined | readonly (Html | undefined)[];

/** Markup as it is written here, with every text in it escaped; undefined is left out. */
export function html(parts: TemplateStringsArray, ...values: readonly Shown[]): Html {
  return new Html(parts.reduce((text, part, at) => `${text}${shown(values[at - 1])}${part}`));
}

/** A text in which one placeholder stands for markup: `{0} to buy` with the price in bold. */
export function insertHtml(write: (place: string) => string, inner: Html): Html {
  const [before = '', ...after] = write(PLACE).split(PLACE);
  return html`${before}${inner}${after.join('')}`;
}

/** Also between quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** No text of a service has it: those are cleaned of control characters. */
const PLACE = '\u0001';

function shown(value: Shown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return escapeHtml(value);
  return value instanceof Html ? value.toString() : value.map(shown).join('');
}
