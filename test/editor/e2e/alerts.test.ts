import assert from 'node:assert/strict';
import { systemClock } from '../../../src/base/clock.ts';
import type { World } from '../../../src/demo/world.ts';
import { catalogueOf } from '../../support/read-world.ts';
import { actUntil } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { eventually, showOnly } from './support/flows.ts';
import { type LiveService, startLiveService } from './support/live-service.ts';
import { longName, movingMarkets, seedOfMovingMarkets } from './support/moving-markets.ts';
import { userSetting } from './support/user-settings.ts';

const FRAMES = 60;
const MINUTE_MS = 60_000;

interface WrittenAlert {
  readonly market: string;
  readonly fired?: string;
}

/** A market, and a time from which on it costs 1¢ more, or less, than in the next two minutes, for as long. */
function moving(world: World, now: number) {
  for (const market of movingMarkets(world, now)) {
    const centsAt = (ms: number): number =>
      Number(catalogueOf(world).bbo(market.slug, ms)?.bestAsk?.value.toString() ?? Number.NaN) * 100;
    const range = (from: number) => {
      const cents = Array.from({ length: 120 }, (_, second) => centsAt(from + second * 1_000));
      return { least: Math.min(...cents), most: Math.max(...cents) };
    };
    const first = range(now);
    for (let minute = 3; minute < 120; minute += 1) {
      const { least, most } = range(now + minute * MINUTE_MS);
      if (!(least > 5 && most < 95)) break;
      if (least >= first.most + 1 || most <= first.least - 1) {
        const isAbove = least > first.most;
        return { market, isAbove, cents: isAbove ? least : most, at: now + minute * MINUTE_MS };
      }
    }
  }
  return undefined;
}

describe('an alert and a followed game', function () {
  this.timeout(600_000);
  let service: LiveService;
  let editor: Editor;

  before(async () => {
    const now = systemClock.now();
    // The window takes a while to open.
    const seed = seedOfMovingMarkets(FRAMES, now, (world) =>
      [0, 1, 3, 6].every((minute) => moving(world, now + minute * MINUTE_MS) !== undefined),
    );
    service = await startLiveService({ frames: FRAMES, seed, dialect: 'current' });
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
    const alerts = await showOnly(workbench, 'Alerts');
    const found = moving(service.world, service.now());
    assert.ok(found);
    const { market, isAbove, cents, at } = found;
    const name = longName(market);
    await workbench.runCommand('Prediction Markets: Add Alert…');
    await quickInput.type(market.slug);
    // Not every list has it: then its slug itself is offered.
    await eventually(
      () => quickInput.rows(),
      ([first = '']) => first.includes(market.slug) || first.includes(name.replace(/ \S*\d.*$/, '')),
      'the market',
    );
    await quickInput.accept();
    await quickInput.pick(`${name} ${isAbove ? 'at or above…' : 'at or below…'}`);
    await quickInput.waitFor('Type cents');
    await quickInput.type(isAbove ? '0.5' : '99.5');
    await eventually(
      () => quickInput.message(),
      (text) => /That is true already \(now \d+(\.\d)?¢\)/.test(text),
      'a threshold that is reached already',
    );
    await quickInput.type(cents.toFixed(1));
    await quickInput.accept();
    await eventually(written, ([first]) => first?.market === market.slug, 'the alert in the settings');
    await alerts.waitForRows();
    assert.match(await alerts.message(), /Only while VS Code runs\./);
    await alerts.findRow(/¢ away .* once/);
    service.skip(at - service.now());
    const notice = await workbench.notification(isAbove ? /≥.*now/ : /≤.*now/);
    assert.ok((await notice.innerText()).includes(name));
    await eventually(written, ([first]) => first?.fired !== undefined, 'it is off in the settings');
    await alerts.findRow(/^Fired 1$/);
    assert.match(await alerts.description(), /0 on$/);
    const notices = workbench.page.locator('.notifications-center .notification-list-item');
    assert.equal(await notices.filter({ hasText: name }).count(), 1, 'it says so once');
  });

  it('is followed from its row and unfollowed there, and stands in the status bar until it ends', async () => {
    const { workbench } = editor;
    await workbench.clearNotifications();
    const events = await showOnly(workbench, 'Events');
    await events.waitForRows();
    const item = workbench.statusBarItem('followed.');
    let game = /^[\d.]+¢ \S+ \d+–\d+ \S+ [\d.]+¢/;
    const choose = (action: string, count: number) =>
      actUntil(
        `${action} of a live game`,
        async () => events.rowAction(await events.findRow(game, 2), action),
        async () => ((await item.count()) === count ? true : undefined),
      );
    await choose('Follow Event in Status Bar', 1);
    const followed = await item.innerText();
    assert.match(followed, /^\S+ \d+–\d+ \S+ .* · \d+(\.\d)?¢/);
    // By its teams: near its end nobody sells a side, and its row has one price.
    const [, one, other] = /^(\S+) \d+–\d+ (\S+)/.exec(followed) ?? [];
    game = new RegExp(`(?:^| )${one} \\d+–\\d+ ${other}(?: |$)`);
    await choose('Unfollow Event', 0);
    await choose('Follow Event in Status Bar', 1);
    service.skip(12 * 3_600_000);
    await eventually(
      () => item.count(),
      (count) => count === 0,
      'the game is over',
      120_000,
    );
  });
});
