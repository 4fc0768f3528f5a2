import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../../../../tools/repository.ts';

/** Colours of the default dark and light theme and of both high contrasts, as far as the pages use them. */
const EDITOR: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'vscode-dark': {
    'editor-background': '#1f1f1f',
    foreground: '#cccccc',
    descriptionForeground: '#9d9d9d',
    focusBorder: '#0078d4',
    'widget-border': '#313131',
    'editorWidget-background': '#202020',
    'textLink-foreground': '#4daafc',
    'button-background': '#0078d4',
    'button-foreground': '#ffffff',
    'button-border': 'rgba(255, 255, 255, 0.1)',
    'button-hoverBackground': '#026ec1',
    'button-secondaryBackground': 'rgba(0, 0, 0, 0)',
    'button-secondaryForeground': '#cccccc',
    'button-secondaryBorder': 'rgba(204, 204, 204, 0.15)',
    'button-secondaryHoverBackground': '#2b2b2b',
    'checkbox-background': '#313131',
    'checkbox-border': '#3c3c3c',
    'checkbox-foreground': '#cccccc',
    'inputOption-activeBackground': 'rgba(36, 137, 219, 0.51)',
    'inputOption-activeBorder': '#2488db',
    'inputOption-activeForeground': '#ffffff',
    'inputOption-hoverBackground': 'rgba(90, 93, 94, 0.5)',
    'toolbar-hoverBackground': 'rgba(90, 93, 94, 0.31)',
    'input-background': '#313131',
    'input-border': '#3c3c3c',
    'input-foreground': '#cccccc',
    'list-hoverBackground': '#2a2d2e',
    'list-inactiveSelectionBackground': '#37373d',
    'charts-green': '#89d185',
    'charts-red': '#f14c4c',
    'charts-yellow': '#cca700',
    'editorWarning-foreground': '#cca700',
  },
  'vscode-light': {
    'editor-background': '#ffffff',
    foreground: '#3b3b3b',
    descriptionForeground: '#3b3b3b',
    focusBorder: '#005fb8',
    'widget-border': '#e5e5e5',
    'editorWidget-background': '#f8f8f8',
    'textLink-foreground': '#005fb8',
    'button-background': '#005fb8',
    'button-foreground': '#ffffff',
    'button-border': 'rgba(0, 0, 0, 0.1)',
    'button-hoverBackground': '#0258a8',
    'button-secondaryBackground': '#e5e5e5',
    'button-secondaryForeground': '#3b3b3b',
    'button-secondaryBorder': 'rgba(59, 59, 59, 0.15)',
    'button-secondaryHoverBackground': '#cccccc',
    'checkbox-background': '#f8f8f8',
    'checkbox-border': '#cecece',
    'checkbox-foreground': '#3b3b3b',
    'inputOption-activeBackground': '#bed6ed',
    'inputOption-activeBorder': '#005fb8',
    'inputOption-activeForeground': '#000000',
    'inputOption-hoverBackground': 'rgba(184, 184, 184, 0.31)',
    'toolbar-hoverBackground': 'rgba(184, 184, 184, 0.31)',
    'input-background': '#ffffff',
    'input-border': '#cecece',
    'input-foreground': '#3b3b3b',
    'list-hoverBackground': '#f2f2f2',
    'list-inactiveSelectionBackground': '#e4e6f1',
    'charts-green': '#388a34',
    'charts-red': '#e51400',
    'charts-yellow': '#bf8803',
    'editorWarning-foreground': '#bf8803',
  },
  'vscode-high-contrast': {
    'editor-background': '#000000',
    foreground: '#ffffff',
    descriptionForeground: 'rgba(255, 255, 255, 0.7)',
    contrastBorder: '#6fc3df',
    contrastActiveBorder: '#f38518',
    focusBorder: '#f38518',
    'widget-border': '#6fc3df',
    'editorWidget-background': '#0c141f',
    'textLink-foreground': '#21a6ff',
    'button-background': '#000000',
    'button-foreground': '#ffffff',
    'button-border': '#6fc3df',
    'button-hoverBackground': '#000000',
    'button-secondaryForeground': '#ffffff',
    'button-secondaryBorder': '#6fc3df',
    'checkbox-background': '#000000',
    'checkbox-border': '#6fc3df',
    'checkbox-foreground': '#ffffff',
    'inputOption-activeBackground': 'rgba(0, 0, 0, 0)',
    'inputOption-activeBorder': '#6fc3df',
    'inputOption-activeForeground': '#ffffff',
    'input-background': '#000000',
    'input-border': '#6fc3df',
    'input-foreground': '#ffffff',
    'list-hoverBackground': 'rgba(255, 255, 255, 0.1)',
    'charts-green': '#89d185',
    'charts-red': '#f48771',
    'charts-yellow': '#ffd370',
    'editorWarning-foreground': '#ffd370',
  },
  'vscode-high-contrast-light': {
    'editor-background': '#ffffff',
    foreground: '#292929',
    descriptionForeground: 'rgba(41, 41, 41, 0.7)',
    contrastBorder: '#0f4a85',
    contrastActiveBorder: '#006bbd',
    focusBorder: '#006bbd',
    'widget-border': '#0f4a85',
    'editorWidget-background': '#ffffff',
    'textLink-foreground': '#0f4a85',
    'button-background': '#0f4a85',
    'button-foreground': '#ffffff',
    'button-border': '#0f4a85',
    'button-hoverBackground': '#0f4a85',
    'button-secondaryBackground': '#ffffff',
    'button-secondaryForeground': '#292929',
    'button-secondaryBorder': '#0f4a85',
    'checkbox-background': '#ffffff',
    'checkbox-border': '#0f4a85',
    'checkbox-foreground': '#292929',
    'inputOption-activeBackground': 'rgba(0, 0, 0, 0)',
    'inputOption-activeBorder': '#0f4a85',
    'inputOption-activeForeground': '#292929',
    'input-background': '#ffffff',
    'input-border': '#0f4a85',
    'input-foreground': '#292929',
    'list-hoverBackground': 'rgba(15, 74, 133, 0.1)',
    'list-inactiveSelectionBackground': 'rgba(15, 74, 133, 0.1)',
    'charts-green': '#374e06',
    'charts-red': '#b5200d',
    'charts-yellow': '#895503',
    'editorWarning-foreground': '#895503',
  },
};

