import assert from 'node:assert/strict';
import { ALERT_STATES, readAlerts } from '../../../src/core/alert.ts';
import { customProfile } from '../../../src/exchange/service/profiles.ts';
import { CONNECTION_SETTINGS } from '../../../src/features/ids.ts';
import { manifestSettings } from './manifest.ts';
import { read } from './sources.ts';

const settings = manifestSettings();
const named = (test: (setting: (typeof settings)[string]) => boolean): readonly string[] =>
  Object.keys(settings)
    .filter((name) => settings[name] !== undefined && test(settings[name]))
    .map((name) => name.replace('predictionMarkets.', ''));

describe('settings', () => {
  it('name every choice in words', () => {
    const choices = Object.entries(settings).filter(([, setting]) => setting.enum !== undefined);
    assert.ok(choices.length > 5);
    for (const [name, setting] of choices) {
      assert.equal(setting.enumItemLabels?.length, setting.enum?.length, name);
      assert.equal((setting.enumDescriptions ?? setting.enum)?.length, setting.enum?.length, name);
    }
  });

  it('of the connection and of programs that run stay on this computer', () => {
    assert.deepEqual(
      named(({ ignoreSync }) => ignoreSync === true).toSorted(),
      ['agents.mcpServer', 'agents.node', ...CONNECTION_SETTINGS].sort(),
    );
  });

  it('that make requests to a service can be found by the tag of VS Code for that', () => {
    assert.deepEqual(
      named(({ tags }) => tags?.includes('usesOnlineServices') === true),
      ['images', 'connection', 'custom.publicUrl', 'custom.privateUrl'],
    );
  });

  it('say in words what a pattern wants', () => {
    const silent: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('pattern' in value && typeof value.pattern === 'string' && !('patternErrorMessage' in value))
        silent.push(path);
      for (const [key, inner] of Object.entries(value)) look(inner, `${path}/${key}`);
    };
    look(settings, '');
    assert.deepEqual(silent, []);
  });

  it('of files have notes, data and programs looked at, and put nothing into them unasked', () => {
    const defaultOf = (name: string) => settings[`predictionMarkets.files.${name}`]?.default;
    const languages = 'markdown plaintext json jsonc yaml python typescript';
    assert.equal((defaultOf('languages') as readonly string[]).join(' '), languages);
    for (const name of ['codeLens', 'inlayPrices']) assert.equal(defaultOf(name), false, name);
  });

  it('of alerts offer what an alert can wait for, no more and no less', () => {
    const { items } = settings['predictionMarkets.alerts'] as unknown as {
      readonly items: {
        readonly required: readonly string[];
        readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
      };
    };
    const { what, state, side } = items.properties;
    assert.deepEqual(state?.enum, ALERT_STATES);
    for (const each of what?.enum ?? [])
      for (const own of side?.enum ?? []) {
        const alert = { id: 'a', market: 'b', what: each, state: 'open', side: own, atMost: 0 };
        assert.equal(readAlerts([alert]).problem, undefined, each);
        assert.deepEqual(
          Object.keys(alert).filter((name) => !Object.hasOwn(items.properties, name)),
          [],
        );
      }
    for (const name of items.required)
      assert.equal(
        readAlerts([{ market: 'b', what: 'pnl', atMost: 0, [name]: undefined }]).problem,
        `#1 ${name}`,
      );
    assert.deepEqual(what?.enum?.toSorted(), ['pnl', 'price', 'spread', 'start', 'state']);
  });

  it('for addresses take what the connection takes, and refuse what it refuses', () => {
    for (const name of ['custom.publicUrl', 'custom.privateUrl']) {
      const pattern = new RegExp(settings[`predictionMarkets.${name}`]?.pattern ?? '(?!)');
      for (const address of [
        'https://exchange.example',
        ' HTTPS://exchange.example:8443/v2/ ',
        'http://localhost:3000',
        'http://127.0.0.1:80/x',
        'http://[::1]:8080',
        'http://exchange.example',
        'http://localhost.example',
        'http://127.0.0.1.example',
        'https://user@exchange.example',
        'https://exchange.example/?a=1',
        'https://exchange.example/#a',
        'https:/exchange.example',
        'https://',
        'ftp://exchange.example',
        'exchange.example',
        'https://exchange.example/a b',
        'https://exchange.example\\a',
      ]) {
        const { ok } = customProfile({ publicUrl: address, privateUrl: '', auth: 'none', wire: 'seed' });
        assert.equal(pattern.test(address), ok, address);
      }
      assert.match('', pattern);
    }
  });

  it('take the placeholders of the status bar that are filled in, and no other', () => {
    const { pattern = '(?!)', default: given } = settings['predictionMarkets.statusBar.template'] ?? {};
    const [, map = ''] =
      /const known = new Map\(\[([\s\S]*?)\n {2}\]\)/.exec(read('src/view/status.ts')) ?? [];
    const names = [...map.matchAll(/^ {4}\['(\w+)'/gm)].map(([, name]) => name);
    assert.ok(names.length > 4);
    for (const name of names) assert.match(`$5: \${${name}} $`, new RegExp(pattern), name);
    assert.match(String(given), new RegExp(pattern));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are the template's own placeholders.
    for (const wrong of ['${profit}', '${value', '$ ${}']) assert.doesNotMatch(wrong, new RegExp(pattern));
  });
});
