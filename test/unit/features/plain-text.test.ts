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

  it('makes no link of an address, and leaves words, times and what is no address as they are', () => {
    const cases = {
      'see https://evil.example/a': 'see https&#58;//evil\\.example/a',
      'www.evil.example': 'www\\.evil\\.example',
      'a@evil.example': 'a@evil\\.example',
      '[x](command:y)': '\\[x\\]\\(command:y\\)',
      '![p](https://p)': '\\!\\[p\\]\\(https&#58;//p\\)',
      ':/\\/': ':/\\\\/',
      'Gulls at Foxes, 20:30 UTC': 'Gulls at Foxes, 20:30 UTC',
    };
    for (const [text, markdown] of Object.entries(cases)) assert.equal(escapeMarkdown(text), markdown);
    assert.doesNotMatch(live(escapeMarkdown(':/\\/')), /:\/\//);
  });
});
