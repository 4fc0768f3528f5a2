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
