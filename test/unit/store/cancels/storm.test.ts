import { cancelStorm } from '../../../support/cancel-storm.ts';
import { judge } from '../../../support/cancel-verdict.ts';

describe('cancels in a storm', () => {
  it('loses none, sends none twice and reports nothing false: 1,000 over faults, crashes and two windows', async () => {
    for (let seed = 1; seed <= 20; seed += 1) judge(await cancelStorm(seed, 50));
  });
});
