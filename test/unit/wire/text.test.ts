import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeMarkets } from '../../../src/exchange/wire/decode.ts';
import { cleanLine, cleanProse, isIdentity } from '../../../src/exchange/wire/text.ts';
import { fixture, only } from '../../support/fixtures.ts';

describe('wire: text of strangers', () => {
  it('leaves ordinary text as it is, other scripts and emoji included', () => {
    for (const text of ['Süper Lig', '72° to 73°', 'أهلي ضد الزمالك', '🏀 Gulls', '¯\\_(ツ)_/¯', '']) {
      assert.equal(cleanLine(text), text);
      assert.equal(cleanProse(text), text);
    }
  });

  it('trap: control characters go, reordering ones become visible, broken surrogates are replaced', () => {
    const market = only(decodeMarkets(fixture('traps/control-characters')).items);
    assert.equal(market.question, 'Gulls⟨U+202E⟩gnikcah⟨U+202C⟩ win?');
    assert.equal(market.title, 'AB C D');
    assert.equal(market.description, 'Line 1\nLine 2\ttab⟨U+0000⟩end');
    assert.equal(market.category, 'spo⟨U+2066⟩rts');
    assert.equal(market.subject, 'half �');
    assert.equal(market.rulesDisclaimer, '🏀 fine');
  });

  it('never lets a control, bidi or lone surrogate through', () => {
    const nasty = fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    });
    fc.assert(
      fc.property(nasty, (text) => {
        const forbidden = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
        assert.doesNotMatch(cleanLine(text), forbidden);
        assert.doesNotMatch(cleanProse(text).replaceAll(/[\n\t]/g, ''), forbidden);
        assert.equal(cleanLine(cleanLine(text)), cleanLine(text));
      }),
    );
  });

  it('takes as an id only what cleaning leaves alone and a path keeps', () => {
    for (const id of ['aec-ncl-gul-fox-2026-11-20', '9001', 'ä b']) assert.equal(isIdentity(id), true);
    for (const id of ['.', '..', 'a\nb', 'a\u202eb', '\ud800']) assert.equal(isIdentity(id), false);
  });
});
