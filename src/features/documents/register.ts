import type { LinkParts } from '../../core/link.ts';
import type { Editor, Services } from '../services.ts';
import type { OpenDocuments } from './files.ts';

/** Read-only documents under `prediction-markets:`, and the commands that open, refresh, copy and compare them. */
export function registerDocuments({ documentFiles, commands, own }: Editor, services: Services) {
  let loading: Promise<OpenDocuments> | undefined;
  const documents = (): Promise<OpenDocuments> => {
    loading ??= import('./files.ts').then((module) =>
      own.add(new module.OpenDocuments(services, (uri) => served.changed(uri))),
    );
    return loading;
  };
  const served = documentFiles.serve(documents);
  const load = () => import('./commands.ts');
  commands.serve({
    openOrder: async (target) => (await load()).openOrder(services, await documents(), target),
    openDocument: async (target) => (await load()).openDocument(services, await documents(), target),
    refreshDocument: async (target) => (await load()).refreshDocument(await documents(), target),
    saveDocument: async (target) => (await load()).saveDocument(services, target),
    comparePortfolio: async () =>
      (await import('./compare.ts')).comparePortfolio(services, await documents()),
  });
  return {
    /** False where the link names none. */
    openLink: async (parts: LinkParts): Promise<boolean> => (await load()).openLink(documents, parts),
  };
}
