import assert from 'node:assert/strict';
import { systemClock } from '../../../src/base/clock.ts';
import { quietMarket } from '../../support/quiet-market.ts';
import { type BrowserService, startBrowserService } from './support/browser-service.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { hoverOver, openDocument, openFile } from './support/files.ts';
import { cancelOne, eventually, openFromRow, showOnly, statusText } from './support/flows.ts';

/** Has the editor take what it takes where there is no Node. */
const IN_WORKER = { 'prediction-markets.prediction-markets': ['web'] };
const PRICED = /\d¢/;

describe('the extension in a browser, where there is no Node', () => {
  let service: BrowserService;
  let editor: Editor;

  before(async () => {
    service = await startBrowserService();
    editor = await openEditor({ settings: { ...service.settings, 'remote.extensionKind': IN_WORKER } });
  });

  after(async () => {
    await editor.close();
    await service.stop();
  });

  afterEach(keepEvidence(() => editor));

  it('says so where a service does not let a browser read it', async () => {
    const view = await showOnly(editor.workbench, 'Markets');
    await eventually(
      () => view.message(),
      (text) => text.startsWith('The service does not let a browser read it'),
      'the sentence',
    );
  });

  it('lists the markets of a service that does, and opens a page with prices', async () => {
    const { workbench } = editor;
    const view = workbench.view('Markets');
    service.letBrowsersRead = true;
    await workbench.runCommand('Prediction Markets: Refresh');
    await view.waitForRows();
    const page = await openFromRow(workbench, view, { row: PRICED, title: /./, selector: 'main' });
    await eventually(
      () => page.locator('main').innerText(),
      (text) => PRICED.test(text),
      'a price on the page',
    );
    assert.ok(service.paths.includes('/v1/markets'));
  });

  it('tells in a hover what a market costs that a file names', async () => {
    const { slug } = quietMarket(service.world, systemClock.now());
    await openFile(editor, 'week.md', `Tonight market:${slug}\n`);
    await hoverOver(editor.workbench, slug, /\d¢ to buy/);
  });

  it('says where the account would be why there is none, and takes no key', async () => {
    const { workbench } = editor;
    const view = await showOnly(workbench, 'Orders');
    await eventually(
      () => view.message(),
      (text) => text.startsWith('In a browser the extension reads public data only'),
      'the sentence',
    );
    assert.ok(!service.paths.some((path) => /orders|portfolio|account/.test(path)));
  });

  it('has the whole demo exchange: orders, what they come to, and a cancel', async () => {
    const { workbench } = editor;
    const orders = workbench.view('Orders');
    await orders.pane.getByText('Use the Demo Exchange').click();
    await orders.waitForRows();
    await eventually(
      () => statusText(workbench),
      (text) => /^DEMO .*\$[\d,]+\.\d\d .* \d+ orders$/.test(text),
      'amounts and orders',
    );
    await cancelOne(workbench, orders);
  });

  it('opens what the demo account holds as a document', async () => {
    const { workbench } = editor;
    await openDocument(workbench, 'positions.md');
    const lines = workbench.page.locator('.part.editor .view-lines');
    await eventually(
      async () => (await lines.first().innerText()).replaceAll('\u00a0', ' '),
      (text) => /^# Positions[\s\S]*DEMO · USD · [\s\S]*\d¢ \| +\$\d/.test(text),
      'positions with prices and values',
    );
  });
});
