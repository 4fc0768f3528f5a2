import './install.ts';
import type { ExtensionWindow, WindowOptions } from './window.ts';

export type { ExtensionWindow, WindowOptions } from './window.ts';

/** The extension in a window of its own, over a service on loopback, with the stand-in as its editor. */
export async function openWindow(options: WindowOptions): Promise<ExtensionWindow> {
  const { makeWindow } = await import('./window.ts');
  return makeWindow(options);
}
