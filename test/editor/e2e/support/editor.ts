import path from 'node:path';
import { type Browser, openBrowser } from '../../../support/vscode/browser.ts';
import { makeRoot, removeRoot } from '../../../support/vscode/roots.ts';
import { startServer, type VsCodeServer, workbenchUrl } from '../../../support/vscode/server.ts';
import { describeWindows, keepPicture } from './evidence.ts';
import { Workbench } from './workbench.ts';

export { keepEvidence, keepPicture } from './evidence.ts';

interface EditorOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Further arguments for the server. */
  readonly extraArgs?: readonly string[];
  /** Opens folders in restricted mode, as a window does that people use. */
  readonly asksForTrust?: boolean;
  /** A package to install instead of loading the extension from its folder. */
  readonly vsix?: string;
  /** Another extension beside it, from its folder. */
  readonly beside?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly scale?: number;
}

/** A VS Code with the extension in it, and a browser window on it. Not in test mode: dialogs are real. */
export interface Editor {
  readonly server: VsCodeServer;
  readonly browser: Browser;
  readonly workbench: Workbench;
  readonly url: string;
  /** Closes everything and removes what it left on disk. */
  close(): Promise<void>;
}

/** How long anything may take to appear, milliseconds: machines that run tests are slow, and busy with other things. */
const PATIENCE_MS = 60_000;
const repository = path.resolve(import.meta.dirname, '../../../..');

export async function openEditor(options: EditorOptions = {}): Promise<Editor> {
  const root = await makeRoot();
  const { env = {} } = options;
  // Headings that stay while a tree scrolls would cover the rows below them.
  const settings = { 'workbench.tree.enableStickyScroll': false, ...options.settings };
  const server = await startServer({
    root,
    settings,
    env,
    asksForTrust: options.asksForTrust ?? false,
    ...(options.extraArgs ? { extraArgs: options.extraArgs } : {}),
    ...(options.vsix ? { vsix: options.vsix, driven: false } : {}),
    ...(options.beside ? { beside: options.beside } : {}),
  });
  const browser = await openBrowser({
    profile: path.join(root, 'browser'),
    viewport: options.viewport ?? { width: 1400, height: 900 },
    scale: options.scale ?? 1,
  });
  browser.context.setDefaultTimeout(PATIENCE_MS);
  const url = workbenchUrl(server, options.vsix ? {} : { developmentPath: repository });
  const workbench = new Workbench(browser.page);
  const close = async (): Promise<void> => {
    await browser.close().catch(() => {});
    await server.stop();
    await removeRoot(root);
  };
  try {
    await workbench.open(url);
  } catch (error) {
    await keepPicture(browser, 'open-failed');
    const shown = await describeWindows(browser);
    await close();
    throw new Error(`${error}\n${shown}`);
  }
  return { server, browser, workbench, url, close };
}
