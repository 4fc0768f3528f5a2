import type { Workbench } from './workbench.ts';

/** By hand: the editor in a browser follows the browser's preference over the setting. */
export async function chooseTheme(workbench: Workbench, name: string, tries = 4): Promise<void> {
  const { page, quickInput } = workbench;
  await workbench.runCommand('Preferences: Color Theme');
  await quickInput.waitFor();
  await page.waitForTimeout(1500); // the list is rebuilt once all themes are found
  await quickInput.type(name);
  const row = page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first();
  const isListed = await row.waitFor({ timeout: 15_000 }).then(
    () => true,
    () => false,
  );
  if (isListed) return quickInput.pick(name);
  if (tries === 1) throw new Error(`There is no theme ${name}.`);
  await quickInput.cancel();
  await chooseTheme(workbench, name, tries - 1);
}
