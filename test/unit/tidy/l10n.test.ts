import assert from 'node:assert/strict';
import { presentBundle, wantedBundle } from '../../../tools/l10n.ts';

/** Of these there are always several. */
const SEVERAL = [
  '{0} leagues',
  '{0} rows are on the watchlist',
  '{0} rows were removed from the watchlist.',
  '{0} transactions',
];
const COUNTED =
  /^\{0\} ((?:damaged |further |more |price )?(?:ball|call|event|fill|league|level|line|market|order|out|position|problem|row|settlement|strike|transaction))s\b(.*)/;

describe('the bundle of texts', () => {
  it('holds every text of the sources and no other (node tools/l10n.ts writes it)', async () => {
    const wanted = await wantedBundle();
    assert.ok(Object.keys(JSON.parse(wanted)).length > 100);
    assert.equal(presentBundle(), wanted);
  });

  it('has a text for one thing beside that for a count of them', () => {
    const texts = Object.keys(JSON.parse(presentBundle()));
    // A verb or a second noun after it changes with it, the number of words does not.
    const length = (text: string): number => text.split(' ').length;
    const lonely = texts.filter((text) => {
      const [, thing, rest = ''] = COUNTED.exec(text) ?? [];
      const one = `1 ${thing}`;
      const isOne = (other: string): boolean =>
        other.startsWith(one) && length(other.slice(one.length)) === length(rest);
      return thing !== undefined && !texts.some(isOne);
    });
    assert.deepEqual(lonely, SEVERAL);
  });
});
