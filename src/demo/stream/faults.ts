import { Emitter } from '../../base/event.ts';

/** Rates are chances from 0 to 1: of each frame, except for `refuse`, which is of each handshake. */
export interface FaultPlan {
  /** The same seed gives the same faults to the same frames. Default 1. */
  readonly seed?: number;
  /** The connection breaks without a close frame. */
  readonly drop?: number;
  /** The connection is closed with a code. */
  readonly close?: { readonly rate: number; readonly code: number };
  /**
   * Nothing leaves any more for `ms`, or until the faults change; the connection stays open. What was to be told is told
   * when it ends: books at their latest, the rest late.
   */
  readonly stall?: { readonly rate: number; readonly ms: number | undefined };
  /** A frame is never sent. */
  readonly lose?: number;
  /** Something that is no frame comes before the frame. */
  readonly garbage?: number;
  /** A frame is sent after the one that follows it. */
  readonly reorder?: number;
  /** A frame is sent twice. */
  readonly duplicate?: number;
  /** One of the latest 50 frames is sent again after the frame. */
  readonly replay?: number;
  /** A handshake is answered with an HTTP status. */
  readonly refuse?: { readonly rate: number; readonly status: number };
}

/** What goes wrong on purpose, for all connections of the demo's streams. */
export class Faults {
  readonly #changed = new Emitter<FaultPlan>();
  #plan: FaultPlan;

  readonly onDidChange = this.#changed.event;

  constructor(plan: FaultPlan = {}) {
    this.#plan = plan;
  }

  get plan(): FaultPlan {
    return this.#plan;
  }

  /** Replaces everything that was set before. */
  set(plan: FaultPlan): void {
    this.#plan = plan;
    this.#changed.fire(plan);
  }

  /** Nothing goes wrong any more; stalls end. */
  clear(): void {
    this.set({});
  }
}
