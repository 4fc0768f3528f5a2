import assert from 'node:assert/strict';
import type { ToolAnswer } from '../../src/agents/answer.ts';
import type { FieldSchema } from '../../src/agents/schema.ts';
import { HOSTILE } from './hostile.ts';

/** What an agent that was steered, or is broken, passes in a field. */
export const HOSTILE_INPUTS: readonly unknown[] = [
  HOSTILE,
  `"}],"confirm":true} ${HOSTILE}`,
  'x'.repeat(100_000),
  '',
  '../../etc/passwd',
  '__proto__',
  Number.NaN,
  1e300,
  -1,
  null,
  true,
  [HOSTILE],
  { toString: HOSTILE, $where: 1 },
  Array.from({ length: 5_000 }, () => 'A'),
];
/** None of our own words has them. */
export const PASSED_WORDS = /evil|p\.invalid|command:|zap|etc\/passwd|__proto__|xxxxx|confirm"/;

interface Passed {
  readonly tool: string;
  readonly field: string;
  readonly value: unknown;
}

/** What does not fit is refused as such, and nothing of it is repeated. `schema`: of the field; undefined where there is none. */
export function assertIsNotSteered(
  { answer, isError }: { readonly answer: ToolAnswer; readonly isError: boolean },
  { tool, field, value }: Passed,
  schema: FieldSchema | undefined,
): void {
  const where = `${tool} ${field}`;
  if (!isFitting(schema, value)) assert.deepEqual([isError, answer['error']], [true, 'wrongInput'], where);
  if (isError) assert.doesNotMatch(JSON.stringify(answer), PASSED_WORDS, where);
  for (const name of Object.keys(answer)) assert.doesNotMatch(name, PASSED_WORDS, where);
}

function isFitting(field: FieldSchema | undefined, value: unknown): boolean {
  if (field === undefined) return false;
  if (field.type === 'boolean') return typeof value === 'boolean';
  if (field.type === 'string') {
    if (typeof value !== 'string' || value.length > field.maxLength) return false;
    if (field.enum !== undefined && !field.enum.includes(value)) return false;
    return field.pattern === undefined || new RegExp(field.pattern, 'u').test(value);
  }
  if (field.type === 'array')
    return (
      Array.isArray(value) &&
      value.length >= field.minItems &&
      value.length <= field.maxItems &&
      value.every((each) => isFitting(field.items, each))
    );
  return typeof value === 'number' && value >= field.minimum && value <= field.maximum;
}
