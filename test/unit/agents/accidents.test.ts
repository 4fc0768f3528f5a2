import assert from 'node:assert/strict';
import type { ToolAnswer } from '../../../src/agents/answer.ts';
import { REPLY_FAULTS } from '../../../tools/exchange/faults/catalogue.ts';
import { objectText } from '../../../tools/exchange/faults/json-shape.ts';
import { cancellingWindow } from '../../support/agent-cancel.ts';
import { everyCall, playScript } from '../../support/agent-script.ts';
import { toolSchemas } from '../../support/agent-window.ts';
import { honestSide } from '../../support/faulty.ts';
import { saying } from '../../support/hostile.ts';
import { assertIsNotSteered, HOSTILE_INPUTS, PASSED_WORDS } from '../../support/hostile-inputs.ts';

const side = honestSide();
const CALLS = everyCall(side);

/** The person closes each dialog. */
const open = () => cancellingWindow(side);

type Shown = Readonly<Record<string, unknown>>;

/** Every number of an answer with the name it stands under. */
function numbersOf(value: unknown, name = ''): readonly string[] {
  if (typeof value === 'number') return [name];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => numbersOf(inner, Array.isArray(value) ? name : key));
}

/** Each null of an answer that no reason stands beside; the place where a list goes on is null at its end. */
function unexplained(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { why } = value as Shown;
  return Object.entries(value).flatMap(([name, inner]) => {
    if (inner !== null) return unexplained(inner, `${path}.${name}`);
    const reason = typeof why === 'object' ? (why as Shown)[name] : why;
    return typeof reason === 'string' || name === 'nextCursor' ? [] : [`${path}.${name}`];
  });
}

/** A service that leaves fields out, by their names. */
const without = (left: RegExp) =>
  saying({ object: (fields) => objectText(fields.filter(([name]) => !left.test(name))) });

/** They cost seconds each and end like others here; the contract suite has them. */
const SLOW =
  /^(huge|deep-lists|endless-digits|gzip-bomb|long-texts|markup|prototype|items-twice|cursor-|slow-body|impossible-)/;
describe('a scripted agent, as accidents of others were', () => {
  it('learns of every failure as an error, never as a success around one, whatever the service does', async () => {
    for (const fault of REPLY_FAULTS.filter(({ name }) => !SLOW.test(name))) {
      const window = await open();
      window.plan.fault = fault;
      for (const [tool, { answer, isError }] of await playScript(window, CALLS)) {
        const where = `${fault.name} ${tool}`;
        assert.equal(isError, Object.hasOwn(answer, 'error'), where);
        if (isError) assert.equal(answer['result'], null, where);
        if (isError) assert.notEqual(answer['error'], 'failed', where);
        assert.equal(answer['environment'], 'real', where);
      }
      window.tearDown();
    }
  });

  it('is given a reason for every null, whatever the service leaves out', async () => {
    const left = [/^$/, /[tT]ime|[dD]ate|^(event|events|eventSlug|cashValue|quote|price)$/];
    for (const names of left) {
      const window = await open();
      window.plan.fault = without(names);
      for (const [tool, { answer }] of await playScript(window, CALLS))
        assert.deepEqual(unexplained(answer), [], `${tool} without ${names}`);
      window.tearDown();
    }
  });

  it('finds the same five fields first in every answer, and in every error', async () => {
    const first = ['environment', 'asOf', 'source', 'ageSeconds', 'stale'];
    const window = await open();
    const shown = await playScript(window, CALLS);
    window.desk.stop();
    for (const [tool, input] of CALLS) {
      const refused = (await window.call(tool, input)).answer;
      assert.deepEqual(Object.keys(refused).slice(0, 6), [...first, 'error'], tool);
      assert.deepEqual(Object.keys(shown.get(tool)?.answer ?? {}).slice(0, 5), first, tool);
    }
    const { source, asOf, why } = shown.get('get_environment')?.answer ?? {};
    assert.deepEqual([source, asOf], [null, new Date(window.clock.now()).toISOString()]);
    assert.equal((why as Shown)['source'], 'Nothing was read: it is what the window knows.');
    window.tearDown();
  });

  it('reads the unit of every number in its name', async () => {
    const window = await open();
    const known = /([cC]ents|Percent|Seconds|Bytes)$/;
    /** Counts of things, and the number a line is about. */
    const counts = /^(found|count|samples|levels|offers|bids|asked|cancelled)$/;
    for (const [tool, { answer }] of await playScript(window, CALLS))
      for (const name of numbersOf(answer))
        assert.ok(known.test(name) || counts.test(name), `${tool} ${name}`);
    window.tearDown();
  });

  it('is not steered past a gate: what it passes is checked field by field, and repeated in no answer and no list', async () => {
    const window = await open();
    for (const [tool, schema] of toolSchemas()) {
      const good = CALLS.find(([name]) => name === tool)?.[1] ?? {};
      for (const field of [...Object.keys(schema.properties), 'confirm'])
        for (const value of HOSTILE_INPUTS) {
          const result = await window.call(tool, { ...good, [field]: value });
          assertIsNotSteered(result, { tool, field, value }, schema.properties[field]);
          const [call] = window.desk.calls;
          // biome-ignore lint/suspicious/noControlCharactersInRegex: those must not be there.
          assert.doesNotMatch(call?.input ?? '', /\$\(|[\u0000-\u001f\u202a-\u202e\u200b]/);
        }
    }
    const dialogs = window.person.asked.map(({ message, detail }) => `${message} ${detail}`);
    const said = [...window.asked, ...dialogs];
    assert.ok(!said.some((text) => PASSED_WORDS.test(text)), said.join());
    window.tearDown();
  });

  it('is given no fill price that the service did not send', async () => {
    const window = await open();
    window.plan.fault = saying({
      text: (value, key) => JSON.stringify(key === 'value' || key === 'price' ? '' : value),
    });
    const { answer } = await window.call('list_activity', { kinds: ['trade'] });
    const [first] = answer['activities'] as readonly Shown[];
    assert.equal(first?.['priceCents'], null);
    assert.ok(first?.['why']);
    window.tearDown();
  });

  it('never learns an amount that is hidden, nor who the account belongs to', async () => {
    const window = await open();
    const shown = await playScript(window, CALLS);
    window.settings.hideAmounts = true;
    const hidden = await playScript(window, CALLS);
    const moneyOf = (answer: ToolAnswer | undefined): readonly string[] =>
      JSON.stringify(answer ?? {}).match(/\d+\.\d\d [A-Z]{3}/g) ?? [];
    for (const tool of ['list_positions', 'list_orders', 'list_activity']) {
      assert.deepEqual(moneyOf(hidden.get(tool)?.answer), [], tool);
      if (tool !== 'list_orders') assert.ok(moneyOf(shown.get(tool)?.answer).length > 0, tool);
    }
    window.tearDown();
  });
});
