import type * as machine from '../features/platform.ts';

export const inBrowser: typeof machine.inBrowser = true;

/** Names no key: there is none here. */
export const digest: typeof machine.digest = (text) => encodeURIComponent(text);
