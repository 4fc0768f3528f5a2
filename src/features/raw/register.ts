import { workspace } from 'vscode';
import { onVoid } from '../../store/session/owner.ts';
import { RAW_SCHEME } from '../ids.ts';
import { isInTab } from '../open-tabs.ts';
import type { Editor, Services } from '../services.ts';

/** The service's own replies as read-only documents, read when one is opened. */
export function registerRaw({ commands, documents, own }: Editor, services: Services): void {
  /** Addresses a person opened with the command. */
  const opened = new Set<string>();
  const served = documents.serve(RAW_SCHEME, async (uri, token) => {
    const address = uri.toString();
    const isOpen = opened.has(address) || isInTab((other) => other.toString() === address);
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    const { rawDocument } = await import('./raw-document.ts');
    return rawDocument(services, uri.query, isOpen, controller.signal);
  });
  own.add(served);
  own.add(workspace.onDidCloseTextDocument(({ uri }) => opened.delete(uri.toString())));
  own.add(services.onDidChangeView(served.renew));
  own.add(onVoid(services.session, 'private', served.renew));
  commands.serve({
    openRaw: async (target) => {
      const { askTargets, targetsOf, uriOf } = await import('./targets.ts');
      const targets = targetsOf(services, target) ?? (await askTargets(services, target));
      if (targets === undefined) return;
      const uri = uriOf(targets);
      opened.add(uri.toString());
      await served.open(uri);
    },
  });
}
