import { l10n, window } from 'vscode';
import type { ApiCall } from '../../core/api-call.ts';
import { type CopyFormat, callCopy, callsJson } from '../../view/call-copies.ts';
import { requestLine, statusText } from '../../view/call-text.ts';
import { pickValue } from '../ask.ts';
import { copyText } from '../copy-text.ts';
import type { Parts, Services } from '../services.ts';

/** Copies a call so that it can be sent again; without an id one is asked for. */
export async function copyCall(
  { callLog, view }: Parts<'callLog' | 'view'>,
  format: CopyFormat,
  id: string | undefined,
): Promise<void> {
  const { t } = view();
  const call = id === undefined ? await askCall(callLog.calls, view()) : callLog.get(id);
  if (id !== undefined && call === undefined)
    return void window.showInformationMessage(l10n.t('This call is no longer recorded.'));
  const text = call && callCopy(call, format, t);
  if (text !== undefined) await copyText(text);
}

/** Copies what is listed of all calls, as JSON. */
export async function copyCalls({ callLog, view }: Parts<'callLog' | 'view'>): Promise<void> {
  await copyText(callsJson(callLog.calls, view()));
}

/** The newest first; streams cannot be copied. */
async function askCall(
  calls: readonly ApiCall[],
  { t, format }: ReturnType<Services['view']>,
): Promise<ApiCall | undefined> {
  const items = calls
    .filter(({ stream }) => stream === undefined)
    .toReversed()
    .map((call) => ({
      value: call,
      label: requestLine(call),
      description: `${format.moment(call.at)} · ${statusText(call, t)}`,
    }));
  if (items.length === 0) {
    void window.showInformationMessage(
      l10n.t('No calls in this window yet. They appear here as views and pages fetch.'),
    );
    return undefined;
  }
  return pickValue(items, undefined, {
    title: l10n.t('Copy Call'),
    placeHolder: l10n.t('Copy which call? No copy holds your key.'),
  });
}
