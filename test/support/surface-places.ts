/**
 * Each document the host offers the editor, and the names `shownTexts` has for what is in it. Who adds one adds it here:
 * `test/tidy/surfaces.test.ts` fails until then, and `test/contract/hostile-text.test.ts` until hostile names reach it.
 */
export const SURFACES: Readonly<Record<string, readonly string[]>> = {
  'src/host/documents/cancel-record.ts': ['record of cancels', 'proof of cancels'],
  'src/host/documents/order-document.ts': ['order document'],
  // Its words are all ours, which a test of its own says.
  'src/host/documents/report-document.ts': [],
  'src/host/news/away-document.ts': ['away document', 'away: tooltip'],
};

/** Lists to choose from with texts of the service in them: `test/contract/hostile-choices.test.ts` opens each. */
export const CHOICES: readonly string[] = [
  'src/host/commands/ask-order.ts',
  'src/host/commands/cancel.ts',
  'src/host/commands/filter-edit.ts',
  'src/host/commands/portfolio.ts',
  'src/host/commands/search-markets.ts',
];

/** Those of our own words and of what the person typed or chose. */
export const OWN_CHOICES: readonly string[] = [
  'src/host/commands/connection.ts',
  'src/host/commands/filter-activity.ts',
  'src/host/commands/filter-markets.ts',
  'src/host/commands/lists.ts',
  'src/host/commands/sort-markets.ts',
];

/**
 * Notices and dialogs, and the names `shownTexts` has for what of a service is in them: none where all words are ours, the
 * person's or a link's, which is checked. The editor makes a link of `[…](…)` in a notice, also to a command.
 */
export const MESSAGES: Readonly<Record<string, readonly string[]>> = {
  'src/host/commands/ask-order.ts': ['failure', 'nothing open'],
  'src/host/commands/cancel.ts': [],
  'src/host/commands/confirm-cancel.ts': ['dialog'],
  'src/host/commands/connection.ts': [],
  'src/host/commands/copy.ts': [],
  'src/host/commands/lists.ts': [],
  'src/host/commands/register.ts': [],
  'src/host/commands/sign-in.ts': ['failure'],
  'src/host/commands/tell-cancels.ts': ['notice', 'afterwards'],
  'src/host/links.ts': [],
  'src/host/news/away-document.ts': [],
  'src/host/news/register.ts': ['news'],
  'src/host/report.ts': ['failure'],
};

/** Notices with progress: words and figures of ours, and the name of the connection. */
export const PROGRESS: readonly string[] = [
  'src/host/commands/cancel-everything.ts',
  'src/host/commands/cancel.ts',
  'src/host/commands/connection.ts',
  'src/host/commands/diagnose.ts',
  'src/host/commands/lists.ts',
  'src/host/commands/reading-notice.ts',
  'src/host/commands/sign-in.ts',
];

/** Boxes to type into: words of ours, and what the person typed. */
export const BOXES: readonly string[] = [
  'src/host/commands/ask-secret.ts',
  'src/host/commands/connection.ts',
  'src/host/commands/filter-edit.ts',
  'src/host/commands/open.ts',
  'src/host/commands/sign-in.ts',
];
