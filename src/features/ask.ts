import { l10n, ProgressLocation, type QuickPickItem, type QuickPickOptions, window } from 'vscode';
import { joined } from '../view/row.ts';

/** Asks for one of some values; the one in use says so, after its own description. Undefined when closed. */
export async function pickValue<T>(
  items: readonly (QuickPickItem & { readonly value: T })[],
  inUse: T | undefined,
  options: QuickPickOptions,
): Promise<T | undefined> {
  const marked = items.map((item) =>
    item.value === inUse ? { ...item, description: joined([item.description, l10n.t('in use')]) } : item,
  );
  return (await window.showQuickPick(marked, options))?.value;
}

/** Asks before something that cannot be undone; true when `action` was pressed. */
export async function confirmed(question: string, detail: string, action: string): Promise<boolean> {
  return (await window.showWarningMessage(question, { modal: true, detail }, action)) === action;
}

/** Does work under a notice with `title`, by which a person can abort it. */
export async function withAbortableProgress<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(options, (_progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return work(controller.signal);
  });
}
