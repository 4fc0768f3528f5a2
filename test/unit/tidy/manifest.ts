import type { InputSchema } from '../../../src/agents/schema.ts';
import { read } from './sources.ts';

export interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly activationEvents: readonly string[];
  readonly extensionKind: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: unknown;
      readonly restrictedConfigurations?: readonly string[];
    };
    readonly virtualWorkspaces: unknown;
  };
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly shortTitle?: string;
      readonly icon?: string;
      readonly enablement?: string;
    }[];
    readonly views: Readonly<
      Record<
        string,
        readonly { readonly id: string; readonly when?: string; readonly accessibilityHelpContent?: string }[]
      >
    >;
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly id: string;
        readonly description: string;
        readonly completionEvents: readonly string[];
      }[];
    }[];
    readonly viewsContainers: {
      readonly activitybar: readonly { readonly id: string; readonly icon: string }[];
    };
    readonly viewsWelcome: readonly {
      readonly view: string;
      readonly contents: string;
      readonly when?: string;
    }[];
    readonly menus: Readonly<
      Record<
        string,
        readonly { readonly command?: string; readonly when?: string; readonly group?: string }[]
      >
    >;
    readonly keybindings: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac: string;
      readonly when?: string;
    }[];
    readonly languages: readonly { readonly id: string; readonly extensions?: readonly string[] }[];
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly modelDescription: string;
      readonly when?: string;
      readonly inputSchema: InputSchema;
    }[];
    readonly colors: readonly { readonly id: string }[];
    readonly configurationDefaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    /** The sections of the settings, as the settings editor shows them. */
    readonly configuration: readonly {
      readonly id: string;
      readonly title: string;
      readonly order: number;
      readonly properties: Readonly<Record<string, ManifestSetting>>;
    }[];
  };
}

export interface ManifestSetting {
  readonly default: unknown;
  readonly scope: string;
  readonly order: number;
  readonly enum?: readonly unknown[];
  readonly enumItemLabels?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly pattern?: string;
  readonly tags?: readonly string[];
  readonly ignoreSync?: boolean;
}

export function manifest(): Manifest {
  return JSON.parse(read('package.json')) as Manifest;
}

/** The settings of all sections. */
export function manifestSettings(): Readonly<Record<string, ManifestSetting>> {
  return Object.assign({}, ...manifest().contributes.configuration.map(({ properties }) => properties));
}

export function conditions(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(conditions);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'completionEvents' && Array.isArray(inner)
      ? inner.flatMap((event) => /^onContext:(.*)/.exec(String(event))?.[1] ?? [])
      : (key === 'when' || key === 'enablement') && typeof inner === 'string'
        ? [inner]
        : conditions(inner),
  );
}
