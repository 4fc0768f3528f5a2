import type { Decimal } from '../../../core/decimal.ts';
import { sidePrices } from '../../../core/pricing.ts';
import type { EventLines } from '../../event-lines.ts';
import { sideName } from '../../names.ts';
import { resultOf, resultWord, stateOf } from '../../price-text.ts';
import type { ViewContext } from '../../row.ts';
import { capital, lifecycleWord } from '../../states.ts';
import { cell } from '../parts.ts';
import type { SeenChange } from './protocol.ts';
import { lineLabel } from './words.ts';

/** How long after a score its price may still follow, milliseconds. */
const FOLLOW_MS = 60_000;
const MOST = 30;

interface Entry {
  readonly at: number;
  readonly text: string;
  /** The first team's price before a score, and since. */
  readonly name?: string;
  readonly before?: Decimal | undefined;
  after?: Decimal | undefined;
}

/** What changed in an event while its page was open: scores with what they did to the price, states, results, flags. */
export class EventChanges {
  readonly #entries: Entry[] = [];
  readonly #known = new Map<string, string>();
  #price: Decimal | undefined;
  readonly since: number;

  constructor(since: number) {
    this.since = since;
  }

  /** Compares with what was seen before; the first look is no change. */
  look(score: string | undefined, { contest, lines }: EventLines, context: ViewContext): void {
    const { t, format } = context;
    const now = format.settings.now();
    const side = contest?.teams[0].side;
    const line = side && lines.find(({ market }) => market.slug === side.market.slug);
    const price = line && side && sidePrices(line.market, side.long, line.view.live).buy?.price;
    for (const entry of this.#entries)
      if (entry.name !== undefined && now - entry.at <= FOLLOW_MS) entry.after = price ?? entry.after;
    if (score !== undefined && this.#isNew('score', score)) {
      const text = t('Score {0}', score.replaceAll(/\s*-\s*/g, '–'));
      const named = line && side ? { name: sideName(line.market, side.long, context) } : {};
      this.#add({ at: now, text, ...named, before: this.#price, after: price });
    }
    this.#price = price ?? this.#price;
    for (const each of lines) {
      const name = lineLabel(each, context);
      const { slug } = each.market;
      const result = resultOf(each.view);
      const word =
        result === undefined
          ? lifecycleWord(stateOf(each.view), context)
          : result.winner === 'void'
            ? t('void')
            : `${sideName(each.market, true, context)} ${resultWord(result, true, context)}`;
      if (this.#isNew(`state ${slug}`, word)) this.#add({ at: now, text: `${name}: ${word}` });
      const flag = each.flag === undefined ? t('agrees again') : t('flagged');
      if (this.#isNew(`flag ${slug}`, flag)) this.#add({ at: now, text: `${name}: ${flag}` });
    }
  }

  /** Newest first. */
  list({ t, format }: ViewContext): readonly SeenChange[] {
    return this.#entries.map(({ at, text, name, before, after }, index) => {
      const change = before && after?.minus(before);
      const hasMoved = change !== undefined && !change.isZero;
      return {
        key: `${at} ${index}`,
        time: format.time(at),
        text: capital(text),
        move: hasMoved
          ? cell(
              t(
                '{0} {1} → {2} {3}¢',
                name ?? '',
                format.price(before),
                format.price(after),
                format.change(change),
              ),
              change.isNegative ? 'down' : 'up',
            )
          : undefined,
      };
    });
  }

  #isNew(key: string, value: string): boolean {
    const before = this.#known.get(key);
    this.#known.set(key, value);
    return before !== undefined && before !== value;
  }

  #add(entry: Entry): void {
    this.#entries.unshift(entry);
    this.#entries.length = Math.min(this.#entries.length, MOST);
  }
}
