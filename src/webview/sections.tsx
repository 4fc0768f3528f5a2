import type { ComponentChild } from 'preact';
import type {
  Details,
  Head,
  Note,
  OutcomeBanner,
  Pair,
  PanelState,
  Rules,
  Section,
  SituationStrip,
  Table,
} from '../view/panels/protocol.ts';
import { ActionButton, type PanelActions } from './actions.tsx';
import { CellText } from './cell.tsx';
import { ICONS } from './icons.tsx';
import { Scrollable } from './scrollable.tsx';
import { TableView } from './table.tsx';

export function NoteView({ note }: { readonly note: Note }) {
  return (
    <div class={`note ${note.tone}`}>
      <span>{note.text}</span>
      {note.button && (
        <ActionButton
          button={note.button}
          look={note.button.action.name === 'signIn' ? 'primary' : 'secondary'}
        />
      )}
    </div>
  );
}

interface SectionProps<T> {
  readonly name: string;
  readonly section: Section<T>;
  readonly controls?: ComponentChild;
  children(content: T): ComponentChild;
}

export function SectionView<T>({ name, section, controls, children }: SectionProps<T>) {
  const { heading, aside, button, warning, note, content, footnote } = section;
  return (
    <section class={name}>
      <div class="heading">
        <h2>{heading}</h2>
        {aside !== undefined && <span class="dim">{aside}</span>}
        {button && <ActionButton button={button} look="link" />}
        {controls}
      </div>
      {warning !== undefined && <p class="warning warn">{warning}</p>}
      {note && <NoteView note={note} />}
      {content !== undefined && children(content)}
      {footnote !== undefined && <p class="dim small">{footnote}</p>}
    </section>
  );
}

type TableSectionProps = Omit<SectionProps<Table>, 'children'>;

export function TableSection({ name, section, controls }: TableSectionProps) {
  return (
    <SectionView name={name} section={section} controls={controls}>
      {(table) => <TableView table={table} />}
    </SectionView>
  );
}

export function PairList({ pairs }: { readonly pairs: readonly Pair[] }) {
  return (
    <dl class="pairs">
      {pairs.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd title={value.hint}>
            <CellText cell={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const STATE_MARKS = { filled: '●', half: '◐', hollow: '○', live: '◉', waiting: '⧗' } as const;

export function HeadView({ head }: { readonly head: Head }) {
  return (
    <header>
      {head.crumbs.length > 0 && (
        <ol class="crumbs dim">
          {head.crumbs.map((crumb) => (
            <li>
              <CellText cell={crumb} />
            </li>
          ))}
        </ol>
      )}
      <div class="title">
        <h1>{head.title}</h1>
        <div class="buttons">
          {head.buttons.map((button) => {
            const { name } = button.action;
            return (
              <ActionButton
                key={name}
                button={button}
                look={ICONS[name] === undefined ? 'secondary' : 'icon'}
              />
            );
          })}
        </div>
      </div>
    </header>
  );
}

export function StateBadges({ head }: { readonly head: Head }) {
  const { text, tone, mark } = head.state;
  return (
    <span class="state" role="status">
      <span class="badge">
        <span class={tone} aria-hidden="true">
          {STATE_MARKS[mark]}
        </span>{' '}
        {text}
      </span>
      {/* A running clock would be read out at each step. */}
      {head.game !== undefined && (
        <span class="badge" aria-live="off">
          {head.game}
        </span>
      )}
    </span>
  );
}

/** Cut where it has no room, so a pointer shows it whole. */
export function SituationView({ strip }: { readonly strip: SituationStrip }) {
  const { label, facts, note, spoken } = strip;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and there is no room for one.
    <div class="situation" role="group" aria-label={label} title={spoken}>
      <span class="hidden">{spoken}</span>
      {facts.map((fact) => (
        <span key={fact.label} aria-hidden="true">
          <span class="dim">{fact.label}</span> <b>{fact.text}</b>
        </span>
      ))}
      {note !== undefined && (
        <span class="dim" aria-hidden="true">
          {note}
        </span>
      )}
    </div>
  );
}

/** How a market ended, in the colour of the own result; its words say the same. */
export function OutcomeView({ outcome }: { readonly outcome: OutcomeBanner }) {
  return (
    <section class="outcome-frame">
      <div class={`outcome ${outcome.tone}`} data-state={outcome.state}>
        <h2 class="headline">{outcome.headline}</h2>
        <div>
          <p>{outcome.sentence}</p>
          <p class="dim">{outcome.sources}</p>
        </div>
      </div>
    </section>
  );
}

export function RulesView({ rules }: { readonly rules: Rules }) {
  return (
    <section class="rules">
      <div class="heading">
        <h2>{rules.heading}</h2>
      </div>
      <div class="prose">
        {rules.paragraphs.map((text) => (
          <p>{text}</p>
        ))}
      </div>
      {rules.button && <ActionButton button={rules.button} look="link" />}
    </section>
  );
}

interface DetailsProps {
  readonly actions: PanelActions;
  readonly details: Details;
  readonly state: PanelState;
}

export function DetailsView({ details, state, actions }: DetailsProps) {
  const isOpen = state.details ?? false;
  const toggled = ({ currentTarget: { open } }: { readonly currentTarget: HTMLDetailsElement }): void => {
    if (open === isOpen) return;
    actions.remember({ details: open });
    actions.send({ type: 'details', open });
  };
  return (
    <section class="details">
      <details class="all" open={isOpen} onToggle={toggled}>
        <summary>{details.summary}</summary>
        {details.groups?.map(({ heading, rows }) => (
          <Scrollable>
            <table>
              <caption>{heading}</caption>
              <tbody>
                {rows.map(({ name, value }) => (
                  <tr>
                    <th scope="row">{name}</th>
                    <td>{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrollable>
        ))}
      </details>
    </section>
  );
}
