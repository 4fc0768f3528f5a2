import { type QuickPickItem, ThemeIcon } from 'vscode';
import { isOver } from '../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { marketName, shortSideName } from '../../view/names.ts';
import { sidePriceText, stateOf } from '../../view/price-text.ts';
import { joined } from '../../view/row.ts';
import { lifecycleIcon, lifecycleWord } from '../../view/states.ts';
import { asOfText } from '../../view/truth-text.ts';
import type { Services } from '../services.ts';

export interface MarketItem extends QuickPickItem {
  /** Undefined on notes. */
  readonly slug?: string | undefined;
}

/** A market as one line of a list to choose from: its name, a price per side with its age, its slug below. */
export function marketItem(services: Services, market: Market, event?: MarketEvent): MarketItem {
  const context = services.view();
  const facts = services.factsOf(market.slug);
  const state = stateOf(market, facts);
  const sides = [true, false].map((long) => {
    const price = sidePriceText(market, long, facts, context);
    return price === '' ? '' : `${shortSideName(market, long, context)} ${price}`;
  });
  return {
    slug: market.slug,
    label: marketName(market, event ?? services.eventOf(market), context),
    // A result does not age.
    description: joined([
      ...sides,
      isOver(state) ? lifecycleWord(state, context) : asOfText(facts.truth, context),
    ]),
    detail: market.slug,
    iconPath: new ThemeIcon(lifecycleIcon(state).id),
    alwaysShow: true,
  };
}
