import type { ExtensionContext } from 'vscode';
import type { Commands } from './commands.ts';
import type { Config } from './config.ts';
import type { ReadOnlyDocuments } from './read-only-documents.ts';
import type { Views } from './trees/views.ts';

/** What `activate` has registered with the editor. Each feature fills its part. */
export interface Editor {
  readonly context: ExtensionContext;
  readonly config: Config;
  readonly commands: Commands;
  readonly views: Views;
  readonly documents: ReadOnlyDocuments;
}
