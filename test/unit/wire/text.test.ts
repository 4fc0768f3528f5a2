import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeMarkets } from '../../../src/exchange/wire/market.ts';
import { cleanLine, cleanProse, isIdentity } from '../../../src/exchange/wire/text.ts';
import { fixture, only } from '../../support/fixtures.ts';

describe('wire: text of strangers', () => {
  it('leaves ordinary text as it is, other scripts and emoji included', () => {
    for (const text of ['Süper Lig', '72° to 73°', 'أهلي ضد الزمالك', '🏀 Gulls', '¯\\_(ツ)_/¯', '']) {
      assert.equal(cleanLine(text), text);
      assert.equal(cleanProse(text), text);
    }
  });

  it('trap: control and reordering characters become visible, broken surrogates are replaced', () => {
    const market = only(decodeMarkets(fixture('traps/control-characters')).items);
    assert.equal(market.question, 'Gulls⟨U+202E⟩gnikcah⟨U+202C⟩ win?');
    assert.equal(market.title, 'A⟨U+0007⟩B C D');
    assert.equal(market.description, 'Line 1\nLine 2\ttab⟨U+0000⟩end⟨U+009B⟩');
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
        const forbidden =
          /[\p{Cc}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff]/u;
        assert.doesNotMatch(cleanLine(text), forbidden);
        assert.doesNotMatch(cleanProse(text).replaceAll(/[\n\t]/g, ''), forbidden);
        assert.equal(cleanLine(cleanLine(text)), cleanLine(text));
      }),
    );
  });

  it('makes visible what draws nothing: separators, joiners, fillers, tags; a heap of marks is cut', () => {
    assert.equal(cleanLine('a\u2028b\u2029c\u0085d\u000be'), 'a b c d e');
    assert.equal(cleanProse('a\u2028b\u000cc'), 'a\nb\nc');
    assert.equal(cleanLine('pay\u200bpal\u2060\u00ad'), 'pay⟨U+200B⟩pal⟨U+2060⟩⟨U+00AD⟩');
    assert.equal(cleanLine('\ufeffa\u3164b\u061c'), '⟨U+FEFF⟩a⟨U+3164⟩b⟨U+061C⟩');
    assert.equal(cleanLine('see\u{e0061}\u{e0062}'), 'see⟨U+E0061⟩⟨U+E0062⟩');
    assert.equal(cleanLine(`Z${'\u0301'.repeat(40)}!`), `Z${'\u0301'.repeat(4)}!`);
    assert.equal(cleanLine('\u001b[31mred\u001b[0m'), '⟨U+001B⟩[31mred⟨U+001B⟩[0m');
  });

  it('takes apart what the editor would read as a link or an icon', () => {
    assert.equal(cleanLine('[pay](command:x) $(zap)'), '[pay] (command:x) $ (zap)');
    assert.equal(cleanProse('ü [pay](https://x)\n$($(a)'), 'ü [pay] (https://x)\n$ ($ (a)');
    assert.equal(cleanLine('a](b)'.padEnd(100, '-')), `a] (b)${'-'.repeat(95)}`);
    for (const fine of ['$5 (or so)', 'f(x)', '[a] (b)', '(]', 'a$)']) assert.equal(cleanLine(fine), fine);
    for (const id of ['[a](b)', '$(zap)']) assert.equal(isIdentity(id), false);
  });

  it('keeps the joiners of scripts and emoji, and the flags written with tags', () => {
    const england = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
    for (const text of ['می\u200cخواهم', '👩\u200d⚖\ufe0f', england, 'क्\u200dष'])
      assert.equal(cleanLine(text), text);
  });

  it('cuts what nobody would read, never in the middle of a character', () => {
    assert.equal(cleanLine('x'.repeat(1_000)).length, 1_000);
    assert.equal(cleanLine('x'.repeat(5_000)), `${'x'.repeat(999)}…`);
    assert.equal(cleanProse('x'.repeat(50_000)).length, 20_000);
    const pairs = cleanLine(`x${'🏀'.repeat(2_000)}`);
    assert.ok(pairs.length <= 1_000 && pairs.isWellFormed() && pairs.endsWith('🏀…'), pairs.slice(-4));
    assert.ok(cleanLine('\u0000'.repeat(100_000)).length <= 1_000);
    assert.equal(isIdentity('x'.repeat(512)), true);
    assert.equal(isIdentity('x'.repeat(513)), false);
  });

  it('takes as an id only what cleaning leaves alone and a path keeps', () => {
    for (const id of ['aec-ncl-gul-fox-2026-11-20', '9001', 'ä b']) assert.equal(isIdentity(id), true);
    for (const id of ['.', '..', 'a\nb', 'a\u202eb', '\ud800']) assert.equal(isIdentity(id), false);
  });
});
