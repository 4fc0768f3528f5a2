import assert from 'node:assert/strict';
import type { ToolAnswer } from '../../../src/agents/answer.ts';
import { agentName, isPlainId, untrusted } from '../../../src/agents/untrusted.ts';
import type { JsonShape } from '../../../tools/exchange/faults/json-shape.ts';
import { everyCall, playScript } from '../../support/agent-script.ts';
import { agentWindow } from '../../support/agent-window.ts';
import { faultySession, honestSide } from '../../support/faulty.ts';
import { HOSTILE, HOSTILE_TEXTS, saying } from '../../support/hostile.ts';
import { assertAnswersAreClean, HOSTILE_SHAPES, textsOfAnswer } from '../../support/hostile-answers.ts';

const side = honestSide();
async function answersOf(shape: JsonShape): Promise<ReadonlyMap<string, ToolAnswer>> {
  const { clock, session, plan } = faultySession(side);
  const window = agentWindow(clock, session);
  plan.fault = saying(shape);
  const results = await playScript(window, everyCall(side));
  const answers = new Map([...results].map(([tool, { answer }]) => [tool, answer]));
  window.tearDown();
  return answers;
}

describe('answers for agents from a service that says evil things', () => {
  for (const [name, shape] of Object.entries(HOSTILE_SHAPES)) {
    it(`have texts of others only under untrusted, none hidden or endless: ${name}`, async () => {
      const answers = await answersOf(shape);
      assert.equal(answers.size, 12);
      for (const [tool, answer] of answers)
        assert.deepEqual(JSON.parse(JSON.stringify(answer)), answer, tool);
      assertAnswersAreClean(answers);
    });
  }

  it('still say what the service said, where texts of others stand', async () => {
    const answers = await answersOf(HOSTILE_TEXTS);
    assert.deepEqual(
      [...answers].filter(([, answer]) => Object.hasOwn(answer, 'error')),
      [],
    );
    const words = textsOfAnswer(answers.get('get_market')).filter(({ isUntrusted }) => isUntrusted);
    assert.ok(words.some(({ text }) => text.includes('evil.invalid')));
  });
});

describe('text of others for agents', () => {
  it('loses what nobody sees, and keeps letters of every script', () => {
    assert.deepEqual(untrusted({ a: 'x\u202ey\u200bz', b: '\u0000\u001b[31m', c: 'Müller – 東京 ½' }), {
      a: 'x y z',
      b: '[31m',
      c: 'Müller – 東京 ½',
    });
    const smuggled = [...'hide']
      .map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
      .join('');
    assert.deepEqual(untrusted({ a: `Otters${smuggled}\ufe0f\u{e0101}` }), { a: 'Otters' });
  });

  it('is cut at 300 characters, rules at 4,000, never in the middle of a letter', () => {
    const { text = '', rules = '' } = untrusted({ text: '𝒳'.repeat(5_000), rules: 'r'.repeat(9_000) });
    assert.ok(text.length <= 300 && text.isWellFormed() && text.endsWith('…'));
    assert.equal(rules.length, 4_000);
  });

  it('is no slug or id but where it can say nothing else', () => {
    for (const id of ['aec-nfl-a-b-2026-11-22', 'D1APVAXG1DWM', 'a.b_c:d']) assert.ok(isPlainId(id), id);
    for (const id of [HOSTILE, 'a b', 'a\n', '-a', '', undefined, 'a'.repeat(201), 'é'])
      assert.ok(!isPlainId(id), id);
  });

  it('is short, on one line and without quotes or icons where it is a name of an agent', () => {
    assert.equal(agentName('terminal-agent 2.3'), 'terminal-agent 2.3');
    assert.equal(agentName('x” asks; “y\n$(zap)\u202e[a](command:b)'), 'x asks; y zap a command:b');
    assert.equal(agentName('\u200b"'), undefined);
    assert.ok((agentName('n'.repeat(5_000)) ?? '').length <= 40);
  });

  it('is left out where nothing of it is left', () => {
    assert.deepEqual(untrusted({ a: '', b: undefined, c: '\u200b' }), {});
    assert.equal(Object.keys(untrusted({ a: HOSTILE })).length, 1);
  });
});
