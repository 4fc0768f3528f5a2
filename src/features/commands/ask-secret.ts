import { window } from 'vscode';

export interface SecretQuestion {
  readonly title: string;
  readonly prompt: string;
  /** What is wrong with what stands in the box, as a sentence; undefined when nothing is. */
  readonly problemOf: (value: string) => string | undefined;
}

/**
 * Asks for a secret behind dots; undefined when given up. The editor has one box for all questions, and what was typed
 * stands in it, hidden, until the next one is asked: it is emptied here before it goes.
 */
export function askSecret({ title, prompt, problemOf }: SecretQuestion): Promise<string | undefined> {
  return new Promise((resolve) => {
    const box = window.createInputBox();
    let isOver = false;
    const end = (value: string | undefined): void => {
      isOver = true;
      // A box that was closed takes nothing any more until it is shown.
      if (value === undefined && box.value !== '') box.show();
      box.value = '';
      box.hide();
      box.dispose();
      resolve(value);
    };
    const check = (): boolean => {
      const problem = problemOf(box.value);
      box.validationMessage = problem ?? '';
      return problem === undefined;
    };
    box.title = title;
    box.prompt = prompt;
    box.password = true;
    box.ignoreFocusOut = true;
    box.onDidChangeValue(() => {
      if (!isOver) check();
    });
    box.onDidAccept(() => {
      if (!isOver && check()) end(box.value);
    });
    box.onDidHide(() => {
      if (!isOver) end(undefined);
    });
    box.show();
  });
}
