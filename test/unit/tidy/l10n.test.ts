import assert from 'node:assert/strict';
import { presentBundle, wantedBundle } from '../../../tools/l10n.ts';

describe('the bundle of texts', () => {
  it('holds every text of the sources and no other (node tools/l10n.ts writes it)', async () => {
    const wanted = await wantedBundle();
    assert.ok(Object.keys(JSON.parse(wanted)).length > 100);
    assert.equal(presentBundle(), wanted);
  });
});
