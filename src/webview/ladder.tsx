import { Component } from 'preact';
import type { Ladder, LadderLevel, WhatIfModel } from '../view/panels/market/protocol.ts';
import { SEPARATOR } from '../view/separator.ts';
import { Scrollable } from './scrollable.tsx';

/** How long a level that changed is marked, milliseconds. */
const MARKED_MS = 900;

type LevelChange = 'grew' | 'shrank';

interface LadderProps {
  readonly ladder: Ladder;
  readonly taken: WhatIfModel['taken'];
}

interface LadderMarks {
  /** Compared with the next one to find the levels that changed. */
  readonly ladder: Ladder | undefined;
  /** Changed levels by key, and until when they are marked (`performance.now`). */
  readonly marks: ReadonlyMap<string, { readonly change: LevelChange; readonly until: number }>;
}

const ARROWS = { grew: '▲', shrank: '▼' } as const;

/** The book as one table: offers down to the best, the middle, bids from the best down. A changed size is marked shortly. */
export class LadderView extends Component<LadderProps, LadderMarks> {
  override state: LadderMarks = { ladder: undefined, marks: new Map() };
  #timer: ReturnType<typeof setTimeout> | undefined;

  static override getDerivedStateFromProps(
    { ladder }: LadderProps,
    state: LadderMarks,
  ): Partial<LadderMarks> | null {
    return ladder === state.ladder ? null : { ladder, marks: marksOf(ladder, state) };
  }

  /** One timer for all marks; it starts again for those that came later. */
  override componentDidUpdate(): void {
    if (this.#timer !== undefined || this.state.marks.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.setState(({ marks }) => ({ marks: current(marks) }));
    }, MARKED_MS);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
  }

  override render({ ladder, taken }: LadderProps, { marks }: LadderMarks) {
    const { columns, rows, noOffers, noBids } = ladder;
    const levels = (shown: readonly LadderLevel[]) =>
      shown.map((level) => (
        <LevelRow
          key={level.key}
          level={level}
          change={marks.get(level.key)?.change}
          ladder={ladder}
          taken={taken}
        />
      ));
    // Always as many rows: the middle of the book stays where it is.
    const blank = (count: number, why: string | undefined) =>
      Array.from({ length: Math.max(0, count) }, (_, place) => (
        <tr key={`blank ${place}`} class="blank">
          <td colSpan={columns.length}>{place === 0 && why}</td>
        </tr>
      ));
    return (
      <div class="levels">
        <Scrollable>
          <table class="ladder">
            <caption class="hidden">{ladder.caption}</caption>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th scope="col" title={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody class="offer">
              {blank(rows - ladder.offers.length, noOffers)}
              {levels(ladder.offers)}
            </tbody>
            <tbody class="middle">
              <tr>
                <td colSpan={columns.length}>{ladder.middle}</td>
              </tr>
            </tbody>
            <tbody class="bid">
              {levels(ladder.bids)}
              {blank(rows - ladder.bids.length, noBids)}
            </tbody>
          </table>
        </Scrollable>
        <p class="parts dim small" title={ladder.notes.join(SEPARATOR)}>
          {ladder.notes.map((note) => (
            <span>{note}</span>
          ))}
        </p>
      </div>
    );
  }
}

function marksOf(ladder: Ladder, { ladder: before, marks }: LadderMarks): LadderMarks['marks'] {
  const amounts = new Map(levelsOf(before).map(({ key, amount }) => [key, amount]));
  const until = performance.now() + MARKED_MS;
  const next = new Map(current(marks));
  for (const { key, amount } of levelsOf(ladder)) {
    const last = amounts.get(key);
    if (last === undefined || amount === undefined || last === amount) continue;
    next.set(key, { change: amount > last ? 'grew' : 'shrank', until });
  }
  return next;
}

function levelsOf(ladder: Ladder | undefined): readonly LadderLevel[] {
  return ladder === undefined ? [] : [...ladder.offers, ...ladder.bids];
}

function current(marks: LadderMarks['marks']): LadderMarks['marks'] {
  const now = performance.now();
  return new Map([...marks].filter(([, { until }]) => until > now));
}

interface LevelRowProps extends LadderProps {
  readonly level: LadderLevel;
  readonly change: LevelChange | undefined;
}

function LevelRow({ level, change, ladder, taken }: LevelRowProps) {
  const words = taken.find(({ key }) => key === level.key)?.words;
  const share = Math.round(Math.min(1, Math.max(0, level.share)) * 100);
  const classes = [
    level.mine === undefined ? '' : 'mine',
    change === undefined ? '' : 'turned',
    level.isEmpty ? 'empty' : '',
    words === undefined ? '' : 'taken',
  ];
  const [mark, ...mine] = (level.mine ?? []).filter((part) => part !== '');
  const said = [mark, ...mine, words].filter((part) => part !== undefined).join(', ');
  return (
    <tr class={classes.join(' ').trim()}>
      {/* On one line: what has no room is left out whole, and a pointer shows it. */}
      <td class="yours" title={said === '' ? undefined : said}>
        <span class="parts">
          {mark !== undefined && <b class="own">{mark}</b>}
          {words !== undefined && <span class="takes">{words}</span>}
          {mine.map((part) => (
            <span class="dim">{part}</span>
          ))}
        </span>
      </td>
      <th scope="row" class="px">
        {level.price}
      </th>
      <td class="other">{level.other}</td>
      <td class="size">
        <span class="bar" aria-hidden="true" style={{ inlineSize: `${share}%` }} />
        {/* The arrow's place is reserved, so that nothing moves when it comes and goes. */}
        <span class="arrow" title={change && ladder[change]}>
          {change && ARROWS[change]}
        </span>
        <span>{level.size}</span>
      </td>
      <td>{level.total}</td>
    </tr>
  );
}
