import { cancelStorm } from '../../../support/cancel-storm.ts';
import { judge } from '../../../support/cancel-verdict.ts';
import { rounds } from '../../../support/rounds.ts';

describe('cancels in a storm', () => {
  it('loses none, sends none twice and reports nothing false: 50 in each of some storms of faults, crashes and two windows', async () => {
    for (let seed = 1; seed <= rounds(3, 20); seed += 1) judge(await cancelStorm(seed, 50));
  });
});
