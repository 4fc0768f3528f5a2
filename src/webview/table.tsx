import { Fragment } from 'preact';
import type { Table, TableColumn, TableRow } from '../view/panels/protocol.ts';
import { ActionButton } from './actions.tsx';
import { CellText } from './cell.tsx';
import { Scrollable } from './scrollable.tsx';

export function TableView({ table }: { readonly table: Table }) {
  const { rows, columns, caption, note } = table;
  const hasButtons = rows.some((row) => row.button !== undefined);
  const heading = { columns, hasButtons };
  return (
    <>
      <Scrollable>
        <table>
          <caption class="hidden">{caption}</caption>
          {rows[0]?.group === undefined && (
            <thead>
              <HeadingRow {...heading} />
            </thead>
          )}
          <tbody>
            {rows.map((row, place) => (
              <Fragment key={row.key}>
                {row.group !== undefined && row.group !== rows[place - 1]?.group && (
                  <HeadingRow {...heading} group={row.group} labels={row.groupLabels} />
                )}
                <BodyRow row={row} columns={columns} hasButtons={hasButtons} />
              </Fragment>
            ))}
          </tbody>
        </table>
      </Scrollable>
      {note !== undefined && <p class="dim small">{note}</p>}
    </>
  );
}

interface HeadingProps {
  readonly columns: readonly TableColumn[];
  readonly hasButtons: boolean;
  readonly group?: string;
  readonly labels?: readonly string[] | undefined;
}

function HeadingRow({ columns, hasButtons, group, labels }: HeadingProps) {
  return (
    <tr class={group === undefined ? undefined : 'group'}>
      {columns.map(({ label, kind }, index) => {
        const text = index === 0 && group !== undefined ? group : (labels?.[index] ?? label);
        if (text === '') return <td class={kind} />;
        const isAlone = index === 0 && (labels?.[1] ?? columns[1]?.label) === '';
        return (
          <th scope={text === group ? 'rowgroup' : 'col'} class={isAlone ? `${kind} alone` : kind}>
            {text}
          </th>
        );
      })}
      {hasButtons && <td />}
    </tr>
  );
}

interface BodyProps {
  readonly row: TableRow;
  readonly columns: readonly TableColumn[];
  readonly hasButtons: boolean;
}

function BodyRow({ row, columns, hasButtons }: BodyProps) {
  const { cells, button, isOwn, below, colour } = row;
  return (
    <>
      <tr
        class={isOwn === true ? 'held' : undefined}
        style={colour === undefined ? undefined : { '--colour': colour }}
      >
        {cells.map((cell, index) => {
          const Tag = index === 0 ? 'th' : 'td';
          const kind = columns[index]?.kind;
          const isAlone = index === 0 && cells[1]?.text === '';
          const mark = isAlone ? ' alone' : cell.isSaid === true ? ' said' : '';
          return (
            <Tag scope={index === 0 ? 'row' : undefined} title={cell.hint} class={`${kind}${mark}`}>
              <CellText cell={cell} />
            </Tag>
          );
        })}
        {hasButtons && <td class="action">{button && <ActionButton button={button} look="link" />}</td>}
      </tr>
      {below !== undefined && (
        <tr class="below">
          <td colSpan={columns.length} class="words warn">
            {below}
          </td>
        </tr>
      )}
    </>
  );
}
