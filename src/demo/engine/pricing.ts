import { INTERVAL_MS, type PriceInterval } from '../../core/book.ts';
import { numeric, type WireObject } from '../wire/encode-values.ts';
import { DOLLAR_POINTS, pointsDecimal } from './amounts.ts';
import { coinCourse } from './coin.ts';
import {
  DAY,
  type EventFrame,
  HOUR,
  type MarketFrame,
  phaseOf,
  progressOf,
  type Question,
} from './events.ts';
import { winningAnswer } from './questions.ts';
import { below, drift, hash, normalCdf, unit } from './random.ts';
import { chanceAbove, finalScore, marginOutlook, paced, totalOutlook } from './scores.ts';
import { isWindow } from './windows.ts';

/** Best prices of the long side in points; a missing side is undefined. `bid` is below `offer` by at least a tick. */
export interface Quote {
  readonly bid: number | undefined;
  readonly offer: number | undefined;
}

export type MarketState = 'open' | 'halted' | 'resolving' | 'resolved';

export function stateOf(market: MarketFrame, now: number): MarketState {
  const phase = phaseOf(market.event, now);
  if (phase === 'resolving' || phase === 'resolved') return phase;
  return phase === 'live' && isHalted(market, now) ? 'halted' : 'open';
}

/** What the long side pays per contract once the event is over, in points. */
export function payoutOf(seed: number, market: MarketFrame): number {
  return market.event.voidPoints ?? (longWins(seed, market) ? DOLLAR_POINTS : 0);
}

/** Chance that the long side wins, 0–1. All markets of an event follow one course of the game, so they agree. */
export function fairChance(seed: number, market: MarketFrame, now: number): number {
  const { event, contract } = market;
  const { subject } = event;
  if (contract.kind === 'combo')
    return contract.legs.reduce((chance, leg) => chance * fairChance(seed, leg, now), 1);
  if (isWindow(event)) return upChance(seed, event, now);
  if (subject.kind === 'question') return answerChance(seed, event, subject, market.index, now);
  switch (contract.kind) {
    case 'winner': {
      const home = chanceAbove(marginOutlook(seed, event, subject, now), 0);
      return contract.team === 'home' ? home : 1 - home;
    }
    case 'threeWay': {
      const margin = marginOutlook(seed, event, subject, now);
      const [home, notAway] = [chanceAbove(margin, 0.5), chanceAbove(margin, -0.5)];
      return contract.result === 'home' ? home : contract.result === 'away' ? 1 - notAway : notAway - home;
    }
    case 'spread':
      return chanceAbove(marginOutlook(seed, event, subject, now), -contract.line);
    case 'total':
      return chanceAbove(totalOutlook(seed, event, subject, now, contract.team), contract.line);
    case 'player':
      return playerChance(seed, market, contract, now);
    case 'answer':
    case 'up':
      return 0.5;
  }
}

/** The best bid and offer of the market itself, before any order of the account. None once trading is over. */
export function quoteOf(seed: number, market: MarketFrame, now: number): Quote {
  const state = stateOf(market, now);
  if (state === 'resolving' || state === 'resolved') return { bid: undefined, offer: undefined };
  const { tick, id } = market;
  const centre = (livelyChance(seed, market, now) * DOLLAR_POINTS) / tick;
  const width = 1 + below(3, seed, id, 71);
  const bid = Math.floor(centre - (width - 1) / 2);
  const offer = bid + width;
  const last = DOLLAR_POINTS / tick - 1;
  // Some markets never have bids, some never offers. One side is always there, so that an open market can trade.
  const empty = hash(id, 72) % 31;
  return {
    bid: empty === 7 || (bid < 1 && empty !== 9) ? undefined : Math.max(1, Math.min(bid, last)) * tick,
    offer:
      empty === 9 || (offer > last && empty !== 7) ? undefined : Math.min(last, Math.max(offer, 1)) * tick,
  };
}

/** Price of the long side in points, on a tick, at any time: the payout after the end, else between bid and offer. */
export function priceOf(seed: number, market: MarketFrame, now: number): number {
  if (phaseOf(market.event, now) === 'resolved') return payoutOf(seed, market);
  const { tick, event } = market;
  const chance = livelyChance(seed, market, Math.min(now, event.endMs - 60_000));
  return Math.min(DOLLAR_POINTS / tick - 1, Math.max(1, Math.round((chance * DOLLAR_POINTS) / tick))) * tick;
}

/** How often prices move: every 2 seconds in a live game or a window, else every 15 seconds. Milliseconds. */
export function paceOf(event: EventFrame, now: number): number {
  const isRunning = isWindow(event)
    ? now >= event.startMs && now < event.endMs
    : phaseOf(event, now) === 'live';
  return isRunning ? 2_000 : 15_000;
}

/**
 * When prices last moved. Events move one after the other, not all at once; the markets of one move together, so that
 * they agree. The time may lie just before the event began its present phase.
 */
export function priceMoment(event: EventFrame, now: number): number {
  const pace = paceOf(event, now);
  const shift = hash(event.id, 84) % pace;
  return Math.floor((now - shift) / pace) * pace + shift;
}

/** When the book was last replaced: as prices move, or every `churnMs`. The number is different each time. */
export function churnMoment(market: MarketFrame, now: number): number {
  const { churnMs, id, event } = market;
  if (churnMs === undefined) return priceMoment(event, now);
  const shift = hash(id, 85) % churnMs;
  return Math.floor((now - shift) / churnMs) * churnMs + shift;
}

