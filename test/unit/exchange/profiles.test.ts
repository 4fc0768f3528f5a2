import assert from 'node:assert/strict';
import type { SettingProblem } from '../../../src/exchange/profile.ts';
import { customProfile } from '../../../src/exchange/service/profiles.ts';
import { settingSentence } from '../../../src/view/setup-text.ts';
import { aContext } from '../../support/view.ts';

const good = { publicUrl: 'https://exchange.example', privateUrl: '', auth: 'ed25519', wire: 'seed' };

function build(part: Partial<typeof good>) {
  const result = customProfile({ ...good, ...part });
  assert.ok(result.ok, result.ok ? '' : result.problem);
  return result.profile;
}

describe('connection profiles', () => {
  it('an empty private URL is the public one', () => {
    const profile = build({});
    assert.equal(profile.id, 'custom');
    assert.equal(profile.label, 'exchange.example');
    assert.equal(profile.privateUrl, 'https://exchange.example');
  });

  it('a path prefix stays, its last slash goes', () => {
    assert.equal(
      build({ publicUrl: ' https://exchange.example:8443/api/pm// ' }).publicUrl,
      'https://exchange.example:8443/api/pm',
    );
  });

  const bad: readonly [part: Partial<typeof good>, setting: string, problem: SettingProblem][] = [
    [{ publicUrl: '' }, 'custom.publicUrl', 'empty'],
    [{ publicUrl: 'exchange.example' }, 'custom.publicUrl', 'notAnAddress'],
    [{ publicUrl: 'ftp://exchange.example' }, 'custom.publicUrl', 'notAnAddress'],
    [{ publicUrl: 'http://exchange.example' }, 'custom.publicUrl', 'notHttps'],
    [{ publicUrl: 'https://me:pass@exchange.example' }, 'custom.publicUrl', 'userInfo'],
    [{ publicUrl: 'https://exchange.example/?a=1' }, 'custom.publicUrl', 'queryOrFragment'],
    [{ publicUrl: 'https://exchange.example/#x' }, 'custom.publicUrl', 'queryOrFragment'],
    [{ publicUrl: 'https://$(zap).example' }, 'custom.publicUrl', 'badHost'],
    [{ privateUrl: "https://(command:x)'!.example" }, 'custom.privateUrl', 'notAnAddress'],
    [{ privateUrl: 'http://exchange.example' }, 'custom.privateUrl', 'notHttps'],
    [{ auth: 'basic' }, 'custom.auth', 'notAChoice'],
    [{ wire: 'v3' }, 'custom.wire', 'notAChoice'],
  ];
  for (const [part, setting, problem] of bad) {
    it(`refuses ${JSON.stringify(part)} and names the setting`, () => {
      const result = customProfile({ ...good, ...part });
      assert.ok(!result.ok);
      assert.equal(result.setting, `predictionMarkets.${setting}`);
      assert.equal(result.problem, problem);
      const sentence = settingSentence(result.setting, result.problem, aContext().t);
      assert.ok(sentence.includes(result.setting) && !sentence.includes('pass@'), sentence);
    });
  }
});
