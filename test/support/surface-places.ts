/**
 * Each document the host offers the editor, and the names `shownTexts` has for what is in it. Who adds one adds it here:
 * `test/unit/tidy/surfaces.test.ts` fails until then, and `test/contract/hostile-text.test.ts` until hostile names reach it.
 */
export const SURFACES: Readonly<Record<string, readonly string[]>> = {
  'src/features/cancel/log-document.ts': ['cancellation log', 'proof of cancels'],
  // Its words are all ours, which a test of its own says.
  'src/features/diagnose/register.ts': [],
  'src/features/news/away-document.ts': ['away document', 'away: tooltip'],
  'src/features/orders/order-document.ts': ['order document'],
};

/** Lists to choose from with texts of the service in them: `test/contract/hostile-choices.test.ts` opens each. */
export const CHOICES: readonly string[] = [
  'src/features/cancel/commands.ts',
  'src/features/cancel/confirm.ts',
  'src/features/cancel/open-orders.ts',
  'src/features/markets/filter-markets.ts',
  'src/features/orders/ask-order.ts',
  'src/features/status/show-portfolio.ts',
  'src/features/ask-market.ts',
];

/** Those of our own words and of what the person typed or chose. */
export const OWN_CHOICES: readonly string[] = [
  'src/features/connection/switch-connection.ts',
  'src/features/activity/filter-activity.ts',
  'src/features/lists/register.ts',
  'src/features/markets/sort-markets.ts',
];

/**
 * Notices and dialogs, and the names `shownTexts` has for what of a service is in them: none where all words are ours, the
 * person's or a link's, which is checked. The editor makes a link of `[…](…)` in a notice, also to a command.
 */
export const MESSAGES: Readonly<Record<string, readonly string[]>> = {
  'src/features/cancel/commands.ts': [],
  'src/features/cancel/confirm.ts': ['dialog'],
  'src/features/connection/switch-connection.ts': [],
  'src/features/lists/copy.ts': [],
  'src/features/lists/register.ts': [],
  'src/features/commands.ts': [],
  'src/features/connection/sign-in.ts': ['failure'],
  'src/features/cancel/notice.ts': ['notice', 'remark'],
  'src/features/cancel/open-orders.ts': ['failure', 'nothing open'],
  'src/features/panels/links.ts': [],
  'src/features/news/away-document.ts': [],
  'src/features/news/register.ts': ['news'],
  'src/features/report.ts': ['failure'],
  'src/features/trees/views.ts': [],
};

/** Notices with progress: words and figures of ours, and the name of the connection. */
export const PROGRESS: readonly string[] = [
  'src/features/cancel/confirm.ts',
  'src/features/cancel/reading-notice.ts',
  'src/features/connection/switch-connection.ts',
  'src/features/diagnose/diagnose.ts',
  'src/features/lists/register.ts',
  'src/features/connection/sign-in.ts',
];

/** Boxes to type into: words of ours, and what the person typed. */
export const BOXES: readonly string[] = [
  'src/features/connection/sign-in.ts',
  'src/features/connection/switch-connection.ts',
  'src/features/markets/filter-markets.ts',
  'src/features/orders/ask-order.ts',
];
