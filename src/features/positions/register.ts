import { l10n } from 'vscode';
import { onVoid } from '../../store/session/owner.ts';
import { positionsSummary, positionsTree } from '../../view/positions-tree.ts';
import { knownPositions } from '../known-positions.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';

/** Positions by event, those that have expired, and a total per currency. */
export function registerPositions(editor: Editor, services: Services): void {
  const { positions, positionSorting, activity, marketsBySlug, marketViews, session } = services;
  const { views, own } = editor;
  editor.commands.serve({
    sortPositions: async () => (await import('./sort-positions.ts')).sortPositions(services),
  });
  own.add(
    views.slot('positions').view.onDidChangeVisibility(({ visible }) => {
      if (visible) positionSorting.renew();
    }),
  );
  own.add(onVoid(session, 'private', () => positionSorting.renew()));
  fillView(editor, services, {
    name: 'positions',
    stream: 'account',
    list: positions,
    // What a settled position came to stands in its settlement.
    needs: {
      stores: [marketsBySlug, activity],
      changes: [marketViews.onDidChange, positionSorting.onDidChange],
    },
    content: () => {
      const context = services.view();
      const known = positionSorting.sorted(knownPositions(services));
      return {
        rows: known.length === 0 ? [] : positionsTree(known, context),
        description: positionsSummary(known, context),
        notes: [
          positions.complete
            ? undefined
            : l10n.t('There are more positions than are read; totals cover these only.'),
        ],
      };
    },
  });
}
