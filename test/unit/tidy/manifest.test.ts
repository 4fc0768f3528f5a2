import assert from 'node:assert/strict';
import {
  CANCEL_LOG_LANGUAGE,
  COMMANDS,
  CONNECTION_SETTINGS,
  CONTEXT_KEYS,
  EXTENSION_ID,
  PANELS,
  SETTINGS,
  TITLE_BUTTONS,
  VIEW_NAMES,
  VIEWS,
  type ViewName,
} from '../../../src/features/ids.ts';
import { conditions, manifest, manifestSettings } from './manifest.ts';
import { codeFiles, read, textsOf } from './sources.ts';

const PREFIX = 'predictionMarkets';
const { contributes, activationEvents, ...head } = manifest();
const sorted = (values: Iterable<string>): string[] => [...values].sort();

/** What the code of the editor's side names, the list of names itself left out. */
const named = new Set(
  codeFiles('src/features', 'src')
    .filter((file) => /^src\/(features\/|[\w-]+\.ts$)/.test(file) && file !== 'src/features/ids.ts')
    .flatMap((file) => [...textsOf(file)]),
);

describe('manifest and code', () => {
  it('name the same extension and container', () => {
    assert.equal(`${head.publisher}.${head.name}`, EXTENSION_ID);
    assert.deepEqual(
      contributes.viewsContainers.activitybar.map(({ id }) => id),
      ['predictionMarkets'],
    );
    assert.deepEqual(Object.keys(contributes.views), ['predictionMarkets']);
  });

  it('wrap the lines of the cancellation log, leave its dashes unmarked as in plain text, and set nothing else of the editor', () => {
    assert.deepEqual(
      contributes.languages.map(({ id, extensions }) => [id, extensions]),
      [[CANCEL_LOG_LANGUAGE, undefined]],
    );
    assert.deepEqual(contributes.configurationDefaults, {
      [`[${CANCEL_LOG_LANGUAGE}]`]: {
        'editor.wordWrap': 'on',
        'editor.unicodeHighlight.ambiguousCharacters': false,
      },
    });
  });

  it('contribute only what is final in the oldest VS Code that is supported, no proposal', () => {
    const final = [
      'chatPromptFiles',
      // Final since 1.109; older editors pass it over.
      'chatSkills',
      'colors',
      'commands',
      'configuration',
      'configurationDefaults',
      'jsonValidation',
      'keybindings',
      'languageModelTools',
      'languages',
      'markdown.markdownItPlugins',
      'markdown.previewStyles',
      'mcpServerDefinitionProviders',
      'menus',
      'views',
      'viewsContainers',
      'viewsWelcome',
      'walkthroughs',
    ];
    assert.deepEqual(sorted(Object.keys(contributes)), final);
    assert.ok(!Object.hasOwn(head, 'enabledApiProposals'));
  });

  it('have code that names every tool', () => {
    const names = contributes.languageModelTools.map(({ name }) => name.replace(`${PREFIX}_`, ''));
    assert.deepEqual(
      names.filter((name) => !named.has(name)),
      [],
    );
  });

  it('contribute every command of the code and no other', () => {
    assert.deepEqual(
      sorted(contributes.commands.map(({ command }) => command)),
      sorted(Object.values(COMMANDS)),
    );
  });

  it('have code that names every command', () => {
    assert.deepEqual(
      Object.keys(COMMANDS).filter((name) => !named.has(name)),
      [],
    );
  });

  it('put only contributed commands into menus, keys and welcome texts', () => {
    const known = new Set<string>(Object.values(COMMANDS));
    const menus = Object.values(contributes.menus).flat();
    const used = [...menus, ...contributes.keybindings].flatMap(({ command }) => command ?? []);
    const texts = [read('package.nls.json'), read('package.json')].join('\n');
    const linked = [...texts.matchAll(/\(command:([\w.]+)/g)].flatMap(([, command]) => command ?? []);
    const ours = [...used, ...linked].filter((command) => command.startsWith(`${PREFIX}.`));
    assert.ok(ours.length > 0);
    assert.deepEqual(
      ours.filter((command) => !known.has(command) && !isOfAView(command)),
      [],
    );
  });

  it('contribute every view of the code and no other', () => {
    const views = Object.values(contributes.views).flat();
    assert.deepEqual(sorted(views.map(({ id }) => id)), sorted(Object.values(VIEWS)));
    const welcomed = new Set(contributes.viewsWelcome.map(({ view }) => view));
    assert.deepEqual(sorted(welcomed), sorted(Object.values(VIEWS)));
  });

  it('contribute every setting with scope, default and choices of the code, and no other', () => {
    const declared = Object.entries(manifestSettings()).map(([name, setting]) => [
      name,
      { scope: setting.scope, default: setting.default, choices: setting.enum },
    ]);
    const coded = Object.entries(SETTINGS).map(([name, setting]) => [
      `${PREFIX}.${name}`,
      { scope: 'application', ...setting },
    ]);
    assert.deepEqual(Object.fromEntries(declared), Object.fromEntries(coded));
  });

  it('show how things look first and where a key goes last', () => {
    const sections = contributes.configuration;
    const ordered = (list: readonly { readonly order: number }[]): readonly number[] =>
      list.map(({ order }) => order);
    const upTo = (length: number): readonly number[] => Array.from({ length }, (_, index) => index + 1);
    assert.deepEqual(ordered(sections), upTo(sections.length));
    for (const { id, properties } of sections)
      assert.deepEqual(ordered(Object.values(properties)), upTo(Object.keys(properties).length), id);
    assert.equal(sections[0]?.id, `${PREFIX}.display`);
    assert.deepEqual(
      sorted(Object.keys(sections.at(-1)?.properties ?? {})),
      sorted(CONNECTION_SETTINGS.map((name) => `${PREFIX}.${name}`)),
    );
  });

  it('have code that reads every setting', () => {
    assert.deepEqual(
      Object.keys(SETTINGS).filter((name) => !named.has(name)),
      [],
    );
  });

  it('use only context keys the code owns, and use each', () => {
    const used = conditions(contributes).flatMap((when) => contextKeysOf(when));
    assert.deepEqual(sorted(new Set(used)), sorted(Object.values(CONTEXT_KEYS)));
  });

  it('have code that sets every context key, in one place', () => {
    // Each view sets its own.
    const stateKeys = new Set(Object.keys(VIEWS).map((view) => `${view}State`));
    assert.deepEqual(
      Object.keys(CONTEXT_KEYS).filter((name) => !named.has(name) && !stateKeys.has(name)),
      [],
    );
    const writers = codeFiles('src').filter((file) => textsOf(file).has('setContext'));
    assert.deepEqual(writers, ['src/features/config.ts']);
  });

  it('offer menus only on rows the code marks', () => {
    const marks = conditions(contributes.menus).flatMap(rowMarksOf);
    assert.ok(marks.length > 0);
    const texts = codeFiles('src/features', 'src/view').flatMap((file) => [...textsOf(file)]);
    const words = new Set(texts.flatMap((text) => text.split(/\s+/)));
    assert.deepEqual(
      sorted(new Set(marks)).filter((mark) => !words.has(mark)),
      [],
    );
  });

  it('give every row a context menu, and the groups of every menu one order', () => {
    const entries = contributes.menus['view/item/context'] ?? [];
    for (const view of Object.values(VIEWS))
      assert.ok(
        entries.some(({ when, group }) => when === `view == ${view}` && group === '9_view@1'),
        view,
      );
    const groups = new Set(entries.map(({ group }) => group?.replace(/@\d+$/, '') ?? ''));
    assert.deepEqual(sorted(groups), [
      '1_open',
      '2_cancel',
      '3_watch',
      '4_show',
      '5_copy',
      '9_view',
      'inline',
    ]);
  });

  it('give the title of a view no command that acts on a row: the editor hands it the row with the focus', () => {
    const { menus } = contributes;
    const ofRows = new Set((menus['view/item/context'] ?? []).map(({ command }) => command));
    const shared = (menus['view/title'] ?? [])
      .flatMap(({ command }) => command ?? [])
      .filter((id) => ofRows.has(id));
    // They read no more of a row than its view.
    assert.deepEqual(sorted(new Set(shared)), [
      'predictionMarkets.filterActivity',
      'predictionMarkets.refresh',
      'predictionMarkets.refreshActivity',
      'predictionMarkets.refreshEvents',
      'predictionMarkets.refreshMarkets',
      'predictionMarkets.refreshOrders',
      'predictionMarkets.refreshPositions',
      'predictionMarkets.saveQuery',
      'predictionMarkets.showEvents',
    ]);
  });

  it('stand in a title as many as its description leaves room for', () => {
    const buttons = (view: ViewName): number => {
      const named = (contributes.menus['view/title'] ?? []).filter(
        ({ when, group }) => when?.startsWith(`view == ${VIEWS[view]}`) && group?.startsWith('navigation'),
      );
      const isOwn = /^(?:orders|positions|activity)$/.test(view);
      // Those in one place take turns.
      const places = new Set(named.map(({ group }) => group));
      return places.size + (isOwn ? 1 : 2);
    };
    assert.deepEqual(Object.fromEntries(VIEW_NAMES.map((view) => [view, buttons(view)])), TITLE_BUTTONS);
  });

  it('stand in no row of figures but that of an order: they lie over its end under the pointer', () => {
    const buttons = new Map<string, number>();
    for (const { when = '', group } of contributes.menus['view/item/context'] ?? [])
      if (group?.startsWith('inline'))
        for (const row of rowMarksOf(when)) buttons.set(row, (buttons.get(row) ?? 0) + 1);
    assert.deepEqual(Object.fromEntries(buttons), {
      order: 1,
      shown: 3,
      savedQuery: 2,
      digest: 2,
      watchGroup: 1,
      'watch.gone': 1,
      'category.reading': 1,
    });
  });

  it('offer the kill switch to a signed-in user, also where no order can be shown', () => {
    const { cancelEverything, cancelAllOrders } = COMMANDS;
    const entries = (contributes.menus['view/title'] ?? []).filter(
      ({ command }) => command === cancelEverything || command === cancelAllOrders,
    );
    const condition = `view == ${VIEWS.orders} && ${CONTEXT_KEYS.signedIn}`;
    assert.deepEqual(
      entries.map(({ when }) => when),
      [condition, condition],
    );
    const texts = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
    for (const state of ['offline', 'busy', 'failed'])
      assert.ok(texts[`welcome.orders.${state}`]?.includes(`(command:${cancelEverything})`), state);
  });

  it('give a cancel no icon that another command has', () => {
    const icons = (isCancel: boolean) =>
      contributes.commands
        .filter(
          ({ command }) => /\.cancel(Order|MarketOrders|AllOrders|Everything)$/.test(command) === isCancel,
        )
        .map(({ icon }) => icon);
    assert.deepEqual(
      icons(false).filter((icon) => icon !== undefined && icons(true).includes(icon)),
      [],
    );
  });

  it('restore every panel after a reload', () => {
    const restored = activationEvents.filter((event) => event.startsWith('onWebviewPanel:'));
    assert.deepEqual(sorted(restored), sorted(Object.values(PANELS).map((type) => `onWebviewPanel:${type}`)));
    assert.ok(named.has('registerWebviewPanelSerializer'));
  });

  it('contribute the colours that rows and pages use, and no other', () => {
    const rows = codeFiles('src').flatMap((file) => [...textsOf(file)]);
    const ids = contributes.colors.map(({ id }) => id);
    const pages = [...read('media/panel.css').matchAll(/--vscode-(predictionMarkets-\w+)/g)].map(
      ([, name = '']) => name.replace('-', '.'),
    );
    const used = new Set([...rows.filter((text) => ids.includes(text)), ...pages]);
    assert.deepEqual(sorted(used), sorted(ids));
    for (const id of ['yours', 'up', 'down'].map((name) => `${PREFIX}.${name}`))
      assert.ok(rows.includes(id) && pages.includes(id), id);
  });

  it('ask for the VS Code whose API the types describe', () => {
    assert.equal(head.engines.vscode, `^${head.devDependencies['@types/vscode']}`);
  });
});

/** VS Code makes commands of its own for every view: focus, open, … */
function isOfAView(command: string): boolean {
  return Object.values(VIEWS).some((view) => command.startsWith(`${view}.`));
}

/** Context keys of ours in a condition: neither settings nor the ids of views. */
function contextKeysOf(when: string): string[] {
  const text = when.replace(/\/(\\.|[^/])*\//g, '').replace(/view\s*==\s*[\w.]+/g, '');
  const keys = [...text.matchAll(/(?<![\w.])predictionMarkets\.[\w.]+/g)].map(([key]) => key);
  return keys;
}

/** `viewItem =~ /^(a|b\.c)$/` → a, b.c; `viewItem == a` → a */
function rowMarksOf(when: string): string[] {
  const patterns = [...when.matchAll(/viewItem\s*=~\s*\/((?:\\.|[^/])*)\//g)].flatMap(
    ([, pattern]) => pattern ?? [],
  );
  const one = [...when.matchAll(/viewItem\s*==\s*([\w.]+)/g)].flatMap(([, mark]) => mark ?? []);
  const several = patterns.flatMap((pattern) =>
    pattern
      .replace(/^\^\(|\)\$$/g, '')
      .replaceAll('\\.', '.')
      .split('|'),
  );
  return [...one, ...several];
}
