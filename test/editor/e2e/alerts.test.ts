import assert from 'node:assert/strict';
import { systemClock } from '../../../src/base/clock.ts';
import { Decimal } from '../../../src/core/decimal.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { eventually, showOnly } from './support/flows.ts';
import { type LiveService, startLiveService } from './support/live-service.ts';
import { longName, movingMarkets, seedOfMovingMarkets } from './support/moving-markets.ts';
import { userSetting } from './support/user-settings.ts';

const FRAMES = 60;

interface WrittenAlert {
  readonly market: string;
  readonly fired?: string;
}

describe('an alert', function () {
  this.timeout(600_000);
  let service: LiveService;
  let editor: Editor;

  before(async () => {
    const seed = seedOfMovingMarkets(FRAMES, systemClock.now());
    service = await startLiveService({ frames: FRAMES, seed });
    editor = await openEditor({ settings: service.settings, viewport: { width: 1280, height: 800 } });
  });

  after(async () => {
    await editor.close();
    await service.stop();
  });

  afterEach(keepEvidence(() => editor));

  const written = async (): Promise<readonly WrittenAlert[]> => (await userSetting(editor, 'alerts')) ?? [];

  it('is set by hand, says how far it is, fires once in a message, and is off then', async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.openSidebar();
    const [market] = movingMarkets(service.world, service.now());
    assert.ok(market);
    const name = longName(market);
    const offerIn = (seconds: number): Decimal => {
      const offer = service.world.bbo(market.slug, service.now() + seconds * 1_000)?.bestAsk?.value;
      assert.ok(offer);
      return offer;
    };
    await workbench.runCommand('Prediction Markets: Add Alert…');
    await quickInput.type(market.slug);
    await quickInput.waitForRow(name.replace(/ \S*\d.*$/, ''));
    await quickInput.accept();
    // What is there already is refused; the next other price of the market comes within a minute.
    const now = offerIn(0);
    const [next] = Array.from({ length: 100 }, (_, second) => offerIn(second + 10)).filter(
      (offer) => !offer.equals(now),
    );
    assert.ok(next);
    const isAbove = next.greaterThan(now);
    await quickInput.pick(`${name} ${isAbove ? 'at or above…' : 'at or below…'}`);
    await quickInput.waitFor('Type cents');
    await quickInput.type(isAbove ? '0.5' : '99.5');
    await eventually(
      () => quickInput.message(),
      (text) => /That is so already/.test(text),
      'a threshold that is reached already',
    );
    await quickInput.type(next.times(Decimal.of(100)).toString());
    await quickInput.accept();
    await eventually(written, ([first]) => first?.market === market.slug, 'the alert in the settings');
    const alerts = await showOnly(workbench, 'Alerts');
    await alerts.waitForRows();
    assert.match(await alerts.message(), /Only while VS Code runs\./);
    await alerts.findRow(/^Fired 1$/);
    const notice = await workbench.notification(isAbove ? /≥.*now/ : /≤.*now/);
    assert.ok((await notice.innerText()).includes(name));
    await eventually(written, ([first]) => first?.fired !== undefined, 'it is off in the settings');
    assert.match(await alerts.description(), /0 on$/);
    await workbench.page.waitForTimeout(5_000);
    const notices = workbench.page.locator('.notifications-center .notification-list-item');
    assert.equal(await notices.filter({ hasText: name }).count(), 1, 'it says so once');
  });
});
