// Installs the VS Code under test and finds or installs a Chromium, once, before several windows want both at a time.
import { ensureChromium } from '../test/support/vscode/chromium.ts';
import { ensureHost } from '../test/support/vscode/install.ts';

await ensureHost(console.log);
console.log(ensureChromium(console.log));
