import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { repository } from '../../../tools/repository.ts';

/** What may be published besides what is built. A new file is published only once somebody has put it here. */
const PUBLISHED = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'l10n/bundle.l10n.es.json',
  'l10n/bundle.l10n.zh-cn.json',
  'media/agents/portfolio-brief.prompt.md',
  'media/agents/skills/reading-prediction-markets/SKILL.md',
  'media/icon.png',
  'media/notes.css',
  'media/panel-agentCalls-dark.svg',
  'media/panel-agentCalls-light.svg',
  'media/panel-event-dark.svg',
  'media/panel-event-light.svg',
  'media/panel-inspector-dark.svg',
  'media/panel-inspector-light.svg',
  'media/panel-market-dark.svg',
  'media/panel-market-light.svg',
  'media/panel-portfolio-dark.svg',
  'media/panel-portfolio-light.svg',
  'media/panel-settlement-dark.svg',
  'media/panel-settlement-light.svg',
  'media/view.svg',
  'media/walkthrough/browse.svg',
  'media/walkthrough/cancel.svg',
  'media/walkthrough/customise.svg',
  'media/walkthrough/demo.svg',
  'media/walkthrough/files.svg',
  'media/walkthrough/panel.svg',
  'media/walkthrough/signIn.svg',
  'media/watchlist.schema.json',
  'package.json',
  'package.nls.es.json',
  'package.nls.json',
  'package.nls.zh-cn.json',
];
/** What a build leaves, chunks by their names without a hash. */
const BUILT =
  /^dist\/(?:ThirdPartyNotices\.txt|mcp-server\.mjs|browser\.cjs|[\w-]+\.(?:js|css)|webview\/[\w-]+\.(?:js|css)|chunks\/[\w-]+\.js)$/;

describe('the list of what is published', () => {
  it('is the one that was agreed on', () => {
    const vsce = path.join(repository, 'node_modules/@vscode/vsce/vsce');
    const args = [vsce, 'ls', '--no-dependencies'];
    const listed = execFileSync(process.execPath, args, { cwd: repository, encoding: 'utf8' });
    const files = listed.split(/\r?\n/).filter((file) => file !== '' && file !== 'out/package/README.md');
    const built = files.filter((file) => file.startsWith('dist/'));
    assert.deepEqual(
      built.filter((file) => !BUILT.test(file)),
      [],
    );
    for (const entry of ['dist/extension.js', 'dist/browser.cjs']) assert.ok(built.includes(entry), entry);
    assert.deepEqual(files.filter((file) => !file.startsWith('dist/')).toSorted(), PUBLISHED.toSorted());
  });
});
