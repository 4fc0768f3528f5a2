import type { EventPhase, Lifecycle } from '../core/lifecycle.ts';
import type { Order } from '../core/order.ts';
import type { RowIcon, ViewContext } from './row.ts';

export function lifecycleWord(state: Lifecycle, { t }: ViewContext): string {
  return {
    upcoming: t('not open yet'),
    open: t('open'),
    preopen: t('pre-open'),
    suspended: t('suspended'),
    halted: t('halted'),
    closed: t('trading closed'),
    resolving: t('awaiting settlement'),
    resolved: t('settled'),
    unknown: t('state unknown'),
  }[state];
}

/** Shape first, colour last: the icon alone says the state. */
export const LIFECYCLE_ICONS: Readonly<Record<Lifecycle, RowIcon>> = {
  open: { id: 'circle-filled', color: 'charts.green' },
  upcoming: { id: 'circle-outline' },
  preopen: { id: 'circle-outline' },
  suspended: { id: 'debug-pause', color: 'charts.yellow' },
  halted: { id: 'debug-pause', color: 'charts.yellow' },
  closed: { id: 'lock' },
  resolving: { id: 'watch' },
  resolved: { id: 'pass' },
  unknown: { id: 'question' },
};

export function phaseWord(phase: EventPhase, { t }: ViewContext): string {
  return {
    live: t('live'),
    upcoming: t('upcoming'),
    open: t('open'),
    awaitingSettlement: t('awaiting settlement'),
    ended: t('ended'),
  }[phase];
}

export const PHASE_ICONS: Readonly<Record<EventPhase, RowIcon>> = {
  live: { id: 'record', color: 'charts.red' },
  upcoming: { id: 'circle-outline' },
  open: { id: 'circle-filled' },
  awaitingSettlement: { id: 'watch' },
  ended: { id: 'pass' },
};

/** Words of an order state; an unlisted one by its raw name. */
export function orderStateWord(state: Order['state'], { t }: ViewContext): string {
  if (state === undefined) return t('state unknown');
  const words: Readonly<Record<string, string>> = {
    NEW: t('open'),
    PARTIALLY_FILLED: t('partly filled'),
    FILLED: t('filled'),
    CANCELED: t('cancelled'),
    REPLACED: t('replaced'),
    REJECTED: t('rejected'),
    EXPIRED: t('expired'),
    PENDING_NEW: t('being placed'),
    PENDING_REPLACE: t('being replaced'),
    PENDING_CANCEL: t('being cancelled'),
    PENDING_RISK: t('being checked'),
  };
  return named(words, state);
}

export function timeInForceWord(tif: Order['tif'], { t }: ViewContext): string | undefined {
  const words: Readonly<Record<string, string>> = {
    DAY: t('good for the day'),
    GOOD_TILL_CANCEL: t('good till cancelled'),
    GOOD_TILL_DATE: t('good till a date'),
    IMMEDIATE_OR_CANCEL: t('immediate or cancel'),
    FILL_OR_KILL: t('fill or kill'),
  };
  return tif && named(words, tif);
}

/** The word for a name of the service; its own name where there is none. A service may call a state `constructor`. */
export function named(words: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}

/** A state word at the start of a label: `halted` → `Halted`. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
