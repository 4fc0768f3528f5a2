import { env, l10n, window } from 'vscode';
import type { RowSubject } from '../../view/row.ts';
import type { MarketTarget } from '../ids.ts';
import { jsonOf } from '../json.ts';
import type { Services } from '../services.ts';
import { slugOf } from './ask-market.ts';
import { marketSlug } from './open.ts';

/** Copies the slug of a market or event. */
export async function copySlug(services: Services, target?: MarketTarget): Promise<void> {
  const subject = typeof target === 'object' ? target.subject : undefined;
  const slug =
    subject?.kind === 'event'
      ? subject.key
      : (slugOf(target) ?? (await marketSlug(services, l10n.t('Copy the slug of which market?'), undefined)));
  if (slug !== undefined) await copy(slug);
}

/** Copies the decoded fields of the thing a row stands for: a market, event, order, position or activity. */
export async function copyAsJson(services: Services, target?: MarketTarget): Promise<void> {
  const subject = typeof target === 'object' ? target.subject : undefined;
  if (subject !== undefined) {
    const found = await known(services, subject);
    if (found !== undefined) return copy(jsonOf(found));
    void window.showInformationMessage(l10n.t('This is not there any more.'));
    return;
  }
  const slug = await marketSlug(services, l10n.t('Copy which market as JSON?'), target);
  if (slug !== undefined) await copy(jsonOf(await market(services, slug)));
}

async function known(services: Services, subject: RowSubject): Promise<unknown> {
  const { events, orders, positions, activity } = services;
  switch (subject.kind) {
    case 'market':
      return market(services, subject.slug);
    case 'event':
      return (
        events.events.find(({ slug, id }) => slug === subject.key || id === subject.key) ??
        subject.slugs.flatMap((slug) => services.markets.get(slug) ?? [])
      );
    case 'order':
      return orders.get(subject.id);
    case 'orderMarket':
      return orders.inMarket(subject.marketSlug);
    case 'position':
      return positions.get(subject.marketSlug);
    case 'activity':
      return activity.get(subject.key);
  }
}

/** As it was read last; read now where it was not. */
async function market({ markets, session }: Services, slug: string): Promise<unknown> {
  return markets.get(slug) ?? (await session.ensure()).marketBySlug(slug);
}

async function copy(text: string): Promise<void> {
  await env.clipboard.writeText(text);
  void window.setStatusBarMessage(l10n.t('Copied'), 2000);
}
