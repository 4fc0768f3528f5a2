import assert from 'node:assert/strict';
import { customProfile, polymarketUS } from '../../../src/browser/profiles.ts';

describe('a custom connection in a browser', () => {
  const authOf = (auth: string) => {
    const publicUrl = 'https://exchange.example';
    const result = customProfile({ publicUrl, privateUrl: '', auth, wire: 'current' });
    return result.ok ? result.profile.auth : result.setting;
  };

  it('has no account without a key, also where the service asks for none', () => {
    assert.deepEqual(['none', 'bearer', 'ed25519'].map(authOf), ['bearer', 'bearer', 'ed25519']);
    assert.equal(polymarketUS.auth, 'ed25519');
  });

  it('is checked as anywhere', () => {
    assert.equal(authOf('other'), 'predictionMarkets.custom.auth');
  });
});
