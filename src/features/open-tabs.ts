import { type Tab, TabInputText, TabInputTextDiff, type Uri, window } from 'vscode';

/** Whether a tab of this window shows such a text, alone or beside another. */
export function isInTab(isMeant: (uri: Uri) => boolean): boolean {
  return window.tabGroups.all.some(({ tabs }) => tabs.some((tab) => urisOf(tab).some(isMeant)));
}

function urisOf({ input }: Tab): readonly Uri[] {
  if (input instanceof TabInputText) return [input.uri];
  return input instanceof TabInputTextDiff ? [input.original, input.modified] : [];
}
