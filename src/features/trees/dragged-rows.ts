import { DataTransferItem, type TreeDragAndDropController } from 'vscode';
import type { DraggedRow, WatchEntry } from '../../core/watchlist.ts';
import type { RowSubject } from '../../view/row.ts';
import type { RowNode } from './node-tree.ts';

/** Type of what rows carry; only the views of this extension take it. */
const MIME = 'application/vnd.prediction-markets.rows';

/** What a row is about, as something to watch: its market or event. */
export function watchEntryOf(subject: RowSubject | undefined): WatchEntry | undefined {
  if (subject === undefined || 'category' in subject || 'name' in subject) return undefined;
  if (subject.kind === 'event') return { kind: 'event', key: subject.key };
  if (subject.kind === 'portfolio' || subject.kind === 'lines' || subject.kind === 'call') return undefined;
  const key = subject.kind === 'market' ? subject.slug : subject.marketSlug;
  return key === undefined ? undefined : { kind: 'market', key };
}

/** Lets rows of a view be dragged, and where `takes` others be dropped in it. */
export function rowDragging(
  takes: boolean,
  drop: (dragged: readonly DraggedRow[], target: RowNode | undefined) => Promise<void>,
): TreeDragAndDropController<RowNode> {
  return {
    dragMimeTypes: [MIME],
    dropMimeTypes: takes ? [MIME] : [],
    handleDrag: (nodes, data) => {
      const rows = nodes.flatMap((node) => draggedRow(node) ?? []);
      if (rows.length > 0) data.set(MIME, new DataTransferItem(JSON.stringify(rows)));
    },
    handleDrop: async (target, data) => {
      // The editor adds an empty item of the type to the one a row has set.
      const texts: Promise<string>[] = [];
      data.forEach((item, type) => {
        if (type === MIME) texts.push(Promise.resolve(item.asString()));
      });
      const text = (await Promise.all(texts)).find((each) => each !== '');
      if (text !== undefined) await drop(JSON.parse(text) as readonly DraggedRow[], target);
    },
  };
}

function draggedRow({ row, subject }: RowNode): DraggedRow | undefined {
  if (subject?.kind === 'watchGroup') return { group: subject.name };
  if (row.watched !== undefined) return row.watched;
  const entry = watchEntryOf(subject);
  return entry && { entry };
}
