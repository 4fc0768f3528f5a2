import assert from 'node:assert/strict';
import { drawingSources, isOutdated, takenBy } from '../../../tools/screenshots/drawn-by.ts';
import { projectFiles, read, repository } from './sources.ts';

const SHOWN = /!\[([^\]]*)\]\((media\/screenshots\/[^)]+)\)/g;
const RELEASED = '# Changelog\n\n## 0.2.0 – 2026-12-01\n\n## 0.1.0 – 2026-11-01\n';
const OPEN = '# Changelog\n\n## 0.2.0 – unreleased\n\n## 0.1.0 – 2026-11-01\n';

describe("the README's pictures", () => {
  it('are those of the pages and rows of a release: otherwise run `npm run screenshots`', () => {
    const outdated = isOutdated(read('CHANGELOG.md'), takenBy(repository), drawingSources(repository));
    assert.equal(outdated, false);
  });

  it('are outdated once a release has a date and pages or rows have changed since they were taken', () => {
    assert.equal(isOutdated(RELEASED, 'one', 'other'), true);
    assert.equal(isOutdated(RELEASED, '', 'other'), true);
    assert.equal(isOutdated(RELEASED, 'one\n', 'one'), false);
    assert.equal(isOutdated(OPEN, 'one', 'other'), false);
  });

  it('are all shown, each with a text for those who do not see it', () => {
    const shown = [...read('README.md').matchAll(SHOWN)];
    const taken = projectFiles().filter((file) => /^media\/screenshots\/.*\.png$/.test(file));
    assert.deepEqual(shown.map(([, , file]) => file).sort(), taken);
    assert.ok(shown.every(([, text = '']) => text.trim().split(' ').length > 4));
  });

  it('are taken of everything that draws pages and rows', () => {
    assert.match(drawingSources(repository), /^[0-9a-f]{64}$/);
  });
});
