import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './again.ts';
import type { Editor } from './editor.ts';

export type ToolCall = readonly [tool: string, input: object];
export type Shown = Readonly<Record<string, unknown>>;

interface Answers {
  readonly answers: readonly (readonly [tool: string, how: 'answered' | 'thrown', text: string])[];
  /** Ours, as an extension sees them. */
  readonly tools: readonly string[];
  /** What a chat would offer a model. */
  readonly offered: readonly string[];
  /** Paths of skills and prompts that extensions brought. */
  readonly prompts: readonly string[];
}

/** The extension `probe`, which calls tools by a script: in a window that has it beside ours. */
export async function scriptedAgent({ server, workbench }: Editor) {
  const folder = path.join(server.workspace, '.probe');
  await mkdir(folder);
  return {
    /** Has it make these calls, and waits until all are answered. `between`: what the person does meanwhile. */
    calling: async (
      from: 'chat' | 'extension',
      calls: readonly ToolCall[],
      between: () => Promise<void> = async () => {},
    ): Promise<Answers> => {
      const file = path.join(folder, 'answers.json');
      await rm(file, { force: true });
      await writeFile(path.join(folder, 'calls.json'), JSON.stringify(calls));
      await workbench.runCommand(from === 'extension' ? 'Probe: Call Tools' : 'Probe: Ask in Chat');
      await between();
      const read = async (): Promise<string> => readFile(file, 'utf8').catch(() => '');
      return JSON.parse(
        await eventually(read, (text) => text.endsWith('}'), 'the calls are made'),
      ) as Answers;
    },
  };
}

/** The answer of a call, by its place among them. Fails where it threw. */
export function answerOf({ answers }: Answers, place: number): Shown {
  const [, how, text = '{}'] = answers[place] ?? [];
  assert.equal(how, 'answered', text);
  return JSON.parse(text) as Shown;
}
