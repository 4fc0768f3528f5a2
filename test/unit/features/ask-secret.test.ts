import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import * as editor from '../../support/editor/vscode.ts';

/** The editor's one box for questions: hidden, it keeps what it last showed; and then it takes nothing. */
function editorBox() {
  const seen = { value: '', isShown: false, message: '', password: false, shown: 0, disposed: false };
  const heard = { change: () => {}, accept: () => {}, hide: () => {} };
  let value = '';
  const box = {
    title: '',
    prompt: '',
    ignoreFocusOut: false,
    get value() {
      return value;
    },
    set value(text: string) {
      value = text;
      if (seen.isShown) seen.value = text;
    },
    set password(is: boolean) {
      seen.password = is;
    },
    set validationMessage(text: string) {
      seen.message = text;
    },
    onDidChangeValue: (listener: () => void) => Object.assign(heard, { change: listener }),
    onDidAccept: (listener: () => void) => Object.assign(heard, { accept: listener }),
    onDidHide: (listener: () => void) => Object.assign(heard, { hide: listener }),
    show: () => {
      seen.isShown = true;
      seen.value = value;
      seen.shown += 1;
    },
    hide: () => {
      if (!seen.isShown) return;
      seen.isShown = false;
      heard.hide();
    },
    dispose: () => {
      seen.disposed = true;
    },
  };
  Object.assign(editor.window, { createInputBox: () => box });
  return {
    seen,
    type: (text: string) => {
      value = text;
      seen.value = text;
      heard.change();
    },
    enter: () => heard.accept(),
    leave: () => box.hide(),
  };
}

async function asked() {
  const box = editorBox();
  const { askSecret } = await import('../../../src/features/connection/sign-in.ts');
  const problemOf = (text: string): string | undefined => (text.length < 5 ? 'Too short.' : undefined);
  return { ...box, answer: askSecret({ title: 'Sign in', prompt: 'Token', problemOf }) };
}

describe('the box a secret is typed into', () => {
  it('shows dots, takes nothing that is wrong, and is empty when it goes', async () => {
    const { seen, type, enter, answer } = await asked();
    assert.equal(seen.password, true);
    type('guav');
    assert.equal(seen.message, 'Too short.');
    enter();
    assert.equal(seen.isShown, true);
    type('guava');
    assert.equal(seen.message, '');
    enter();
    assert.equal(await answer, 'guava');
    assert.deepEqual([seen.isShown, seen.value, seen.shown, seen.disposed], [false, '', 1, true]);
  });

  it('is emptied too where it is closed half-way', async () => {
    const { seen, type, leave, answer } = await asked();
    type('guava-guav');
    leave();
    assert.equal(await answer, undefined);
    assert.deepEqual([seen.isShown, seen.value, seen.disposed], [false, '', true]);
  });

  it('does not come back where nothing was typed', async () => {
    const { seen, leave, answer } = await asked();
    leave();
    assert.equal(await answer, undefined);
    assert.equal(seen.shown, 1);
  });
});
