import type { ComponentChild } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type {
  CallBar,
  CallDetail,
  HeaderList,
  InspectorContent,
  Waterfall,
} from '../view/panels/inspector/protocol.ts';
import type { Section } from '../view/panels/protocol.ts';
import { ActionButton, Run } from './actions.tsx';
import { CallsPart } from './calls-part.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import type { TimeSpan } from './list-rows.ts';
import { startPanel } from './page.tsx';
import { NoteView, PairList, SectionView } from './sections.tsx';
import { TileStripView } from './tiles.tsx';

startPanel<InspectorContent>('inspector', (content) => <Inspector content={content} />);

function Inspector({ content }: { readonly content: InspectorContent }) {
  const { figures, waterfall, calls, detail } = content;
  const [span, choose] = useState<TimeSpan>();
  return (
    <div class="inspector">
      <TileStripView strip={figures} />
      {waterfall && <WaterfallView waterfall={waterfall} span={span} choose={choose} />}
      <div class="calls-and-detail">
        <CallsPart section={calls} span={span} choose={choose} />
        <DetailPart section={detail} />
      </div>
    </div>
  );
}

interface SpanProps {
  /** The calls of which the list shows; undefined: all. */
  readonly span: TimeSpan | undefined;
  readonly choose: (span: TimeSpan | undefined) => void;
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

/** Drawn for the eye; what is read out says how many there are, and the list below is the table of it. */
function WaterfallView({ waterfall, span, choose }: SpanProps & { readonly waterfall: Waterfall }) {
  const { heading, hint, spoken, rate, lanes, streams, pauses, ticks, from, to } = waterfall;
  const drag = useDrag(waterfall, choose);
  const [begin, end] = (span ?? []).map((at) => Math.max(0, (at - from) / (to - from)));
  return (
    <section class="waterfall">
      <div class="heading">
        <h2>{heading}</h2>
        <span class="dim small">{hint}</span>
      </div>
      <p class="hidden">{spoken}</p>
      <div class="lanes" aria-hidden="true" {...drag}>
        <Lane label={rate.label} aside={rate.limit} kind="rate">
          {rate.bars.map(({ at, height, label }) => (
            <span key={at} class="rate-bar" style={{ '--from': String(at), '--height': String(height) }}>
              <span>{label}</span>
            </span>
          ))}
        </Lane>
        {lanes.map(({ label, bars }) => (
          <Lane key={label} label={label} kind="of-calls">
            {pauses.map(({ from, to }) => (
              <span key={from} class="pause" style={{ '--from': String(from), '--to': String(to) }} />
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
    </section>
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

function DetailPart({ section }: { readonly section: Section<CallDetail> }) {
  return (
    <SectionView name="call-detail" section={section}>
      {(detail) => <Detail detail={detail} />}
    </SectionView>
  );
}

function Detail({ detail }: { readonly detail: CallDetail }) {
  const { name, request, summary, sent, received, unread, copyNames, rawHeading, raw, rawNote, openRaw } =
    detail;
  return (
    <>
      <p role="status">
        <b>{name}</b>
      </p>
      <p class="code-line dim">{request}</p>
      {summary.map((line) => (
        <p key={line} class="small">
          {line}
        </p>
      ))}
      <Headers list={sent} />
      <Headers list={received} />
      <Copies detail={detail} />
      {unread !== undefined && (
        <p class="warn small">
          {unread} {copyNames && <ActionButton button={copyNames} look="link" />}
        </p>
      )}
      <div class="heading">
        <h3>{rawHeading}</h3>
        {openRaw && <ActionButton button={openRaw} look="link" />}
      </div>
      {raw !== undefined && <Code label={rawHeading} text={raw} />}
      {rawNote && <NoteView note={rawNote} />}
    </>
  );
}

function Headers({ list }: { readonly list: HeaderList }) {
  if (list.headers.length === 0) return null;
  return (
    <>
      <h3>{list.heading}</h3>
      <PairList pairs={list.headers} />
    </>
  );
}

/** One of the ways to send the call again. */
function Copies({ detail }: { readonly detail: CallDetail }) {
  const { copyHeading, copies, copyNote } = detail;
  const [chosen, choose] = useState(copies[0]?.label);
  const shown = copies.find(({ label }) => label === chosen) ?? copies[0];
  return (
    <>
      <div class="heading">
        <h3>{copyHeading}</h3>
        <ChoiceGroup
          label={copyHeading}
          buttons={copies.map(({ label }) => ({
            label,
            pressed: label === shown?.label,
            onPress: () => choose(label),
          }))}
        />
        {shown && <ActionButton button={shown.button} look="link" />}
      </div>
      {shown && <Code label={shown.label} text={shown.text} />}
      <p class="dim small">{copyNote}</p>
    </>
  );
}

/** Scrolls by itself, so the keyboard can reach it. */
function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section class="code" tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  );
}
