import { Component } from 'preact';
import type { Ladder, LadderLevel, WhatIfModel } from '../view/panels/market/protocol.ts';
import { Scrollable } from './pieces.tsx';

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
    const span = ladder.columns.length;
    const group = (name: string, label: string, levels: readonly LadderLevel[]) => (
      <tbody class={name}>
        <tr class="group">
          <th scope="rowgroup" colSpan={span}>
            {label}
          </th>
        </tr>
        {levels.map((level) => (
          <LevelRow
            key={level.key}
            level={level}
            change={marks.get(level.key)?.change}
            ladder={ladder}
            taken={taken}
          />
        ))}
      </tbody>
    );
    return (
      <div class="levels">
        <Scrollable>
          <table class="ladder">
            <caption class="hidden">{ladder.caption}</caption>
            <thead>
              <tr>
                {ladder.columns.map((name) => (
                  <th scope="col">{name}</th>
                ))}
              </tr>
            </thead>
            {group('offer', ladder.offersLabel, ladder.offers)}
            <tbody class="middle">
              <tr>
                <td colSpan={span}>{ladder.middle}</td>
              </tr>
            </tbody>
            {group('bid', ladder.bidsLabel, ladder.bids)}
          </table>
        </Scrollable>
        {ladder.note !== undefined && <p class="dim small">{ladder.note}</p>}
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
  return (
    <tr class={classes.join(' ').trim()}>
      <th scope="row">
        <span class="px">{level.price}</span>
        {level.mine !== undefined && <span class="own"> {level.mine}</span>}
        {words !== undefined && <span class="small"> {words}</span>}
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
