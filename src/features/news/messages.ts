import { commands, l10n, window } from 'vscode';
import type { Happening } from '../../core/happening.ts';
import { awaySentence } from '../../view/away-text.ts';
import { newsCounts, newsSentence } from '../../view/news-text.ts';
import { connectionMark } from '../connection-settings.ts';
import { VIEWS } from '../ids.ts';
import type { Parts } from '../services.ts';

type Needed = Parts<'away' | 'config' | 'live' | 'marketViews' | 'session' | 'view'>;
type Show = () => Thenable<unknown>;

/** Messages about the account, each with a button that shows more. One window shows them: the one that was focused last. */
export class NewsMessages {
  readonly #services: Needed;
  #said = 0;

  constructor(services: Needed) {
    this.#services = services;
  }

  /** How many there were. */
  get said(): number {
    return this.#said;
  }

  async areWanted(): Promise<boolean> {
    const { config, live } = this.#services;
    return config.get('notifications.fills') === 'toast' && (await live.isFocusedLast());
  }

  sayNews(happened: readonly Happening[]): void {
    const [first, second] = happened;
    const text =
      first !== undefined && second === undefined
        ? this.#sentence(first)
        : newsCounts(happened, this.#services.view());
    void this.#say('showInformationMessage', text, showActivity);
  }

  /** With the badge chosen, too: what was filled is not filled any more. */
  async warn(busted: Happening): Promise<void> {
    const { config, live } = this.#services;
    if (config.get('notifications.fills') === 'off' || !(await live.isFocusedLast())) return;
    await this.#say('showWarningMessage', this.#sentence(busted), showActivity);
  }

  async sayAway(show: Show): Promise<void> {
    const { away, marketViews, view } = this.#services;
    if (!(await this.areWanted()) || away.digest === undefined) return;
    void this.#say('showInformationMessage', awaySentence(away.digest, marketViews.known, view()), show);
  }

  #sentence(happening: Happening): string {
    const { marketViews, view } = this.#services;
    return newsSentence(happening, marketViews.withEvent(happening.marketSlug), view());
  }

  async #say(kind: 'showInformationMessage' | 'showWarningMessage', text: string, show: Show): Promise<void> {
    this.#said++;
    const action = l10n.t('Show');
    const words = `${connectionMark(this.#services.session.profile)} · ${text}`;
    if ((await window[kind](words, action)) === action) await show();
  }
}

function showActivity(): Thenable<unknown> {
  return commands.executeCommand(`${VIEWS.activity}.focus`);
}
