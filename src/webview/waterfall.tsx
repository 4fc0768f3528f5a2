import type { ComponentChild } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { CallBar, Pause, Waterfall } from '../view/panels/inspector/protocol.ts';
import { Run } from './actions.tsx';
import { Checkbox } from './controls.ts';
import type { TimeSpan } from './list-rows.ts';
import { TableView } from './table.tsx';

interface SpanProps {
  /** The calls of which the list shows; undefined: all. */
  readonly span: TimeSpan | undefined;
  readonly choose: (span: TimeSpan | undefined) => void;
}

interface WaterfallProps extends SpanProps {
  readonly waterfall: Waterfall;
  readonly isTable: boolean;
  readonly showTable: (isTable: boolean) => void;
}

/** The last minute as a picture, in which a pointer or the arrow keys choose a span, or as a table. */
export function WaterfallView({ waterfall, span, choose, isTable, showTable }: WaterfallProps) {
  const { heading, hint, table, zone } = waterfall;
  const time = useMemo(() => {
    const language = document.documentElement.lang || undefined;
    return new Intl.DateTimeFormat(language, { timeStyle: 'medium', hourCycle: 'h23', timeZone: zone });
  }, [zone]);
  const shown = span && `${time.format(span[0])}–${time.format(span[1])}`;
  return (
    <section class="waterfall">
      <div class="heading">
        <h2>{heading}</h2>
        <span class="dim small" role="status">
          {shown ?? (isTable ? '' : hint)}
        </span>
        <Checkbox label={waterfall.showTable} checked={isTable} onChange={showTable} />
      </div>
      {isTable ? <TableView table={table} /> : <Picture waterfall={waterfall} span={span} choose={choose} />}
    </section>
  );
}

/** So far the pointer moves before that is a span, CSS pixels. */
const DRAGGED = 4;

/** Drags over the lanes choose a span of time; a press alone is for the bars. */
function useDrag({ from, to }: Waterfall, choose: SpanProps['choose']) {
  const start = useRef<{ readonly x: number; readonly at: number } | undefined>(undefined);
  const timeAt = (event: PointerEvent): number => {
    const lanes = event.currentTarget as Element;
    const { left = 0, width = 1 } = lanes.querySelector('.course')?.getBoundingClientRect() ?? {};
    return from + Math.min(1, Math.max(0, (event.clientX - left) / width)) * (to - from);
  };
  return {
    onPointerDown: (event: PointerEvent): void => {
      start.current = event.button === 0 ? { x: event.clientX, at: timeAt(event) } : undefined;
    },
    onPointerMove: (event: PointerEvent): void => {
      const began = start.current;
      if (began === undefined || Math.abs(event.clientX - began.x) < DRAGGED) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      const now = timeAt(event);
      choose([Math.min(began.at, now), Math.max(began.at, now)]);
    },
    onPointerUp: (): void => {
      start.current = undefined;
    },
    onPointerCancel: (): void => {
      start.current = undefined;
    },
  };
}

/** A span chosen by key starts so long, and moves and grows by so much, milliseconds. */
const FIRST_MS = 10_000;
const STEP_MS = 1_000;

/** Arrow keys move a span, with Shift its end, Escape lets go of it. */
function useKeys({ from, to }: Waterfall, { span, choose }: SpanProps) {
  return (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -STEP_MS, ArrowRight: STEP_MS }[event.key];
    if (event.key === 'Escape' && span !== undefined) choose(undefined);
    else if (by === undefined) return;
    else if (span === undefined) choose([to - FIRST_MS, to]);
    else if (event.shiftKey) choose([span[0], Math.max(span[0] + STEP_MS, Math.min(to, span[1] + by))]);
    else if (span[0] + by >= from && span[1] + by <= to) choose([span[0] + by, span[1] + by]);
    event.preventDefault();
  };
}

/** Drawn for the eye; what is read out says how many calls there are, and the span once one is chosen. */
function Picture({ waterfall, span, choose }: SpanProps & { readonly waterfall: Waterfall }) {
  const { spoken, keys, rate, lanes, streams, pauses, ticks, from, to } = waterfall;
  const drag = useDrag(waterfall, choose);
  const onKeyDown = useKeys(waterfall, { span, choose });
  const [begin, end] = (span ?? []).map((at) => Math.max(0, (at - from) / (to - from)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and there is no room for one.
    <div
      class="lanes"
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys choose a span in it.
      tabIndex={0}
      aria-label={`${spoken} ${keys}`}
      {...drag}
      onKeyDown={onKeyDown}
    >
      <div aria-hidden="true">
        <Lane label={rate.label} aside={rate.limit} kind="rate">
          {rate.bars.map(({ at, height, label }) => (
            <span key={at} class="rate-bar" style={{ '--from': String(at), '--height': String(height) }}>
              <span>{label}</span>
            </span>
          ))}
        </Lane>
        {lanes.map(({ label, bars }, place) => (
          <Lane key={label} label={label} kind="of-calls">
            {pauses.map((pause) => (
              <PauseMark key={pause.from} pause={pause} isSaid={pause.lane === place} />
            ))}
            {begin !== undefined && end !== undefined && end > 0 && (
              <span class="span" style={{ '--from': String(begin), '--to': String(end) }} />
            )}
            {bars.map((bar) => (
              <Bar key={bar.key} bar={bar} />
            ))}
          </Lane>
        ))}
        {streams.map(({ label, aside, dots, tone }) => (
          <Lane key={label} label={label} aside={aside} kind={`of-stream ${tone}`}>
            {dots.map((at) => (
              <span key={at} class="dot" style={{ '--from': String(at) }} />
            ))}
          </Lane>
        ))}
        <Lane label="" kind="ticks">
          {ticks.map(({ at, label }) => (
            <span key={at} class="tick dim" style={{ '--from': String(at) }}>
              {label}
            </span>
          ))}
        </Lane>
      </div>
    </div>
  );
}

/** So far right its words stand left of its end. */
const LATE = 0.7;

function PauseMark({ pause, isSaid }: { readonly pause: Pause; readonly isSaid: boolean }) {
  const { from, to, text } = pause;
  const place = { '--from': String(from), '--to': String(to) };
  return (
    <span class={from > LATE ? 'pause late' : 'pause'} style={place}>
      {isSaid && <span class="warn">{text}</span>}
    </span>
  );
}

interface LaneProps {
  readonly label: string;
  readonly aside?: string;
  readonly kind: string;
  readonly children: ComponentChild;
}

function Lane({ label, aside, kind, children }: LaneProps) {
  return (
    <div class={`lane ${kind}`}>
      <span class="name dim">{label}</span>
      <div class="course">{children}</div>
      <span class="aside dim">{aside}</span>
    </div>
  );
}

function Bar({ bar }: { readonly bar: CallBar }) {
  const { call, from, to, tone, hint, isCurrent, isCached } = bar;
  const classes = ['bar', tone, isCurrent ? 'current' : '', isCached ? 'cached' : ''];
  return (
    <Run.Consumer>
      {(run) => (
        <button
          type="button"
          tabIndex={-1}
          class={classes.filter(Boolean).join(' ')}
          title={hint}
          style={{ '--from': String(from), '--to': String(to) }}
          onClick={() => run({ name: 'inspectCall', rows: [call] })}
        />
      )}
    </Run.Consumer>
  );
}
