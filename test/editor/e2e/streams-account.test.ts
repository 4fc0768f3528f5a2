import { quietMarket } from '../../support/quiet-market.ts';
import { accountOf } from '../../support/read-world.ts';
import { itAtNight } from '../../support/rounds.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { eventually, orderOf, showOnly, signIn } from './support/flows.ts';
import { type LiveService, startLiveService } from './support/live-service.ts';
import { AS_OF, LONG, seenStatus } from './support/marks.ts';
import type { ViewPane } from './support/view-pane.ts';
import { Workbench } from './support/workbench.ts';

/** Quantities no other order has. */
const FIRST = '7.77';
const SECOND = '8.88';

describe('the stream of the account', function () {
  this.timeout(600_000);
  let service: LiveService;
  let editor: Editor;

  before(async () => {
    service = await startLiveService();
    editor = await openEditor({ settings: service.settings });
    await editor.workbench.openSidebar();
    await signIn(editor.workbench, service);
  });

  after(async () => {
    await editor.close();
    await service.stop();
  });

  afterEach(keepEvidence(() => editor));

  it('shows an order that is placed, takes it away when it fills, and the position and the status bar follow', async () => {
    const { workbench } = editor;
    const orders = await showOnly(workbench, 'Orders');
    await orders.waitForRows();
    await eventually(() => counts(workbench), agree, 'orders counted', LONG);
    const orderId = await service.act(quietOrder(FIRST));
    await eventually(
      () => saysOf(orders, orderOf(FIRST)),
      (rows) => rows.length === 1,
      'the order stands in the view',
      LONG,
    );
    await eventually(() => counts(workbench), agree, 'it is counted', LONG);
    await service.act({ kind: 'fillOrder', orderId });
    await eventually(
      () => saysOf(orders, orderOf(FIRST)),
      (rows) => rows.length === 0,
      'the order is gone',
      LONG,
    );
    await eventually(() => counts(workbench), agree, 'the status bar follows', LONG);
    const positions = await showOnly(workbench, 'Positions');
    await eventually(
      () => saysOf(positions, /×7\.77 /),
      (rows) => rows.length === 1,
      'the position is there',
      LONG,
    );
    await eventually(
      async () => [await positions.description(), (await seenStatus(workbench))?.text ?? ''] as const,
      ([heading, text]) => heading !== '' && Math.abs(sumIn(heading) - sumIn(text)) <= 0.5,
      'the view and the status bar have the same sum',
      LONG,
    );
  });

  it('is amber and says that nothing is heard ten seconds after it fell silent, until it is heard again', async () => {
    const { workbench } = editor;
    const orders = await showOnly(workbench, 'Orders');
    const item = workbench.page.locator('.part.statusbar .statusbar-item[id^="prediction-markets."]').first();
    const seen = async () => ({
      isAmber: ((await item.getAttribute('class')) ?? '').includes('warning-kind'),
      spoken: (await seenStatus(workbench))?.spoken ?? '',
      view: await orders.description(),
    });
    const isOld = ({ isAmber, spoken, view }: Awaited<ReturnType<typeof seen>>): boolean =>
      isAmber && spoken.includes('not current, nothing heard since') && AS_OF.test(view);
    await eventually(seen, (now) => !now.isAmber && !AS_OF.test(now.view), 'nothing is old', LONG);
    await service.quiet(true);
    await eventually(seen, isOld, 'it is said to be quiet', 60_000);
    await service.quiet(false);
    await eventually(seen, (now) => !now.isAmber && !AS_OF.test(now.view), 'it is as before', LONG);
  });

  itAtNight('is the same in a second window', async () => {
    const here = editor.workbench;
    const other = new Workbench(await editor.browser.context.newPage());
    await other.open(editor.url);
    const there = await showOnly(other, 'Orders');
    const ours = await showOnly(here, 'Orders');
    await there.waitForRows(90_000);
    await service.whilePaused(async () => {
      await eventually(
        async () => [(await seenStatus(here))?.text, (await seenStatus(other))?.text],
        ([one, two]) => one !== undefined && one === two && !AS_OF.test(one),
        'the same figures in both status bars',
        LONG,
      );
      await eventually(
        async () => [await labels(ours), await labels(there)] as const,
        ([one, two]) => one.length > 5 && JSON.stringify(one) === JSON.stringify(two),
        'the same orders in both windows',
        LONG,
      );
    });
    await service.act(quietOrder(SECOND));
    for (const view of [ours, there])
      await eventually(
        () => saysOf(view, orderOf(SECOND)),
        (rows) => rows.length === 1,
        'an order that was placed meanwhile',
        LONG,
      );
    await other.page.close();
  });

  /** An order that rests far below every bid, in a market nothing is held in. */
  const quietOrder = (quantity: string) => {
    const { slug: marketSlug } = quietMarket(service.world, service.now());
    return { kind: 'placeOrder', marketSlug, intent: 'BUY_LONG', price: '0.01', quantity } as const;
  };

  /** Open orders by the heading of the view, by the status bar, and in the world. */
  const counts = async (workbench: Workbench): Promise<readonly number[]> => {
    const heading = await workbench.view('Orders').description();
    const text = (await seenStatus(workbench))?.text ?? '';
    return [
      Number(/(\d+) open/.exec(heading)?.[1]),
      Number(/(\d+) orders?/.exec(text)?.[1]),
      accountOf(service.world).openOrders(service.now()).length,
    ];
  };
});

/** What the positions are worth, in the heading of their view, wherever in it. */
/** The heading leaves the cents of larger sums out. */
function sumIn(text: string): number {
  return Number(/\$([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''));
}

function agree(numbers: readonly number[]): boolean {
  return numbers.every((each) => each === numbers[0]);
}

async function saysOf(view: ViewPane, text: RegExp): Promise<readonly string[]> {
  const rows = (await view.rows(200)).map(({ label, description }) => `${label} ${description}`);
  return rows.filter((row) => text.test(row));
}

async function labels(view: ViewPane): Promise<readonly string[]> {
  return (await view.rows(200)).map(({ label }) => label);
}
