import { Component } from 'preact';
import type {
  Board,
  BoardRow,
  BoardSide,
  EventContent,
  PayoutTable,
  Scoreboard,
} from '../view/panels/event/protocol.ts';
import type { Cell, Section } from '../view/panels/protocol.ts';
import { PushButton } from './controls.ts';
import { startPanel } from './page.tsx';
import {
  PairList,
  type PanelActions,
  RulesView,
  Scrollable,
  SectionView,
  TableSection,
  TableView,
} from './pieces.tsx';

type Filter = keyof Board['filters'];

startPanel<EventContent>((content, actions) => (
  <>
    <div class="columns event">
      <div>
        {content.score && <ScoreView score={content.score} />}
        <BoardPart section={content.board} actions={actions} />
        {content.settled && <TableSection name="settled" section={content.settled} actions={actions} />}
      </div>
      <div>
        <SectionView name="changes" section={content.changes} actions={actions}>
          {(changes) => (
            <ol class="seen">
              {changes.map(({ key, time, text, move }) => (
                <li key={key}>
                  <span class="dim">{time}</span> {text} {move && <span class={move.tone}>{move.text}</span>}
                </li>
              ))}
            </ol>
          )}
        </SectionView>
        <div class="yours">
          <SectionView name="held" section={content.yours} actions={actions}>
            {({ figures, held }) => (
              <>
                <PairList pairs={figures} />
                {held.rows.length > 0 && <TableView table={held} actions={actions} />}
              </>
            )}
          </SectionView>
          <TableSection name="orders" section={content.orders} actions={actions} />
        </div>
        {content.payouts && (
          <SectionView name="payouts" section={content.payouts} actions={actions}>
            {(tables) => tables.map(payoutTable)}
          </SectionView>
        )}
        <SectionView name="about" section={content.about} actions={actions}>
          {(pairs) => <PairList pairs={pairs} />}
        </SectionView>
      </div>
    </div>
    <RulesView rules={content.rules} actions={actions} />
  </>
));

function Toned({ cell }: { readonly cell: Cell }) {
  return (
    <span class={cell.tone === 'plain' ? undefined : cell.tone} title={cell.hint}>
      {cell.text}
    </span>
  );
}

