import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { ensureChromium } from './chromium.ts';
import type { Say } from './install.ts';

interface BrowserOptions {
  /** Folder of the browser profile; secrets and layout live in it, so the same folder again is the same user. */
  readonly profile: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Device pixels per CSS pixel; 2 makes sharp screenshots. */
  readonly scale?: number;
  /** Pages of one origin share a process, and what was compiled in it: cheaper where a test opens dozens. */
  readonly oneProcess?: boolean;
  readonly say?: Say;
}

export interface Browser {
  readonly context: BrowserContext;
  readonly page: Page;
  close(): Promise<void>;
}

/** Long, as a machine whose disk is busy takes long to read a browser, milliseconds. */
const START_LIMIT_MS = 180_000;

/**
 * A bar or an icon that moves without end is drawn 60 times a second, by the processor where there is no graphics card: a
 * seventh of all that a window takes. A style element would break the policy of the pages, and they would complain.
 */
const STOP_SPINNING = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.progress-bit, .codicon-modifier-spin { animation: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}`;

/** Opens headless Chromium that can reach this machine and nothing else. */
export async function openBrowser(options: BrowserOptions): Promise<Browser> {
  const context = await chromium.launchPersistentContext(options.profile, {
    executablePath: ensureChromium(options.say ?? console.error),
    headless: true,
    timeout: START_LIMIT_MS,
    viewport: options.viewport ?? { width: 1280, height: 800 },
    deviceScaleFactor: options.scale ?? 1,
    locale: 'en-US',
    // As the settings of the tests: the oldest editor starts in what the browser prefers.
    colorScheme: 'dark',
    args: [
      ...(options.oneProcess ? ['--renderer-process-limit=1'] : []),
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    ],
  });
  await context.addInitScript(STOP_SPINNING);
  const page = context.pages()[0] ?? (await context.newPage());
  return { context, page, close: () => context.close() };
}
