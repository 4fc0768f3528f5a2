import { DisposableOwner } from '../base/disposable.ts';

/** Of a fenced block of Markdown that stands for a market, an event or a search. */
const LANGUAGE = 'prediction-market';

/** Draws the cards of a preview. */
export interface CardSource {
  /**
   * The markup of a block; undefined leaves it text.
   * @param env what the preview hands to every rule; a new one with each drawing.
   */
  draw(block: string, env: unknown): string | undefined;
  /** Has every preview drawn again. */
  refresh(): void;
}

interface Token {
  readonly info: string;
  readonly content: string;
}
type Rule = (
  tokens: readonly Token[],
  place: number,
  options: unknown,
  env: unknown,
  renderer: { renderAttrs(token: Token): string },
) => string;

/** Of markdown-it, what is used. */
export interface MarkdownIt {
  readonly renderer: { readonly rules: { fence?: Rule } };
}

/**
 * The Markdown preview's side of cards in notes: a fenced block of our language is drawn by what `load` loads, which calls `serve`.
 * It runs in every preview, so anything else costs one comparison.
 */
export class Notes extends DisposableOwner {
  readonly #load: () => Promise<unknown>;
  #serve: (() => Promise<CardSource>) | undefined;
  #cards: CardSource | undefined;
  #loading: Promise<void> | undefined;

  constructor(load: () => Promise<unknown>) {
    super();
    this.#load = load;
  }

  /** `load` is called with the first block. */
  serve(load: () => Promise<CardSource>): void {
    this.#serve = load;
  }

  /** Called by the Markdown preview (`markdown.markdownItPlugins` of the manifest). */
  readonly extendMarkdownIt = <M extends MarkdownIt>(markdown: M): M => {
    const { rules } = markdown.renderer;
    const { fence } = rules;
    rules.fence = (tokens, place, options, env, renderer) => {
      const token = tokens[place];
      const card = token !== undefined && isOurs(token.info) ? this.#draw(token.content, env) : undefined;
      if (token !== undefined && card !== undefined)
        // The preview scrolls by what it has put on the token.
        return `<div${renderer.renderAttrs(token)}>${card}</div>\n`;
      return fence?.(tokens, place, options, env, renderer) ?? '';
    };
    return markdown;
  };

  /** Until cards can be drawn, a block is the text it is. */
  #draw(block: string, env: unknown): string | undefined {
    if (this.own.disposed) return undefined;
    if (this.#cards === undefined) this.#loading ??= this.#begin();
    return this.#cards?.draw(block, env);
  }

  async #begin(): Promise<void> {
    await this.#load();
    this.#cards = await this.#serve?.();
    this.#cards?.refresh();
  }
}

function isOurs(info: string): boolean {
  return info.startsWith(LANGUAGE) && info.trim() === LANGUAGE;
}
