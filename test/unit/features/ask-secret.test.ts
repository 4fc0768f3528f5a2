import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import * as editor from '../../support/editor/vscode.ts';

/** The editor's one box for questions: hidden, it keeps what it last showed; and then it takes nothing. */
function editorBox() {
  const seen = { value: '', isShown: false, shown: 0, disposed: false };
  const heard = { change: () => {}, accept: () => {}, hide: () => {} };
  let value = '';
  const box = {
    password: false,
    validationMessage: '',
    get value() {
      return value;
    },
    set value(text: string) {
      value = text;
      if (seen.isShown) seen.value = text;
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
    box,
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
    const { box, seen, type, enter, answer } = await asked();
    assert.equal(box.password, true);
    type('guav');
    assert.equal(box.validationMessage, 'Too short.');
    enter();
    assert.equal(seen.isShown, true);
    type('guava');
    assert.equal(box.validationMessage, '');
    enter();
    assert.equal(await answer, 'guava');
    assert.deepEqual([seen.isShown, seen.value, seen.shown, seen.disposed], [false, '', 1, true]);
  });

  it('is emptied too where it is closed half-way, and does not come back where nothing was typed', async () => {
    for (const text of ['guava-guav', '']) {
      const { seen, type, leave, answer } = await asked();
      if (text !== '') type(text);
      leave();
      assert.equal(await answer, undefined);
      assert.deepEqual([seen.isShown, seen.value, seen.disposed], [false, '', true]);
      if (text === '') assert.equal(seen.shown, 1);
    }
  });
});
