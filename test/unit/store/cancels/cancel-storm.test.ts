import { storm } from '../../../support/cancel-storm.ts';
import { judge } from '../../../support/cancel-verdict.ts';

describe('cancels in a storm', () => {
  it('loses none, doubles none and says nothing wrong: 1,000 on the demo over faults, crashes and two windows', async () => {
    for (let seed = 1; seed <= 20; seed += 1) judge(await storm(seed, 50));
  });
});
