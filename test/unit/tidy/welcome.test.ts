import assert from 'node:assert/strict';
import { CONTEXT_KEYS, SETTINGS } from '../../../src/features/ids.ts';
import { manifest } from './manifest.ts';
import { read } from './sources.ts';

const { views, viewsWelcome, walkthroughs, keybindings } = manifest().contributes;
const LANGUAGES = ['', '.es', '.zh-cn'].map(
  (language) => JSON.parse(read(`package.nls${language}.json`)) as Readonly<Record<string, string>>,
);
const textOf = (reference: string): string => LANGUAGES[0]?.[reference.replaceAll('%', '')] ?? '';
const steps = walkthroughs.flatMap((walkthrough) => walkthrough.steps);

/** A link alone in its line is a button. */
const BUTTON = /^\[[^\]]+\]\(command:([^)]+)\)$/m;
/** What the button of a view does by the state that leaves it without rows: what helps there. `…`: the name of the view. */
const FIRST_HELP: Readonly<Record<string, string>> = {
  signedOut: 'signIn',
  signInAgain: 'signIn',
  publicOnly: 'switchConnection?["demo"]',
  unreadable: 'switchConnection?["demo"]',
  misconfigured: 'workbench.action.openSettings?["predictionMarkets.custom"]',
  clockSkew: 'refresh…',
  offline: 'refresh…',
  busy: 'refresh…',
  failed: 'refresh…',
  unreached: 'refresh',
  filteredEmpty: 'clearFilter?["activity"]',
};
const FIRST_HELP_OF_EMPTY: Readonly<Record<string, string>> = {
  markets: 'refreshMarkets',
  events: 'refreshEvents',
  activity: 'refreshActivity',
  orders: 'searchMarkets',
  positions: 'searchMarkets',
  alerts: 'addAlert',
  watchlist: 'addToWatchlist',
};

describe('what a newcomer reads', () => {
  it('has one button for each state of a view that has no rows, and none while it loads', () => {
    for (const { contents, when } of viewsWelcome) {
      for (const texts of LANGUAGES) {
        const lines = texts[contents.replaceAll('%', '')]?.split('\n') ?? [];
        const buttons = lines.filter((line) => /^\[[^\]]+\]\([^)]+\)$/.test(line));
        assert.equal(buttons.length, when?.endsWith("'loading'") ? 0 : 1, contents);
      }
    }
  });

  it('has the button that helps, in each state of each view', () => {
    const seen = new Set<string>();
    for (const { contents, when = '', view } of viewsWelcome) {
      const state = /== '(\w+)'$/.exec(when)?.[1] ?? '';
      const name = view.replace(/^\w+\./, '');
      const Name = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      const helps = state === 'empty' ? FIRST_HELP_OF_EMPTY[name] : FIRST_HELP[state]?.replace('…', Name);
      for (const texts of LANGUAGES) {
        const [, command] = BUTTON.exec(texts[contents.replaceAll('%', '')] ?? '') ?? [];
        const does = command && decodeURIComponent(command).replace(/^predictionMarkets\./, '');
        assert.equal(does, helps, `${name}, ${state}`);
      }
      seen.add(state === 'empty' ? name : state);
    }
    const expected = [...Object.keys(FIRST_HELP), ...Object.keys(FIRST_HELP_OF_EMPTY), 'loading'];
    assert.deepEqual([...seen].sort(), expected.sort());
  });

  it('has help for screen readers in every view, with keys that exist', () => {
    const keys = new Set(keybindings.map(({ command }) => command));
    for (const { id, accessibilityHelpContent = '' } of Object.values(views).flat()) {
      const text = textOf(accessibilityHelpContent);
      assert.ok(text.length > 50, id);
      for (const [, command = ''] of text.matchAll(/<keybinding:([\w.]+)>/g))
        assert.ok(keys.has(command), command);
    }
  });

  it('ticks a step once its work is done, not when it begins or its view opens', () => {
    const { customise, ...others } = Object.fromEntries(
      steps.map(({ id, completionEvents }) => [id, completionEvents]),
    );
    assert.ok(customise);
    assert.deepEqual(others, {
      demo: [`onContext:${CONTEXT_KEYS.marketsState} == 'ready'`],
      browse: [`onContext:${CONTEXT_KEYS.found}`, `onContext:${CONTEXT_KEYS.filtered}`],
      panel: [String.raw`onContext:activeWebviewPanelId =~ /^predictionMarkets\.market$/`],
      cancel: [`onContext:${CONTEXT_KEYS.cancelled}`],
      signIn: [`onContext:${CONTEXT_KEYS.signedIn} && config.predictionMarkets.connection != 'demo'`],
      files: [
        `onContext:${CONTEXT_KEYS.documentOpened}`,
        String.raw`onContext:activeWebviewPanelId =~ /^predictionMarkets\.inspector$/`,
      ],
    });
  });

  it('ends with making it yours', () => {
    assert.equal(steps.at(-1)?.id, 'customise');
  });

  it('ticks the last step once any of its settings is another than it was delivered with', () => {
    const { completionEvents = [] } = steps.find(({ id }) => id === 'customise') ?? {};
    assert.ok(completionEvents.length > 1);
    for (const event of completionEvents) {
      const [, name = '', , value] =
        /^onContext:config\.predictionMarkets\.([\w.]+)( != '(.*)')?$/.exec(event) ?? [];
      assert.ok(Object.hasOwn(SETTINGS, name), event);
      assert.equal(value ?? false, SETTINGS[name as keyof typeof SETTINGS].default, event);
    }
  });
});
