import * as signed from '../demo/profile.ts';

export const DEMO_PROFILE: typeof signed.DEMO_PROFILE = { ...signed.DEMO_PROFILE, auth: 'none' };
