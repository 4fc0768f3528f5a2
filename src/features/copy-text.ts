import { env, l10n, window } from 'vscode';

/** Copies a text, and says so for a moment. */
export async function copyText(text: string): Promise<void> {
  await env.clipboard.writeText(text);
  void window.setStatusBarMessage(l10n.t('Copied'), 2000);
}