function ScoreView({ score }: { readonly score: Scoreboard }) {
  const isPlaying = (place: number): string | undefined => (place === score.playing ? 'now' : undefined);
  return (
    <section class="score">
      <Scrollable>
        <table>
          <caption class="hidden">{score.caption}</caption>
          <thead>
            <tr>
              {score.columns.map((label, place) => (
                <th scope="col" class={isPlaying(place - 1)}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {score.teams.map((team) => (
              <tr key={team.key}>
                <th scope="row" class="team" style={{ '--team': team.colour ?? 'transparent' }}>
                  <b>{team.name}</b> <span class="dim">{team.words}</span>
                </th>
                {team.periods.map((points, place) => (
                  <td class={isPlaying(place)}>{points}</td>
                ))}
                <td class="points">{team.score}</td>
                {team.prices.map((price, place) => (
                  <td class={place === 0 ? 'buy' : undefined}>
                    <Toned cell={price} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrollable>
    </section>
  );
}

interface BoardPartProps {
  readonly section: Section<Board>;
  readonly actions: PanelActions;
}

/** The board, and which of its lines are shown. */
class BoardPart extends Component<BoardPartProps, { readonly filter: Filter }> {
  override state = { filter: 'all' as const };

  override render() {
    const { section, actions } = this.props;
    const { filter } = this.state;
    const { content: board } = section;
    const controls = board && (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and there is no room for one.
      <div class="spans" role="group" aria-label={board.label}>
        {(['all', 'mine', 'flagged'] as const).map((name) => (
          <PushButton
            key={name}
            label={board.filters[name]}
            pressed={name === filter}
            onPress={() => this.setState({ filter: name })}
          />
        ))}
      </div>
    );
    return (
      <SectionView name="board" section={section} actions={actions} controls={controls}>
        {(shown) => <BoardView board={shown} filter={filter} actions={actions} />}
      </SectionView>
    );
  }
}

interface BoardProps {
  readonly board: Board;
  readonly filter: Filter;
  readonly actions: PanelActions;
}

function BoardView({ board, filter, actions }: BoardProps) {
  const { columns } = board;
  const isShown = ({ yours, why }: BoardRow): boolean =>
    filter === 'all' || (filter === 'mine' ? yours !== undefined : why !== undefined);
  return (
    <Scrollable>
      <table>
        <caption class="hidden">{board.caption}</caption>
        {board.groups.map(({ key, heading, rows }) => {
          const shown = rows.filter(isShown);
          if (shown.length === 0) return undefined;
          return (
            <tbody key={key}>
              <tr class="group">
                <th scope="rowgroup">{heading}</th>
                <td />
                <th scope="col">{columns.buy}</th>
                <th scope="col">{columns.sell}</th>
                <th scope="col" class="fair">
                  {columns.fair}
                </th>
                <th scope="col">{columns.buy}</th>
                <th scope="col">{columns.sell}</th>
                <td />
                <th scope="col" class="wide">
                  {columns.sum}
                </th>
                <th scope="col" class="wide">
                  {columns.volume}
                </th>
                <th scope="col" class="own">
                  {columns.yours}
                </th>
              </tr>
              {shown.map((row) => boardRow(row, actions))}
            </tbody>
          );
        })}
      </table>
    </Scrollable>
  );
}

function boardRow(row: BoardRow, actions: PanelActions) {
  const { key, open, left, right, fair, state, why } = row;
  const name = row.yours === undefined ? undefined : 'held';
  return (
    <>
      <tr key={key} class={why === undefined ? name : 'flagged'}>
        <th scope="row">
          <button
            type="button"
            class="link"
            title={open.hint}
            aria-label={open.hint}
            onClick={() => actions.run(open.action)}
          >
            {open.label}
          </button>
        </th>
        <td class="name">{left.name}</td>
        {prices(left)}
        <td class="fair">
          {state && <Toned cell={state} />}
          {fair && (
            <span class="split">
              <span>{fair.texts[0]}</span>
              <span class="track" aria-hidden="true">
                <span style={{ inlineSize: `${Math.round(fair.share * 100)}%` }} />
              </span>
              <span>{fair.texts[1]}</span>
            </span>
          )}
        </td>
        {prices(right)}
        <td class="words name">{right.name}</td>
        <td class="dim wide">{row.sum}</td>
        <td class="dim wide">{row.volume}</td>
        <td class="words mine-cell">
          {row.yours && <Toned cell={row.yours} />} {row.pnl && <Toned cell={row.pnl} />}
        </td>
      </tr>
      {why !== undefined && (
        <tr key={`${key} why`} class="why">
          <td colSpan={11} class="words warn">
            <span>{why}</span>
          </td>
        </tr>
      )}
    </>
  );
}

function prices({ buy, sell }: BoardSide) {
  return (
    <>
      <td class="buy">{buy}</td>
      <td class="dim">{sell}</td>
    </>
  );
}

function payoutTable({ caption, columns, rows, note }: PayoutTable, place: number) {
  return (
    <>
      <Scrollable key={place}>
        <table>
          <caption class="hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((label, index) => (
                <th scope="col" class={index === columns.length - 1 ? undefined : 'words'}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, results, made, share }) => (
              <tr key={key}>
                {results.map((result, index) =>
                  index === 0 ? (
                    <th scope="row" class="words">
                      {result}
                    </th>
                  ) : (
                    <td class="words">{result}</td>
                  ),
                )}
                <td class="made">
                  {share !== undefined && (
                    <span
                      class={share < 0 ? 'bar minus' : 'bar'}
                      aria-hidden="true"
                      style={{ inlineSize: `${Math.round(Math.abs(share) * 40)}px` }}
                    />
                  )}
                  <Toned cell={made} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrollable>
      {note.text !== '' && <p class="dim small">{note.text}</p>}
    </>
  );
}
