import assert from 'node:assert/strict';
import { ENGLISH_SEARCH_WORDS } from '../../../src/core/search-words.ts';
import { searchWords } from '../../../src/view/search-words.ts';
import { aContext } from '../../support/view.ts';

const context = aContext();

describe('searchWords', () => {
  it('has the English words, each with what it asks for', () => {
    const words = searchWords(context);
    for (const [word, meaning] of ENGLISH_SEARCH_WORDS) assert.equal(words.get(word), meaning, word);
  });

  it('has the words of the reader beside the English ones, their days of the week too', () => {
    const { settings } = context.format;
    const spoken: Readonly<Record<string, string>> = {
      tomorrow: 'morgen',
      mine: 'meine',
      tonight: 'heute Abend',
    };
    const words = searchWords({
      ...context,
      t: (text) => spoken[text] ?? text,
      format: { ...context.format, settings: { ...settings, locale: 'de' } },
    });
    const meant = ['morgen', 'tomorrow', 'meine', 'sa', 'samstag', 'sat'].map((word) => words.get(word));
    assert.deepEqual(meant, ['tomorrow', 'tomorrow', 'mine', 'saturday', 'saturday', 'saturday']);
  });

  it('takes the last of several words for what they ask, unless another has that meaning already', () => {
    const spoken: Readonly<Record<string, string>> = { live: 'en vivo', today: 'hoy', tonight: 'hoy noche' };
    const words = searchWords({ ...context, t: (text) => spoken[text] ?? text });
    assert.deepEqual(
      ['en', 'vivo', 'hoy', 'noche'].map((word) => words.get(word)),
      ['joining', 'live', 'today', 'tonight'],
    );
  });
});
