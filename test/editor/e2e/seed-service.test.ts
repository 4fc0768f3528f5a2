import assert from 'node:assert/strict';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { cancelOne, eventually, openFromRow, showOnly, signIn } from './support/flows.ts';
import { type LiveService, startLiveService } from './support/live-service.ts';

describe('a service with the nine endpoints alone', () => {
  let service: LiveService;
  let editor: Editor;

  before(async () => {
    service = await startLiveService({ onlySeed: true });
    editor = await openEditor({ settings: service.settings });
  });

  after(async () => {
    await editor.close();
    await service.stop();
  });

  afterEach(keepEvidence(() => editor));

  it('loses features, not views: events come from the markets, the panel says what is not served', async () => {
    const { workbench } = editor;
    const events = await showOnly(workbench, 'Events');
    await events.waitForRows();
    await events.expandGroups(12);
    const page = await openFromRow(workbench, events, {
      // The first game may be halted, and then says no price.
      row: /¢ to sell/,
      title: /./,
      selector: '.sides .price',
    });
    // A price is drawn before the service has said what it does not serve.
    for (const [part, words] of [
      ['.history', /This service serves no price history\./],
      ['.sides', /from: overview of the market/],
    ] as const)
      await eventually(
        () => page.locator(part).innerText(),
        (text) => words.test(text),
        `${words}`,
      );
  });

  it('signs in and cancels one order without a batched cancel', async () => {
    const { workbench } = editor;
    await signIn(workbench, service);
    const orders = await showOnly(workbench, 'Orders');
    await orders.waitForRows();
    await cancelOne(workbench, orders);
    const posts = service.requests.filter(({ method }) => method === 'POST');
    assert.ok(posts.length > 0);
    for (const { path } of posts) assert.match(path, /^\/v1\/order\/[^/]+\/cancel$/);
  });
});
