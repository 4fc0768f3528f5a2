import assert from 'node:assert/strict';
import { wantedPages } from '../../../tools/docs.ts';
import { read } from './sources.ts';

describe('the tables of settings and commands', () => {
  for (const [file, page] of Object.entries(wantedPages()))
    it(`of ${file} are those of package.json: otherwise run \`npm run docs\``, () => {
      assert.equal(read(file), page);
    });
});
