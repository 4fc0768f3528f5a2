import { type OwnDecimal, type OwnMoney, reveal } from '../core/own.ts';
import type { ViewContext } from '../view/row.ts';
import { type Figure, figure } from './answer.ts';
import { moneyText } from './market-facts.ts';

const HIDDEN: Figure = { why: 'The person hides amounts, also from agents.' };
const NOT_SENT = 'The service does not send it.';

/** Amounts of one's own for an answer: none of them while the person hides amounts. */
interface OwnAmounts {
  readonly areHidden: boolean;
  contracts(quantity: OwnDecimal | undefined): Figure;
  money(amount: OwnMoney | undefined, why?: string): Figure;
  /** How many rows a list has: hidden as on screen, though who reads every page can count them. */
  count(count: number): Figure;
}

export function ownAmounts({ format }: ViewContext): OwnAmounts {
  const areHidden = format.settings.hideAmounts;
  const shown = (value: () => unknown, why: string): Figure => (areHidden ? HIDDEN : figure(value(), why));
  const money = (amount: OwnMoney | undefined, why = NOT_SENT): Figure =>
    shown(() => amount && moneyText(reveal(amount.value), amount.currency), why);
  return {
    areHidden,
    contracts: (quantity) => shown(() => quantity && reveal(quantity).toString(), NOT_SENT),
    money,
    count: (count) => shown(() => count, NOT_SENT),
  };
}
