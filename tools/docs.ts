// Writes the tables of settings and commands, docs/settings.md and docs/commands.md, out of package.json. `npm run docs` takes the pictures too.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './repository.ts';

interface Setting {
  readonly default: unknown;
  readonly markdownDescription: string;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly ignoreSync?: boolean;
}

interface Command {
  readonly command: string;
  readonly title: string;
  readonly enablement?: string;
}

interface Contributions {
  readonly commands: readonly Command[];
  readonly keybindings: readonly { readonly command: string; readonly key: string }[];
  readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
  readonly configuration: readonly {
    readonly title: string;
    readonly properties: Readonly<Record<string, Setting>>;
  }[];
}

const PREFIX = 'predictionMarkets.';
/** When a command is offered, in words. A new condition of package.json needs its words here. */
const CONDITIONS: Readonly<Record<string, string>> = {
  '!predictionMarkets.inBrowser': 'not on vscode.dev',
  '!predictionMarkets.signedOut': 'not when signed out',
  'predictionMarkets.filtered': 'while a list is filtered',
  'predictionMarkets.following': 'while a game is followed',
  'predictionMarkets.away': 'after an absence',
  'activeWebviewPanelId =~ /^predictionMarkets\\.inspector$/ && predictionMarkets.inspectorPaused':
    'on the inspector, while it is paused',
  'activeWebviewPanelId =~ /^predictionMarkets\\.inspector$/ && !predictionMarkets.inspectorPaused':
    'on the inspector, while it is not paused',
  'predictionMarkets.pagePreview': 'on a page that the next would replace',
  "config.predictionMarkets.connection == 'demo'": 'on the demo exchange',
  "config.predictionMarkets.connection != 'demo'": 'not on the demo exchange',
  "config.predictionMarkets.savedQueries != '[]'": 'with a saved query',
  "resourceScheme == 'prediction-markets'": 'in a document of the extension',
  'predictionMarkets.agents.stopped': 'while agents are stopped',
  '!predictionMarkets.agents.stopped': 'unless agents are stopped',
};

/** The pages by their paths in the repository. Throws where a condition has no words. */
export function wantedPages(): Readonly<Record<string, string>> {
  const { contributes } = JSON.parse(text('package.json')) as { readonly contributes: Contributions };
  const texts = JSON.parse(text('package.nls.json')) as Readonly<Record<string, string>>;
  const say = (reference: string): string => texts[reference.replaceAll('%', '')] ?? reference;
  return {
    'docs/settings.md': settingsPage(contributes, say),
    'docs/commands.md': commandsPage(contributes, say),
  };
}

type Say = (reference: string) => string;

function settingsPage({ configuration }: Contributions, say: Say): string {
  const sections = configuration.map(({ title, properties }) => {
    const rows = Object.entries(properties).map(([name, setting]) => {
      const about = [say(setting.markdownDescription), choicesText(setting, say)].filter(Boolean).join(' ');
      return `| \`${short(name)}\` | ${cell(about)} | ${valueText(setting.default)} |`;
    });
    return [`## ${say(title)}`, '', '| setting | meaning | default |', '|---|---|---|', ...rows, ''].join(
      '\n',
    );
  });
  const local = configuration.flatMap(({ properties }) =>
    Object.keys(properties).filter((name) => properties[name]?.ignoreSync === true),
  );
  return [
    '# Settings',
    '',
    'All under `predictionMarkets.`, and yours alone: no workspace can set one. Settings Sync leaves out',
    `${local.map((name) => `\`${short(name)}\``).join(', ')}.`,
    '',
    `${sections.join('\n').trimEnd()}\n`,
  ].join('\n');
}

function commandsPage({ commands, keybindings, menus }: Contributions, say: Say): string {
  const hidden = new Set(
    menus['commandPalette']?.filter(({ when }) => when === 'false').map(({ command }) => command),
  );
  const keyOf = (id: string): string => {
    const key = keybindings.find(({ command }) => command === id)?.key;
    return key === undefined ? '' : `\`${key.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}\``;
  };
  const rows = commands
    .filter(({ command }) => !hidden.has(command))
    .map(
      ({ command, title, enablement }) =>
        `| *${cell(say(title))}* | ${keyOf(command)} | ${whenText(enablement)} | \`${short(command)}\` |`,
    )
    .toSorted();
  return [
    '# Commands',
    '',
    'In the command palette under *Prediction Markets:*; on macOS `Cmd` takes the place of `Ctrl`. Keyboard shortcuts name them by',
    'their id, with `predictionMarkets.` before it. [README](../README.md#commands) says what the important ones do.',
    '',
    '| command | key | offered | id |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function choicesText({ enum: values = [], enumDescriptions = [] }: Setting, say: Say): string {
  const choices = values.map((value, index) => {
    const about = enumDescriptions[index];
    return about === undefined ? `\`${value}\`` : `\`${value}\`: ${say(about).replace(/\.$/, '')}`;
  });
  return choices.length === 0 ? '' : `${choices.join('; ')}.`;
}

function valueText(value: unknown): string {
  if (value === '') return 'empty';
  return `\`${typeof value === 'object' ? JSON.stringify(value) : String(value)}\``;
}

function whenText(condition: string | undefined): string {
  if (condition === undefined) return 'always';
  const words = CONDITIONS[condition];
  if (words === undefined) throw new Error(`tools/docs.ts has no words for ${condition}`);
  return words;
}

/** A text in a cell of a table; a link to another setting becomes its name. */
function cell(value: string): string {
  return value
    .replace(/`#predictionMarkets\.([\w.]+)#`/g, '`$1`')
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|');
}

function short(name: string): string {
  return name.replace(PREFIX, '');
}

function text(file: string): string {
  return readFileSync(path.join(repository, file), 'utf8').replaceAll('\r\n', '\n');
}

if (process.argv[1] === import.meta.filename)
  for (const [file, page] of Object.entries(wantedPages())) writeFileSync(path.join(repository, file), page);
