import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { SETTINGS, type SettingName, VIEWS } from '../../../src/features/ids.ts';
import { descriptionOf } from '../../support/view.ts';
import { describeInside, run, until } from './inside.ts';

await describeInside('settings', ({ services, trees }) => {
  const { config } = services;
  const settings = () => vscode.workspace.getConfiguration('predictionMarkets');
  const write = (name: SettingName, value: unknown) =>
    settings().update(name, value, vscode.ConfigurationTarget.Global);

  after(async () => {
    for (const name of Object.keys(SETTINGS) as SettingName[]) await write(name, undefined);
  });

  it('cannot be set by a workspace: no file of a project decides where a key goes', async () => {
    for (const name of Object.keys(SETTINGS) as SettingName[]) {
      await assert.rejects(
        async () => settings().update(name, SETTINGS[name].default, vscode.ConfigurationTarget.Workspace),
        /Workspace|application/i,
        name,
      );
    }
  });

  it('fall back to the default where the file holds nonsense', async () => {
    await write('oddsFormat', 'roman');
    await write('pageSize', 'many');
    await write('connection', 7);
    assert.equal(config.get('oddsFormat'), 'cents');
    assert.equal(config.get('pageSize'), 50);
    assert.equal(config.get('connection'), 'demo');
  });

  it('of the odds rewrite every price', async () => {
    await vscode.commands.executeCommand(`${VIEWS.orders}.focus`);
    const labels = () => trees.content('orders').rows.flatMap(({ children }) => children?.() ?? []);
    await until(() => labels().length > 0);
    await run('setOddsFormat', 'cents');
    assert.ok(labels().every(({ label }) => /¢/.test(label)));
    await run('setOddsFormat', 'percent');
    assert.ok(labels().every(({ label }) => /\d%/.test(label) && !/¢/.test(label)));
  });

  it('hide amounts on every view and show them again', async () => {
    await vscode.commands.executeCommand(`${VIEWS.positions}.focus`);
    const texts = () =>
      [trees.content('positions'), trees.content('orders')]
        .flatMap(({ rows, description }) => [...description, ...rows.map(descriptionOf)])
        .join('\n');
    // A question may be about whole dollars.
    const amount = /\$[\d,]+\.\d\d/;
    await until(() => amount.test(texts()));
    await run('toggleHideAmounts');
    assert.equal(config.get('hideAmounts'), true);
    assert.doesNotMatch(texts(), amount);
    await run('toggleHideAmounts');
    assert.match(texts(), amount);
  });
});
