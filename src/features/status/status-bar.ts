import { l10n, MarkdownString, StatusBarAlignment, type StatusBarItem, window } from 'vscode';
import { Emitter } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { StatusTooltip } from '../../view/status.ts';
import type { StatusShown } from '../focus.ts';
import { COMMANDS } from '../ids.ts';
import { keepLoaded } from '../keep-loaded.ts';
import { escapeMarkdown } from '../plain-text.ts';
import { portfolioItem } from '../portfolio-item.ts';
import type { Services } from '../services.ts';
import { Throttle } from '../throttle.ts';

/** Shortest time between two writes, milliseconds. */
const WRITE_MS = 1000;
/** How often the age of the figures is looked at, milliseconds. */
const TICK_MS = 30_000;

interface StatusBar extends Disposable, StatusShown {
  /** From now on there is an item whenever someone is signed in. Reading begins here, not before. */
  begin(): void;
}

/** The one item of the status bar. Nothing is read and nothing is shown before `begin`, nor while signed out. */
export function createStatusBar(services: Services): StatusBar {
  const { positions, orders, balances, held } = services;
  const own = new DisposableStore();
  const watching = own.add(new DisposableStore());
  let item: StatusBarItem | undefined;
  let ticking: Disposable | undefined;
  let begun = false;
  let shown = false;
  const shownChanges = own.add(new Emitter<boolean>());
  const setShown = (now: boolean): void => {
    if (now === shown) return;
    shown = now;
    shownChanges.fire(now);
  };

  const write = (): void => {
    // On also while its figures are still being read.
    setShown(begun && services.config.get('statusBar.enabled') && services.session.canSign);
    const content = shown ? portfolioItem(services) : undefined;
    if (content === undefined) {
      item?.hide();
      return;
    }
    item ??= createItem(services);
    item.text = content.text;
    item.accessibilityInformation = { label: content.accessibilityLabel, role: 'button' };
    item.tooltip = statusMarkdown(content.tooltip);
    item.show();
  };
  const pace = own.add(new Throttle(services.clock, WRITE_MS, write));
  const tick = (): void => {
    ticking = services.clock.setTimeout(tick, TICK_MS);
    pace.ask();
  };
  const follow = (): void => {
    watching.clear();
    ticking?.dispose();
    if (begun && services.config.get('statusBar.enabled')) {
      watching.add(keepLoaded(services, [positions, orders, balances, held]));
      tick();
    }
    pace.setOpen(begun);
    pace.ask();
  };
  own.add(services.portfolio.onDidChange(() => pace.ask()));
  own.add(services.session.onDidChange(() => pace.ask()));
  own.add(services.live.onDidChange(() => pace.ask()));
  own.add(services.live.onDidAge(() => pace.ask()));
  own.add(services.onDidChangeView(() => pace.ask()));
  own.add(
    services.config.onDidChange((names) => {
      if (names.has('statusBar.alignment')) {
        item?.dispose();
        item = undefined;
      }
      if (names.has('statusBar.enabled')) follow();
      else if ([...names].some((name) => name.startsWith('statusBar.'))) pace.ask();
    }),
  );
  return {
    get shown() {
      return shown;
    },
    onDidChangeShown: (listener) => shownChanges.event(listener),
    begin: () => {
      if (begun) return;
      begun = true;
      follow();
    },
    dispose: () => {
      ticking?.dispose();
      item?.dispose();
      own.dispose();
    },
  };
}

function createItem({ config }: Services): StatusBarItem {
  const right = config.get('statusBar.alignment') === 'right';
  const item = window.createStatusBarItem(
    'portfolio',
    right ? StatusBarAlignment.Right : StatusBarAlignment.Left,
    right ? 100 : 0,
  );
  item.name = l10n.t('Prediction Markets');
  item.command = COMMANDS.showPortfolio;
  return item;
}

/** Lines, then one table with a column a currency and how each figure was worked out. Every text of it is escaped. */
export function statusMarkdown({ lines, columns, rows }: StatusTooltip): MarkdownString {
  const text = lines.map((line) => {
    if (line.kind === 'field') return `${escapeMarkdown(line.label)}: ${escapeMarkdown(line.value)}`;
    return line.kind === 'title' ? `**${escapeMarkdown(line.text)}**` : escapeMarkdown(line.text);
  });
  const cells = (values: readonly string[]): string => `| ${values.map(escapeMarkdown).join(' | ')} |`;
  const table =
    columns.length === 0
      ? []
      : [
          cells(['', ...columns, '']),
          `|:--|${columns.map(() => '--:|').join('')}:--|`,
          ...rows.map(({ label, cells: values, how }) => cells([label, ...values, how])),
        ];
  return new MarkdownString([text.join('\n\n'), table.join('\n')].join('\n\n'));
}
