import type { EventPhase, Lifecycle } from '../core/lifecycle.ts';
import type { Order } from '../core/order.ts';
import type { RowIcon, ViewContext } from './row.ts';

export function lifecycleWord(state: Lifecycle, { t }: ViewContext): string {
  switch (state) {
    case 'upcoming':
      return t('not open yet');
    case 'open':
      return t('open');
    case 'preopen':
      return t('pre-open');
    case 'suspended':
      return t('suspended');
    case 'halted':
      return t('halted');
    case 'closed':
      return t('trading closed');
    case 'resolving':
      return t('awaiting settlement');
    case 'resolved':
      return t('settled');
    case 'unknown':
      return t('state unknown');
  }
}

/** Shape first, colour last: each state is a different icon. */
export function lifecycleIcon(state: Lifecycle): RowIcon {
  switch (state) {
    case 'open':
      return { id: 'circle-filled', color: 'charts.green' };
    case 'upcoming':
    case 'preopen':
      return { id: 'circle-outline' };
    case 'suspended':
    case 'halted':
      return { id: 'debug-pause', color: 'charts.yellow' };
    case 'closed':
      return { id: 'lock' };
    case 'resolving':
      return { id: 'watch' };
    case 'resolved':
      return { id: 'pass' };
    case 'unknown':
      return { id: 'question' };
  }
}

export function phaseWord(phase: EventPhase, { t }: ViewContext): string {
  switch (phase) {
    case 'live':
      return t('live');
    case 'upcoming':
      return t('upcoming');
    case 'open':
      return t('open');
    case 'awaitingSettlement':
      return t('awaiting settlement');
    case 'ended':
      return t('ended');
  }
}

export function phaseIcon(phase: EventPhase): RowIcon {
  switch (phase) {
    case 'live':
      return { id: 'record', color: 'charts.red' };
    case 'upcoming':
      return { id: 'circle-outline' };
    case 'open':
      return { id: 'circle-filled' };
    case 'awaitingSettlement':
      return { id: 'watch' };
    case 'ended':
      return { id: 'pass' };
  }
}

/** Words of an order state; an unlisted one by its raw name. */
export function orderStateWord(state: Order['state'], { t }: ViewContext): string {
  switch (state) {
    case undefined:
      return t('state unknown');
    case 'NEW':
      return t('open');
    case 'PARTIALLY_FILLED':
      return t('partly filled');
    case 'FILLED':
      return t('filled');
    case 'CANCELED':
      return t('cancelled');
    case 'REPLACED':
      return t('replaced');
    case 'REJECTED':
      return t('rejected');
    case 'EXPIRED':
      return t('expired');
    case 'PENDING_NEW':
      return t('being placed');
    case 'PENDING_REPLACE':
      return t('being replaced');
    case 'PENDING_CANCEL':
      return t('being cancelled');
    case 'PENDING_RISK':
      return t('being checked');
    default:
      return state;
  }
}

export function timeInForceWord(tif: Order['tif'], { t }: ViewContext): string | undefined {
  switch (tif) {
    case 'DAY':
      return t('good for the day');
    case 'GOOD_TILL_CANCEL':
      return t('good till cancelled');
    case 'GOOD_TILL_DATE':
      return t('good till a date');
    case 'IMMEDIATE_OR_CANCEL':
      return t('immediate or cancel');
    case 'FILL_OR_KILL':
      return t('fill or kill');
    default:
      return tif;
  }
}

/** A state word at the start of a label: `halted` → `Halted`. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
