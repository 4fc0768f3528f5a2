import { l10n } from 'vscode';
import { DisposableOwner } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { ApiCall } from '../../core/api-call.ts';
import type { RawReply } from '../../core/raw-reply.ts';
import { namedConnection } from '../../exchange/profile.ts';
import { eventTitle, marketName } from '../../view/names.ts';
import { replyTexts } from '../../view/panels/inspector/detail.ts';
import type { InspectorInput, ReplyTexts } from '../../view/panels/inspector/input.ts';
import { inspectorSnapshot } from '../../view/panels/inspector/model.ts';
import type { ViewContext } from '../../view/row.ts';
import type { RowTarget } from '../ids.ts';
import type { Parts } from '../services.ts';
import type { PanelPage } from './page.ts';

type Needed = Parts<'callLog' | 'clock' | 'live' | 'marketViews' | 'session' | 'view' | 'watched'>;

const STREAMS = ['markets', 'account'] as const;

/** What the page of the API inspector is made of. */
export class InspectorPage extends DisposableOwner implements PanelPage {
  readonly #services: Needed;
  readonly #changed = this.own.add(new Emitter<void>());
  #selected: ApiCall | undefined;
  #raw: RawReply | undefined;
  #texts: { readonly of: RawReply; readonly context: ViewContext; readonly texts: ReplyTexts } | undefined;
  #paused: InspectorInput['paused'];

  constructor(services: Needed) {
    super();
    this.#services = services;
  }

  title(): string {
    return l10n.t('API Inspector');
  }

  slugs(): readonly string[] {
    return [];
  }

  /** The call that is shown in full, or the newest. */
  get call(): ApiCall | undefined {
    return this.#selected ?? this.#services.callLog.calls.at(-1);
  }

  get selected(): ApiCall | undefined {
    return this.#selected;
  }

  get fieldNames(): string {
    return this.#replyTexts()?.names.join('\n') ?? '';
  }

  inspect(id: string | undefined): void {
    this.#selected = id === undefined ? undefined : this.#services.callLog.get(id);
    this.#raw = undefined;
    void this.#readReply();
    this.#changed.fire();
  }

  setPaused(isPaused: boolean): void {
    const { callLog, clock } = this.#services;
    this.#paused = isPaused ? { at: clock.now(), calls: callLog.calls } : undefined;
    this.#changed.fire();
  }

  noteChanges(): void {
    const { callLog } = this.#services;
    const selected = this.#selected;
    if (selected === undefined) return;
    // Cleared; or dropped with its account, after which nothing of its reply may be seen.
    if (callLog.get(selected.id) === undefined && this.#paused === undefined) this.#selected = undefined;
    if (!selected.hasReply) this.#raw = this.#texts = undefined;
    else if (this.#raw === undefined) void this.#readReply();
  }

  draw() {
    const { callLog, view } = this.#services;
    return {
      content: inspectorSnapshot(this.#input(), view()),
      needs: { stores: [], changes: [callLog.onDidChange, this.#changed.event] },
    };
  }

  #input(): InspectorInput {
    const { callLog, clock, session } = this.#services;
    const exchange = session.current;
    return {
      connection: namedConnection(session.profile),
      since: callLog.since,
      calls: callLog.calls,
      frames: callLog.frames(clock.now()),
      budget: exchange?.diagnostics.budget(),
      streams: STREAMS.map((stream) => ({ stream, state: this.#services.live.state(stream) })),
      paused: this.#paused,
      selected: this.#selected,
      reply: this.#replyTexts(),
      nameOf: (slug) => this.#nameOf(slug),
    };
  }

  async #readReply(): Promise<void> {
    const call = this.#selected;
    const exchange = this.#services.session.current;
    if (call?.hasReply !== true || exchange === undefined) return;
    const raw = await exchange.raw({ kind: 'call', id: call.id }).catch(() => undefined);
    if (raw === undefined || call !== this.#selected || !call.hasReply) return;
    this.#raw = raw;
    this.#changed.fire();
  }

  #replyTexts(): ReplyTexts | undefined {
    const of = this.#raw;
    if (of === undefined) return undefined;
    const context = this.#services.view();
    if (this.#texts?.of !== of || this.#texts.context !== context)
      this.#texts = { of, context, texts: replyTexts(of, context) };
    return this.#texts.texts;
  }

  #nameOf(slug: string): string | undefined {
    const { marketViews, watched, view } = this.#services;
    const market = marketViews.withEvent(slug);
    if (market !== undefined) return marketName(market, marketViews.eventOf(market), view());
    const event = watched.event(slug);
    return event && eventTitle(event);
  }
}

/** A call as a row would name it. */
export function callTarget(id: string): RowTarget {
  return { view: 'markets', subject: { kind: 'call', id } };
}
