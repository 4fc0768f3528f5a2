import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import type { Services } from '../../../src/features/services.ts';
import * as editor from '../../support/editor/vscode.ts';
import { cancelLog } from '../../support/memory-log.ts';
import { aContext } from '../../support/view.ts';
import { rig } from '../store/values.ts';

interface Provider {
  provideTextDocumentContent(uri: URL): string | Promise<string>;
}

/** The documents in an editor with tabs: a preview takes the place of the preview before. */
async function openDocuments() {
  const { registerCancelDocuments } = await import('../../../src/features/cancel/log-document.ts');
  const { ReadOnlyDocuments } = await import('../../../src/features/read-only-documents.ts');
  const { clock } = rig();
  const tabs: { readonly text: string; readonly preview: boolean }[] = [];
  const given: string[] = [];
  const openings = new Emitter<unknown>();
  let provider: Provider | undefined;
  Object.assign(editor.languages, {
    setTextDocumentLanguage: async (_: unknown, language: string) => void given.push(language),
  });
  Object.assign(editor.workspace, {
    textDocuments: [],
    onDidOpenTextDocument: openings.event,
    registerTextDocumentContentProvider: (_: string, given: Provider) => {
      provider = given;
      return { dispose: () => {} };
    },
    openTextDocument: async (uri: URL) => provider?.provideTextDocumentContent(uri),
  });
  Object.assign(editor.window, {
    showTextDocument: async (text: string, { preview }: { readonly preview: boolean }) => {
      const at = tabs.findIndex((tab) => tab.preview);
      tabs.splice(preview && at >= 0 ? at : tabs.length, preview && at >= 0 ? 1 : 0, { text, preview });
    },
  });
  const nothing = new Emitter<never>();
  const services = {
    cancels: { onDidResolve: (listener: () => void) => nothing.event(listener) },
    cancelLog: cancelLog(clock),
    marketWithEvent: () => undefined,
    onDidChangeView: (listener: () => void) => nothing.event(listener),
    view: () => aContext(),
  } as unknown as Services;
  return {
    ...registerCancelDocuments(new ReadOnlyDocuments(async () => {}), services),
    shown: () => tabs.map(({ text }) => text.split('\n')[0]),
    given,
    opened: (scheme: string, languageId: string) => openings.fire({ uri: { scheme }, languageId }),
  };
}

describe('documents about cancels', () => {
  it('are in a language of their own, whose lines are wrapped, and no other document is', async () => {
    const { opened, given } = await openDocuments();
    opened('prediction-markets-record', 'plaintext');
    opened('prediction-markets-record', 'prediction-markets-record');
    opened('file', 'plaintext');
    assert.deepEqual(given, ['prediction-markets-record']);
  });

  it('leave a proof that is open where it is: nothing shows it again', async () => {
    const { openLog, openProof, shown } = await openDocuments();
    await openProof('first', 'one\n');
    await openProof('second', 'two\n');
    await openLog();
    await openLog();
    assert.deepEqual(shown(), ['one', 'two', 'Cancellation log']);
  });
});
