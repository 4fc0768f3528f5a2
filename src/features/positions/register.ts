import { l10n } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { type PositionsTree, positionsSummary, positionsTree } from '../../view/positions-tree.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import { viewContent } from '../trees/view-content.ts';

/** Positions by event, those that have expired, and a total per currency. */
export function registerPositions({ views }: Editor, services: Services): Disposable {
  const { positions, held, marketViews } = services;
  const contentOf = viewContent(services, 'account');
  return fillView(services, views, {
    name: 'positions',
    watched: [positions, held],
    changes: [marketViews.onDidChange],
    content: () => {
      const context = services.view();
      const tree: PositionsTree = {
        positions: positions.positions,
        market: services.marketWithEvent,
        facts: (slug) => marketViews.bySlug(slug) ?? {},
        freshness: services.live.accountFreshness(readAt(positions.state), 'positions'),
      };
      return contentOf(positions, {
        rows: tree.positions.length === 0 ? [] : positionsTree(tree, context),
        description: [positionsSummary(tree, context)],
        notes: [
          positions.complete
            ? undefined
            : l10n.t('There are more positions than are read; totals cover these only.'),
        ],
      });
    },
  });
}
