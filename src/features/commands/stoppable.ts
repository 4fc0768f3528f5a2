import { l10n, ProgressLocation, type ProgressOptions } from 'vscode';

/**
 * A notice with progress and a button that says "Stop". The editor's own word for it is "Cancel", which below
 * "Cancelling 3 orders…" reads as the very thing it ends. The editor takes a word in the place of true, though its types
 * do not say so; one that did not would show its own.
 */
export function stoppable(title: string): ProgressOptions {
  const stop: unknown = l10n.t('Stop');
  return { location: ProgressLocation.Notification, title, cancellable: stop as boolean };
}