/** From when to when a market stands still in the middle of its game; undefined for most. */
export function haltOf(market: MarketFrame): { readonly from: number; readonly to: number } | undefined {
  const { event, index, id } = market;
  if (event.subject.kind !== 'game' || event.subject.halts === undefined) return undefined;
  const isAlone = index === 1 || hash(id, 95) % 23 === 0;
  if (!isAlone && event.subject.halts === 'line') return undefined;
  const [from, to] = isAlone ? [0.15, 0.85] : [0.35, 0.65];
  const length = event.endMs - event.startMs;
  return { from: event.startMs + Math.ceil(length * from), to: event.startMs + Math.ceil(length * to) };
}

/** The moment whose prices and sizes hold now: quotes do not change while a market is halted. */
export function quotedAt(market: MarketFrame, now: number): number {
  return isHalted(market, now) ? (haltOf(market)?.from ?? now) : now;
}

/** The fair chance with the market's own trembling, about a tick, held still between two moves. */
function livelyChance(seed: number, market: MarketFrame, asked: number): number {
  const now = quotedAt(market, asked);
  const pace = paceOf(market.event, now);
  const moment = priceMoment(market.event, now);
  const tremble =
    drift(moment, pace * 7, seed, market.id, 81) + 0.5 * drift(moment, pace * 2, seed, market.id, 82);
  return (
    fairChance(seed, market, moment) + ((tremble + churnTicks(market, now)) * market.tick) / DOLLAR_POINTS
  );
}

/** With churn, prices are a tick higher about half of the time. */
function churnTicks(market: MarketFrame, now: number): number {
  if (market.churnMs === undefined) return 0;
  return hash(market.id, churnMoment(market, now), 86) % 2;
}

function longWins(seed: number, market: MarketFrame): boolean {
  const { event, contract } = market;
  if (contract.kind === 'combo') return contract.legs.every((leg) => longWins(seed, leg));
  if (isWindow(event)) return coinCourse(seed)(event.endMs) > coinCourse(seed)(event.startMs);
  if (event.subject.kind === 'question') return winningAnswer(seed, event, event.subject) === market.index;
  const final = finalScore(seed, event, event.subject);
  const margin = final.home - final.away;
  switch (contract.kind) {
    case 'winner':
      return contract.team === 'home' ? margin > 0 : margin < 0;
    case 'threeWay':
      return contract.result === 'draw' ? margin === 0 : contract.result === 'home' ? margin > 0 : margin < 0;
    case 'spread':
      return margin + contract.line > 0;
    case 'total':
      return (contract.team === undefined ? final.home + final.away : final[contract.team]) > contract.line;
    case 'player':
      return playerFinal(seed, market, contract) > contract.line;
    case 'answer':
    case 'up':
      return false;
  }
}

type PlayerContract = Extract<MarketFrame['contract'], { readonly kind: 'player' }>;

function playerChance(seed: number, market: MarketFrame, contract: PlayerContract, now: number): number {
  const { event } = market;
  const along = progressOf(event, now);
  const made = Math.floor(playerFinal(seed, market, contract) * paced(along, seed, market.id, 3) + 0.5);
  const usual =
    contract.usual * (1 + 0.08 * drift(Math.min(now, event.startMs), 5 * HOUR, seed, market.id, 4));
  const left = 1 - along;
  return chanceAbove(
    { mean: made + usual * left, deviation: Math.max(0.02, Math.sqrt(usual * left * 1.3)) },
    contract.line,
  );
}

function playerFinal(seed: number, market: MarketFrame, contract: PlayerContract): number {
  return Math.max(0, Math.round(contract.usual * (0.5 + unit(seed, market.event.id, contract.player, 63))));
}

/** By how many dollars a coin may move within a window. */
const COIN_DEVIATION = 1.6;

/** Chance that a coin ends its window above where it began. */
function upChance(seed: number, event: EventFrame, now: number): number {
  const left = 1 - progressOf(event, now);
  const course = coinCourse(seed);
  const ahead = left === 1 ? 0 : course(Math.min(now, event.endMs)) - course(event.startMs);
  return normalCdf(ahead / Math.max(0.02, COIN_DEVIATION * Math.sqrt(left)));
}

/** Answers share one dollar: their chances add up to 1, and the true one grows towards the end. */
function answerChance(
  seed: number,
  event: EventFrame,
  question: Question,
  index: number,
  now: number,
): number {
  const winner = winningAnswer(seed, event, question);
  const known = 7 * progressOf(event, now) ** 3;
  let sum = 0;
  let own = 0;
  for (const [place, answer] of question.answers.entries()) {
    const opinion =
      0.15 * drift(now, 31 * HOUR, seed, event.id, place) +
      0.04 * drift(now, 2 * HOUR, seed, event.id, place, 1);
    const weight = answer.weight * Math.exp(opinion + (place === winner ? known : 0));
    sum += weight;
    if (place === index) own = weight;
  }
  return own / sum;
}

function isHalted(market: MarketFrame, now: number): boolean {
  const halt = haltOf(market);
  return halt !== undefined && now >= halt.from && now < halt.to;
}

/** How far the price history reaches back, milliseconds. */
export const HISTORY_MS: Readonly<Record<PriceInterval, number>> = { ...INTERVAL_MS, ALL: 400 * DAY };

/** interface.md 7.7: times in whole seconds. */
export function historyOf(
  seed: number,
  market: MarketFrame,
  from: number,
  to: number,
  step: number,
): WireObject[] {
  const samples: WireObject[] = [];
  for (let ms = Math.max(from, market.event.listedMs); ms <= to; ms += step) {
    const long = priceOf(seed, market, ms);
    const [longPrice, shortPrice] = [long, DOLLAR_POINTS - long].map((points) =>
      numeric(pointsDecimal(points)),
    );
    samples.push({ timestamp: Math.floor(ms / 1000), longPrice, shortPrice });
  }
  return samples;
}
