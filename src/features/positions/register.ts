import { l10n } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { type PositionsTree, positionsSummary, positionsTree } from '../../view/positions-tree.ts';
import { joined } from '../../view/row.ts';
import type { Editor } from '../editor.ts';
import type { Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import { accountViewState, noteLine, streamNoteOf } from '../trees/view-notes.ts';
import type { ViewContent, ViewDefinition } from '../trees/views.ts';

export function registerPositions({ views }: Editor, services: Services): Disposable {
  return fillView(services, views, positionsView(services));
}

/** Positions by event, those that have expired, and a total per currency. */
function positionsView(services: Services): ViewDefinition {
  const { positions, session } = services;
  const content = (): ViewContent => {
    const context = services.view();
    const tree: PositionsTree = {
      positions: positions.positions,
      market: services.marketWithEvent,
      facts: (slug) => services.marketViews.bySlug(slug) ?? {},
      freshness: services.live.accountFreshness(readAt(positions.state), 'positions'),
    };
    const count = tree.positions.length;
    return {
      rows: count === 0 ? [] : positionsTree(tree, context),
      description: joined([services.connectionMark(), positionsSummary(tree, context)]),
      message: noteLine(services, positions, {
        others: [
          streamNoteOf(services, 'account'),
          positions.complete
            ? undefined
            : l10n.t('There are more positions than are read; totals cover these only.'),
        ],
      }),
      state: accountViewState(services, positions.state, count),
    };
  };
  return {
    name: 'positions',
    watched: [positions, services.held],
    content,
    changes: [
      positions.onDidChange,
      services.held.onDidChange,
      services.marketViews.onDidChange,
      services.onDidChangeView,
      session.onDidChange,
    ],
  };
}
