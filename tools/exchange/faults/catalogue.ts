import { BODY_FAULTS } from './body-faults.ts';
import type { ReplyFault } from './delivery.ts';
import { LINE_FAULTS, TIME_FAULTS } from './line-faults.ts';
import { PAGE_FAULTS } from './page-faults.ts';
import { SHAPE_FAULTS } from './shape-faults.ts';
import { STATUS_FAULTS } from './status-faults.ts';

/** Every way the demo can lie in a reply. */
export const REPLY_FAULTS: readonly ReplyFault[] = [
  ...TIME_FAULTS,
  ...LINE_FAULTS,
  ...STATUS_FAULTS,
  ...BODY_FAULTS,
  ...SHAPE_FAULTS,
  ...PAGE_FAULTS,
];

export function faultNamed(name: string): ReplyFault | undefined {
  return REPLY_FAULTS.find((fault) => fault.name === name);
}
