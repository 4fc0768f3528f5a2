import assert from 'node:assert/strict';
import { nearestSlug, slugMentions } from '../../../src/core/slug-mentions.ts';

const GAME = 'aec-cfb-mos-jun-2026-11-22';
const SPREAD = 'asc-cfb-mos-jun-2026-11-22-neg-6pt5';

describe('slugs in a text', () => {
  const known = (slug: string) =>
    slug === GAME || slug === SPREAD ? 'market' : slug === 'cfb-mos-jun-2026-11-22' ? 'event' : undefined;
  const found = (line: string): string =>
    slugMentions(line, known)
      .map(({ kind, key, isNamed, start, end }) => {
        assert.equal(line.slice(start, end), key);
        return `${kind} ${key}${isNamed ? ' named' : ''}`;
      })
      .join(' | ');

  it('are the known ones, whatever stands beside them', () => {
    assert.equal(found(`Game of the day: ${GAME}, and "${SPREAD}".`), `market ${GAME} | market ${SPREAD}`);
    assert.equal(found(`- [x](${GAME}) \`${GAME}\``), `market ${GAME} | market ${GAME}`);
    assert.equal(found('cfb-mos-jun-2026-11-22'), 'event cfb-mos-jun-2026-11-22');
  });

  it('are also those named as such, known or not', () => {
    assert.equal(found('market:aec-x-y event:some-cup'), 'market aec-x-y named | event some-cup named');
    assert.equal(found(`"event:${GAME}"`), `event ${GAME} named`);
    assert.equal(
      found('https://pm.example/event/cfb-mos-jun-2026-11-22?tab=2'),
      'event cfb-mos-jun-2026-11-22 named',
    );
    assert.equal(found('https://shop.example/events/garden-party'), '', 'an address may be of anything');
    assert.equal(found('(https://pm.example/markets/aec-x-y)'), 'market aec-x-y named');
    assert.equal(found('vscode://a.b/openMarket?slug=aec-x-y'), 'market aec-x-y named');
  });

  it('are also those that begin as the slugs of markets do: they may be read', () => {
    assert.equal(found('tc-rate-2026-12-09-raise'), 'market tc-rate-2026-12-09-raise');
  });

  it('are no words, names, paths or parts of longer ones', () => {
    for (const line of [
      'feature-branch-2026-11-22',
      `src/${GAME}/index.ts`,
      `${GAME}.md`,
      `my_${GAME}`,
      `cfb-mos-jun-2026-11-22-neg`,
      `x-${GAME}`,
      'market: some text-with-dashes',
      'supermarket:some-thing',
    ])
      assert.equal(found(line), '', line);
  });

  it('are not looked for in a line of data', () => {
    assert.equal(found(`${'x'.repeat(20_000)} ${GAME}`), '');
  });
});

describe('the nearest slug', () => {
  it('has most parts in the same place, at least half of them', () => {
    const all = ['aec-cfb-aaa-bbb-2026-11-22', GAME, SPREAD, 'tc-rate-2026-12-09-raise'];
    assert.equal(nearestSlug('aec-cfb-mos-jun-2026-12-22', all), GAME);
    assert.equal(nearestSlug('one-two-three-four-five-six-seven', all), undefined);
  });
});
