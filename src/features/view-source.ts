import { env, l10n } from 'vscode';
import { ChangeSource } from '../base/change-source.ts';
import type { Clock } from '../base/clock.ts';
import { createFormatter } from '../view/format.ts';
import type { ViewContext } from '../view/row.ts';
import type { Config } from './config.ts';
import type { SettingName } from './ids.ts';

const FORMAT_SETTINGS: readonly SettingName[] = [
  'oddsFormat',
  'timeZone',
  'hideAmounts',
  'shortNames',
  'images',
];

/** How things are written. Changes with the settings for that: odds, zone, hidden amounts. */
export class ViewSource extends ChangeSource {
  readonly #config: Config;
  readonly #clock: Clock;
  readonly #lookups: Omit<ViewContext, 't' | 'format'>;
  #context: ViewContext | undefined;

  /** `lookups`: what the stores know of names. */
  constructor(config: Config, clock: Clock, lookups: Omit<ViewContext, 't' | 'format'>) {
    super();
    this.#config = config;
    this.#clock = clock;
    this.#lookups = lookups;
    this.own.add(
      config.onDidChange((names) => {
        if (!FORMAT_SETTINGS.some((name) => names.has(name))) return;
        this.#context = undefined;
        this.changes.fire();
      }),
    );
  }

  /** Language and formatter of the settings as they are now: the same object until they change. */
  readonly view = (): ViewContext => {
    this.#context ??= { t: l10n.t, format: this.#formatter(), ...this.#lookups };
    return this.#context;
  };

  #formatter(): ViewContext['format'] {
    const config = this.#config;
    return createFormatter(
      {
        oddsFormat: config.get('oddsFormat'),
        timeZone: config.get('timeZone'),
        hideAmounts: config.get('hideAmounts'),
        shortNames: config.get('shortNames'),
        locale: env.language,
        now: () => this.#clock.now(),
      },
      l10n.t,
    );
  }
}
