import type { Translate } from './l10n.ts';

/** How a stream stands; times are Unix milliseconds. */
export interface ShownStreamState {
  readonly kind: 'off' | 'connecting' | 'live' | 'lost' | 'stopped' | 'unsupported';
  readonly isQuiet?: boolean;
  readonly since?: number;
  readonly heardAt?: number | undefined;
  readonly retryAt?: number;
}

export type ShownStream = 'markets' | 'account';

export function streamName(stream: ShownStream, t: Translate): string {
  return stream === 'markets' ? t('Markets stream') : t('Private stream');
}

/** In one or two words. */
export function standingWords({ kind, isQuiet }: ShownStreamState, t: Translate): string {
  if (kind === 'live') return isQuiet === true ? t('quiet') : t('live');
  const words = {
    off: t('not needed'),
    connecting: t('connecting'),
    lost: t('disconnected'),
    stopped: t('refused'),
    unsupported: t('not offered'),
  };
  return words[kind];
}
