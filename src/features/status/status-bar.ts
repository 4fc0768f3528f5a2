import { l10n, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from 'vscode';
import { type DisposableStore, toDisposable } from '../../base/disposable.ts';
import { requestsBySecond } from '../../core/api-call.ts';
import { namedConnection } from '../../exchange/profile.ts';
import { type StatusInput, type StatusItem, statusItem, unreachedItem } from '../../view/status.ts';
import { connectionMark } from '../connection-settings.ts';
import { COMMANDS } from '../ids.ts';
import type { Parts } from '../services.ts';
import { Surface, type SurfaceServices } from '../surface.ts';
import { tooltipMarkdown } from '../trees/tree-item.ts';

type Needed = SurfaceServices &
  Parts<'balances' | 'callLog' | 'config' | 'live' | 'marketsBySlug' | 'orders' | 'portfolio'> &
  Parts<'positions' | 'session' | 'view'>;

/** Shortest time between two writes, milliseconds. */
const WRITE_MS = 1000;

/**
 * The one item of the status bar. Nothing is read and nothing is shown before `begin`, nor while signed out. Says from the
 * start on whether it is shown and whether the window has the focus: both decide what is streamed. Returns `begin`: from then
 * on there is an item whenever someone is signed in.
 */
export function createStatusBar(services: Needed, own: DisposableStore): () => void {
  const { positions, orders, balances, marketsBySlug, portfolio, session, live, config } = services;
  let item: StatusBarItem | undefined;
  let hasBegun = false;
  let isShown = false;
  const isEnabled = (): boolean => hasBegun && config.get('statusBar.enabled');
  const noteWindow = (): void => live.setWindow({ focused: window.state.focused, statusShown: isShown });
  const write = (content: StatusItem | undefined): void => {
    const wasShown = isShown;
    // On also while its figures are still being read.
    isShown = isEnabled() && session.canSign;
    if (isShown !== wasShown) noteWindow();
    if (content === undefined) {
      item?.hide();
      return;
    }
    item ??= createItem(services);
    item.text = content.text;
    item.accessibilityInformation = { label: content.accessibilityLabel, role: 'button' };
    item.tooltip = tooltipMarkdown(content.tooltip);
    item.backgroundColor = content.isOld ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
  };
  const needs = { stores: [positions, orders, balances, marketsBySlug], changes: [portfolio.onDidChange] };
  const surface = own.add(
    new Surface(services, {
      kind: 'tree',
      draw: () => ({
        content: (session.canSign ? portfolioItem(services) : undefined) ?? unreached(services),
        needs,
      }),
      pace: { gapMs: WRITE_MS, show: write },
    }),
  );
  own.add(
    config.onDidChange((names) => {
      if (names.has('statusBar.alignment')) {
        item?.dispose();
        item = undefined;
      }
      if (![...names].some((name) => name.startsWith('statusBar.'))) return;
      surface.setShown(isEnabled());
      if (isEnabled()) surface.show();
      else write(undefined);
    }),
  );
  own.add(toDisposable(() => item?.dispose()));
  own.add(window.onDidChangeWindowState(noteWindow));
  noteWindow();
  return () => {
    if (hasBegun) return;
    hasBegun = true;
    surface.setShown(isEnabled());
  };
}

/** Undefined until the portfolio was read. */
function portfolioItem(services: Needed): StatusItem | undefined {
  const { portfolio, session, config } = services;
  const { summary } = portfolio;
  if (summary === undefined) return undefined;
  return statusItem(
    {
      summary,
      connection: {
        ...namedConnection(session.profile),
        mark: connectionMark(session.profile),
      },
      freshness: services.live.freshness.portfolio(summary.at),
      service: serviceState(services),
      template: config.get('statusBar.template'),
    },
    services.view(),
  );
}

function serviceState(services: Parts<'callLog' | 'clock' | 'session' | 'live'>): StatusInput['service'] {
  const { callLog, clock, session, live } = services;
  const at = clock.now();
  return {
    requests: requestsBySecond(callLog.calls, at).reduce((sum, count) => sum + count, 0),
    at,
    budget: session.current?.diagnostics.budget(),
    streams: { markets: live.state('markets'), account: live.state('account') },
  };
}

/** Undefined while the service answers, and for the demo, which always does. */
function unreached({ session, view }: Parts<'session' | 'view'>): StatusItem | undefined {
  const { link, profile } = session;
  if (link.kind !== 'offline') return undefined;
  const connection = {
    label: profile.label,
    isDemo: false,
    mark: connectionMark(session.profile),
    addresses: [...new Set([profile.publicUrl, profile.privateUrl])],
  };
  return unreachedItem(connection, link.error, link.at, view());
}

function createItem({ config }: Parts<'config'>): StatusBarItem {
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
