import { useState } from 'preact/hooks';
import type { CallDetail, HeaderList, InspectorContent } from '../view/panels/inspector/protocol.ts';
import type { PanelState, Section } from '../view/panels/protocol.ts';
import { ActionButton, type PanelActions } from './actions.tsx';
import { CallsPart } from './calls-part.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import { Code, FindableCode } from './code.tsx';
import type { TimeSpan } from './list-rows.ts';
import { startPanel } from './page.tsx';
import { NoteView, PairList, SectionView } from './sections.tsx';
import { TileStripView } from './tiles.tsx';
import { WaterfallView } from './waterfall.tsx';

startPanel<InspectorContent>('inspector', (content, actions, state) => (
  <Inspector content={content} actions={actions} state={state} />
));

interface InspectorProps {
  readonly content: InspectorContent;
  readonly actions: PanelActions;
  readonly state: PanelState;
}

function Inspector({ content, actions, state }: InspectorProps) {
  const { figures, waterfall, calls, detail } = content;
  const [span, choose] = useState<TimeSpan>();
  return (
    <div class="inspector">
      <TileStripView strip={figures} />
      {waterfall && (
        <WaterfallView
          waterfall={waterfall}
          span={span}
          choose={choose}
          isTable={state.table === true}
          showTable={(table) => actions.remember({ table })}
        />
      )}
      <div class="calls-and-detail">
        <CallsPart section={calls} span={span} choose={choose} />
        <DetailPart section={detail} />
      </div>
    </div>
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
  const { name, request, summary, sent, received, unread, copyNames } = detail;
  const { rawHeading, raw, rawNote, openRaw, find } = detail;
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
      {raw !== undefined && <FindableCode label={rawHeading} text={raw} words={find} />}
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
