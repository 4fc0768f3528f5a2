import assert from 'node:assert/strict';
import { codeFiles, read } from './sources.ts';

/**
 * Who listens to stores beside `features/surface.ts`, and why no surface does it: it listens only while it is shown. Settings may be
 * listened to anywhere, as may what the editor reports.
 */
const LISTENERS: Readonly<Record<string, string>> = {
  'activity-history.ts': 'the progress of one reading',
  'agents/access-view.ts': 'context keys',
  'agents/access.ts': 'hands on what the desk says',
  'agents/create-desk.ts': 'a text for agents goes with Stop',
  'agents/mcp-access.ts': 'a note for the server without a window',
  'agents/preview.ts': 'a text for agents goes when what is hidden changes',
  'alerts/alert-watch.ts': 'whether there is anything to watch',
  'cancel/log-document.ts': 'an open document is written again',
  'cancel/register.ts': 'an outcome nobody waits for gets a message',
  'connection/register.ts': 'context keys',
  'documents/files.ts': 'an open document is written again',
  'filtered-lists.ts': 'a store over stores',
  'followed-games/followed-games.ts': 'each connection has games of its own',
  'in-files/mentions.ts': 'a completion waits for the index',
  'news/away-document.ts': 'an open document is written again',
  'news/register.ts': 'a context key and a message',
  'news/toasts.ts': 'a message for what happens',
  'panels/panel.ts': 'a hidden page has a title, too',
  'positions/register.ts': 'another account has an order of its own',
  'raw/register.ts': 'an open document is written again',
  'search/market-pick.ts': 'what a button did is shown at once',
  'show/apply-shown.ts': 'what is to be shown is read before its view is opened',
  'status/register.ts': 'whether there is an item',
  'trees/view.ts': 'badges and widths of hidden views',
  'value-history.ts': 'a store over stores',
  'watchlist/register.ts': 'what is watched is wanted, whether its view is open or not',
};

const LISTENS =
  /(?<!\b(?:config|secrets))(?:\.|\s)onDid(?:Change(?:View)?|Index|Happen|Resolve\w*)\(|\bonVoid\(|for \(const (?:event|\{ onDidChange \}) of (?!\[watcher)/;

describe('subscriptions', () => {
  it('to stores are made by surfaces, but where there is a reason', () => {
    const found = codeFiles('src/features')
      .filter((file) => file !== 'src/features/surface.ts' && LISTENS.test(read(file)))
      .map((file) => file.slice('src/features/'.length));
    assert.deepEqual(found, Object.keys(LISTENERS));
  });
});
