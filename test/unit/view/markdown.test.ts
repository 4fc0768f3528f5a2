import assert from 'node:assert/strict';
import { markdownLine, markdownTable, markdownText } from '../../../src/view/markdown.ts';

describe('text as Markdown', () => {
  const cases: readonly (readonly [text: string, markdown: string])[] = [
    ['120 Otters −1.5 at 54¢', '120 Otters −1.5 at 54¢'],
    ['+$7.82', '+$7.82'],
    ['$1 or $2', '\\$1 or \\$2'],
    ['a|b *c* _d_ `e` [f](g) <h> ~i~ \\j', 'a\\|b \\*c\\* \\_d\\_ \\`e\\` \\[f\\](g) \\<h\\> \\~i\\~ \\\\j'],
    ['https://evil.example/x', 'https&#58;//evil\\.example/x'],
    ['www.evil.example', 'www\\.evil\\.example'],
    ['A&B &amp; &#35;', 'A&B &amp;amp; &amp;#35;'],
    ['two\nlines\u2028here', 'two lines here'],
  ];
  for (const [text, markdown] of cases)
    it(`${JSON.stringify(text)} is itself and nothing else`, () =>
      assert.equal(markdownText(text), markdown));

  it('begins no heading, list or rule', () => {
    assert.deepEqual(['# a', '- a', '+ a', '= a', '12. a', '3) a'].map(markdownLine), [
      '\\# a',
      '\\- a',
      '\\+ a',
      '\\= a',
      '12\\. a',
      '3\\) a',
    ]);
  });

  it('in a table stands under its title, numbers to the right', () => {
    const columns = [
      { title: 'Held', least: 6 },
      { title: 'Value', least: 4, isNumber: true },
    ];
    assert.deepEqual(
      markdownTable(columns, [
        ['Otters', '1'],
        ['Gulls', '22.00'],
      ]),
      ['| Held   | Value |', '|:-------|------:|', '| Otters |     1 |', '| Gulls  | 22.00 |'],
    );
  });

  it('too long for its column takes the blanks of those behind it', () => {
    const columns = [
      { title: 'Held', least: 6, most: 6 },
      { title: 'Value', least: 6, isNumber: true },
    ];
    assert.deepEqual(
      markdownTable(columns, [
        ['Otters', '1'],
        ['Guillemots', '22'],
        ['Oystercatchers', '7'],
      ]),
      [
        '| Held   |  Value |',
        '|:-------|-------:|',
        '| Otters |      1 |',
        '| Guillemots | 22 |',
        '| Oystercatchers | 7 |',
      ],
    );
  });
});
