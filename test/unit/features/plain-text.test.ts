import assert from 'node:assert/strict';
import fc from 'fast-check';
import { escapeMarkdown } from '../../../src/features/plain-text.ts';

/** What of Markdown could still mean something: an escaped character and an entity mean themselves, and part what is beside them. */
function live(markdown: string): string {
  return markdown.replace(/\\[\\`*_{}[\]()#+\-.!|~>$]/g, ' ').replace(/&(?:amp|lt|#58);/g, ' ');
}

describe('text as Markdown', () => {
  it('is one line without anything Markdown would act on', () => {
    const nasty = fc.oneof(
      fc.string({
        unit: fc.constantFrom(...'\\`*_{}[]()#+-.!|~><&$:/@\n\t =^"\'a1', 'https://', 'www.', '&lt;'),
      }),
      fc.string(),
    );
    fc.assert(
      fc.property(nasty, (text) => {
        const markdown = escapeMarkdown(text);
        assert.doesNotMatch(live(markdown), /[\\`*_{}[\]()#+\-.!|~<>&$\n\r]|:\/\//);
      }),
      { numRuns: 3_000 },
    );
  });

  it('makes no link of an address, with or without brackets', () => {
    assert.equal(escapeMarkdown('see https://evil.example/a'), 'see https&#58;//evil\\.example/a');
    assert.equal(escapeMarkdown('www.evil.example'), 'www\\.evil\\.example');
    assert.equal(escapeMarkdown('a@evil.example'), 'a@evil\\.example');
    assert.equal(escapeMarkdown('[x](command:y)'), '\\[x\\]\\(command:y\\)');
    assert.equal(escapeMarkdown('![p](https://p)'), '\\!\\[p\\]\\(https&#58;//p\\)');
  });

  it('takes nothing away: what is no address keeps its colon', () => {
    assert.equal(escapeMarkdown(':/\\/'), ':/\\\\/');
    assert.doesNotMatch(live(escapeMarkdown(':/\\/')), /:\/\//);
  });

  it('leaves words and times as they are', () => {
    assert.equal(escapeMarkdown('Gulls at Foxes, 20:30 UTC'), 'Gulls at Foxes, 20:30 UTC');
  });
});
