import type { Decimal } from '../../../core/decimal.ts';
import { sidePrices } from '../../../core/pricing.ts';
import type { EventLines } from '../../event-lines.ts';
import { sideName } from '../../names.ts';
import type { ViewContext } from '../../row.ts';
import { scoreWritten } from '../../score-text.ts';
import { capital } from '../../states.ts';
import { cell, columns, note } from '../parts.ts';
import type { Section, Table } from '../protocol.ts';
import { lineLabel, stateText } from './words.ts';

/** How long after a score its price may still react, milliseconds. */
const REACTION_MS = 60_000;
const MOST = 30;

interface Entry {
  readonly at: number;
  readonly text: string;
  /** Of a score: the team whose price was compared, the price before, and since. */
  readonly name?: string;
  readonly before?: Decimal | undefined;
  after?: Decimal | undefined;
}

/** What changed in an event while its page was open: scores with what they did to the price, states, results, flags. */
export class EventChanges {
  readonly #entries: Entry[] = [];
  readonly #known = new Map<string, string>();
  readonly #since: number;
  #price: Decimal | undefined;

  constructor(since: number) {
    this.#since = since;
  }

  /** Compares with what was seen before; the first look is no change. */
  look(score: string | undefined, { contest, lines }: EventLines, context: ViewContext): void {
    const { t, format } = context;
    const now = format.settings.now();
    const side = contest?.teams[0].side;
    const line = side && lines.find(({ market }) => market.slug === side.market.slug);
    const price = line && side && sidePrices(line.market, side.long, line.view.live).buy?.price;
    for (const entry of this.#entries)
      if (entry.name !== undefined && now - entry.at <= REACTION_MS) entry.after = price ?? entry.after;
    if (score !== undefined) {
      const name = line && side ? { name: sideName(line.market, side.long, context) } : {};
      const text = t('Score {0}', scoreWritten(score, context) ?? '');
      this.#compare('score', { at: now, text, ...name, before: this.#price, after: price });
    }
    this.#price = price ?? this.#price;
    for (const each of lines) {
      const about = (word: string) => ({ at: now, text: t('{0}: {1}', lineLabel(each, context), word) });
      this.#compare(`state ${each.market.slug}`, about(stateText(each, context)));
      const flag = each.flag === undefined ? t('agrees again') : t('flagged');
      this.#compare(`flag ${each.market.slug}`, about(flag));
    }
  }

  section({ t, format }: ViewContext): Section<Table> {
    const isEmpty = this.#entries.length === 0;
    const rows = this.#entries.map(({ at, text, name, before, after }, index) => {
      const change = before && after?.minus(before);
      const prices = [name ?? '', format.price(before), format.price(after), format.change(change)];
      const move =
        change === undefined || change.isZero
          ? cell('')
          : cell(t('{0} {1} → {2} {3}¢', ...prices), change.isNegative ? 'down' : 'up');
      return { key: `${at} ${index}`, cells: [cell(format.time(at)), cell(capital(text)), move] };
    });
    return {
      heading: t('What changed'),
      aside: t('since {0}, newest first', format.time(this.#since)),
      note: isEmpty ? note(t('Nothing yet since this page was opened.')) : undefined,
      content: isEmpty
        ? undefined
        : {
            caption: t('What changed'),
            columns: columns([t('Time'), 'time'], [t('Change')], [t('Price')]),
            rows,
          },
    };
  }

  #compare(key: string, entry: Entry): void {
    const before = this.#known.get(key);
    this.#known.set(key, entry.text);
    if (before === undefined || before === entry.text) return;
    this.#entries.unshift(entry);
    this.#entries.length = Math.min(this.#entries.length, MOST);
  }
}
