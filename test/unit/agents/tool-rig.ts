import assert from 'node:assert/strict';
import type { ReplyFault } from '../../../tools/exchange/faults/delivery.ts';
import { type AgentWindow, agentWindow } from '../../support/agent-window.ts';
import { faultySession, honestSide } from '../../support/faulty.ts';

export interface Shown {
  readonly [name: string]: unknown;
}

export const side = honestSide();

export const GONE: ReplyFault = {
  name: 'gone',
  what: 'nobody is there',
  group: 'connection',
  deliver: () => ({ kind: 'none', how: 'connect' }),
};

/** A window on a service whose replies can be made wrong. */
export function open(): AgentWindow & { readonly plan: ReturnType<typeof faultySession>['plan'] } {
  const { clock, session, plan } = faultySession(side);
  return { ...agentWindow(clock, session), plan };
}

export async function answerOf(window: AgentWindow, tool: string, input: object = {}): Promise<Shown> {
  const called = await window.call(tool, input);
  assert.equal(called.isError, false, JSON.stringify(called.answer));
  return called.answer;
}

export async function refusalOf(window: AgentWindow, tool: string, input: object = {}): Promise<Shown> {
  const called = await window.call(tool, input);
  assert.equal(called.isError, true, JSON.stringify(called.answer));
  assert.equal(called.answer['result'], null);
  return called.answer;
}
