import assert from 'node:assert/strict';
import { type DemoService, startDemoService } from './support/demo-service.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { eventually, statusText } from './support/flows.ts';

interface WirePosition {
  readonly expired: boolean;
  readonly cost: { readonly value: string };
  readonly cashValue: { readonly value: string };
}

describe('the figures of the status bar', () => {
  let service: DemoService;
  let editor: Editor;

  before(async () => {
    service = await startDemoService({ frozen: true });
    editor = await openEditor({ settings: service.settings });
  });

  after(async () => {
    await editor.close();
    await service.stop();
  });

  afterEach(keepEvidence(() => editor));

  it('are the sums of the positions the service sends, worked out here from the bytes', async () => {
    const positions = await openPositions(service.url);
    const value = sum(positions.map(({ cashValue }) => cashValue.value));
    const open = value - sum(positions.map(({ cost }) => cost.value));
    const { orders } = (await json(`${service.url}/v1/orders/open`)) as { orders: unknown[] };
    await editor.workbench.openSidebar();
    const sign = open > 0n ? '▲' : open < 0n ? '▼' : '';
    const expected = `${dollars(value)} ${sign}${dollars(open < 0n ? -open : open)} · ${orders.length} orders`;
    const shown = await eventually(
      () => statusText(editor.workbench),
      (text) => text.includes(`${orders.length} orders`) && text.includes('$'),
      'figures',
    );
    assert.equal(shown.replace(/^[^$]*/, ''), expected);
  });
});

async function openPositions(url: string): Promise<readonly WirePosition[]> {
  const found: WirePosition[] = [];
  for (let cursor = ''; ; ) {
    const page = (await json(`${url}/v1/portfolio/positions?cursor=${encodeURIComponent(cursor)}`)) as {
      positions: Record<string, WirePosition>;
      nextCursor: string;
      eof: boolean;
    };
    found.push(...Object.values(page.positions));
    if (page.eof) return found.filter(({ expired }) => !expired);
    cursor = page.nextCursor;
  }
}

async function json(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}

/** Digits behind the point that are summed: more than a price times a quantity has. */
const DIGITS = 12;
const CENT = 10n ** BigInt(DIGITS - 2);

/** Exact, in units of the last of those digits. */
function sum(values: readonly string[]): bigint {
  return values.reduce((total, text) => {
    const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
    assert.ok(fraction.length <= DIGITS, text);
    const units = BigInt(whole + fraction.padEnd(DIGITS, '0'));
    return total + (text.startsWith('-') ? -units : units);
  }, 0n);
}

/** Half-even to the cent, with thousands separated. */
function dollars(units: bigint): string {
  const [cents, rest] = [units / CENT, units % CENT];
  const half = CENT / 2n;
  const rounded = rest > half || (rest === half && cents % 2n === 1n) ? cents + 1n : cents;
  const whole = (rounded / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',');
  return `$${whole}.${(rounded % 100n).toString().padStart(2, '0')}`;
}