/** Which default of a contributed colour is that of which theme. */
const KINDS = {
  'vscode-dark': 'dark',
  'vscode-light': 'light',
  'vscode-high-contrast': 'highContrast',
  'vscode-high-contrast-light': 'highContrastLight',
} as const;

export type Theme = keyof typeof KINDS;
export const themes = Object.keys(KINDS) as readonly Theme[];

interface ContributedColor {
  readonly id: string;
  readonly defaults: Readonly<Record<(typeof KINDS)[Theme], string>>;
}

/** By the names of the page's variables, without the editor's prefix. */
export const THEMES = Object.fromEntries(
  themes.map((theme) => [theme, { ...EDITOR[theme], ...contributed(theme) }]),
) as Readonly<Record<Theme, Readonly<Record<string, string>>>>;

/** The extension's own colours in a theme; a default may name another colour. */
function contributed(theme: Theme): Readonly<Record<string, string>> {
  const manifest = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
    readonly contributes: { readonly colors: readonly ContributedColor[] };
  };
  const named = (id: string): string => id.replaceAll('.', '-');
  return Object.fromEntries(
    manifest.contributes.colors.map(({ id, defaults }) => {
      const colour = defaults[KINDS[theme]];
      return [named(id), colour.startsWith('#') ? colour : (EDITOR[theme]?.[named(colour)] ?? '')];
    }),
  );
}

/** Light (Visual Studio): its text is grey, and so are the grounds it lies on. */
export const CLASSIC_LIGHT: Readonly<Record<string, string>> = {
  ...THEMES['vscode-light'],
  foreground: '#616161',
  descriptionForeground: '#717171',
  'textLink-foreground': '#006ab1',
  'editorWidget-background': '#f3f3f3',
  'list-hoverBackground': '#e8e8e8',
  'textCodeBlock-background': 'rgba(220, 220, 220, 0.4)',
};
