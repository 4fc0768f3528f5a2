import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { openDemoWindow } from '../../support/editor/open-demo.ts';

/** Whose names of markets and events a document has, one for each of its rows. */
const NAMES: Readonly<Record<string, RegExp>> = {
  'positions.md': /(?<=^\|[^|\n]*\|)[^|\n]*/gm,
  'orders.json': /"(?:league|market|side)": .*/g,
};

describe('a document of the account, read in a window that shows no list', () => {
  for (const [name, pattern] of Object.entries(NAMES))
    it(`${name} calls markets and events as it does once they are listed`, async () => {
      const { clock, services, close } = await openDemoWindow();
      try {
        const { readDocument } = await import('../../../src/features/documents/read-document.ts');
        const names = async (): Promise<readonly string[]> => {
          const draw = await clock.run(readDocument(services, `/${name}`));
          return (draw?.().match(pattern) ?? []).map((text) => text.trim());
        };
        const first = await names();
        for (const list of [services.markets, services.events]) await clock.run(list.load());
        assert.deepEqual(first, await names());
        assert.ok(first.length > 10);
      } finally {
        close();
      }
    });
});
