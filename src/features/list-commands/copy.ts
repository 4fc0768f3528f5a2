import { l10n, window } from 'vscode';
import type { MarketEvent } from '../../core/market.ts';
import { isSlug } from '../../core/slug.ts';
import type { RowSubject } from '../../view/row.ts';
import { copyText } from '../copy-text.ts';
import { type RowTarget, slugOf } from '../ids.ts';
import { jsonOf, ownJson } from '../json.ts';
import { pageLink } from '../page-link.ts';
import { marketSlug, type SearchServices } from '../search/ask-market.ts';
import type { Parts } from '../services.ts';

export async function copySlug(services: SearchServices, target?: string | RowTarget): Promise<void> {
  const subject = typeof target === 'object' ? target.subject : undefined;
  const slug =
    subject?.kind === 'event'
      ? subject.key
      : (slugOf(target) ?? (await marketSlug(services, l10n.t('Copy the slug of which market?'), undefined)));
  if (slug !== undefined) await copyText(slug);
}

/** Copies an address that opens the page of the market, or of the event of a row, in an editor. */
export async function copyLink(services: SearchServices, target?: string | RowTarget): Promise<void> {
  const subject = typeof target === 'object' ? target.subject : undefined;
  const event = subject?.kind === 'event' && isSlug(subject.key) ? subject.key : undefined;
  const slug = event ?? (await marketSlug(services, l10n.t('Copy the link of which market?'), target));
  const action = event === undefined ? 'openMarket' : 'openEvent';
  if (slug !== undefined) await copyText(pageLink(action, slug));
}

/** Copies a text of the table a page's menu was opened on, as it is shown there. */
export async function copyOfPage(given: unknown, part: 'cell' | 'row' | 'table'): Promise<void> {
  const text = typeof given === 'object' && given !== null && part in given && (given as Texts)[part];
  if (typeof text === 'string') await copyText(text);
}

type Texts = Readonly<Record<'cell' | 'row' | 'table', unknown>>;

/** Copies the market, event, order, position or activity of a row as JSON; amounts stay hidden while they are. */
export async function copyAsJson(
  services: SearchServices & Parts<'config' | 'orders' | 'positions' | 'activity'>,
  target?: string | RowTarget,
): Promise<void> {
  const subject = typeof target === 'object' ? target.subject : undefined;
  if (subject !== undefined) {
    const json = await subjectJson(services, subject);
    if (json !== undefined) return copyText(json);
    void window.showInformationMessage(l10n.t('This is no longer listed.'));
    return;
  }
  const slug = await marketSlug(services, l10n.t('Copy which market as JSON?'), target);
  if (slug !== undefined) await copyText(jsonOf(await services.markets.getOrRead(slug)));
}

async function subjectJson(
  services: Parts<'orders' | 'positions' | 'activity' | 'config' | 'markets' | 'watched'>,
  subject: RowSubject,
): Promise<string | undefined> {
  const { orders, positions, activity } = services;
  const own = (value: unknown): string | undefined =>
    value === undefined ? undefined : ownJson(value, services.config.get('hideAmounts'));
  switch (subject.kind) {
    case 'market':
      return jsonOf(await services.markets.getOrRead(subject.slug));
    case 'event':
      return jsonOf(
        (await eventOf(services, subject.key)) ??
          // Of a service without events: the markets the row stands for.
          subject.slugs.flatMap((slug) => services.markets.get(slug) ?? []),
      );
    case 'order':
      return own(orders.get(subject.id));
    case 'orderMarket':
      return own(subject.slugs.flatMap((slug) => orders.inMarket(slug)));
    case 'position':
      return own(positions.get(subject.marketSlug));
    case 'activity':
      return own(activity.get(subject.key));
    case 'lines':
    case 'watchGroup':
    case 'savedQuery':
    case 'category':
    case 'alert':
    case 'agentSwitch':
    case 'call':
    case 'portfolio':
      return undefined;
  }
}

/** As it was read last; read now where it was not. */
async function eventOf({ watched }: Parts<'watched'>, key: string): Promise<MarketEvent | undefined> {
  return watched.event(key) ?? ((await watched.lookUp(key)) && watched.event(key));
}
