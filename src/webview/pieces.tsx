import { type ComponentChild, type ComponentChildren, createContext, Fragment } from 'preact';
import { useContext } from 'preact/hooks';
import type {
  Action,
  Button,
  Cell,
  Details,
  Head,
  Note,
  OutcomeBanner,
  PageEvent,
  Pair,
  PanelState,
  Rules,
  Section,
  SituationStrip,
  Table,
} from '../view/panels/protocol.ts';
import { type ButtonLook, PushButton } from './controls.ts';
import { ICONS } from './icons.tsx';

export interface PanelActions {
  /** Stores what a reload has to bring back, and draws again. */
  remember(change: Partial<Omit<PanelState, 'slug'>>): void;
  send(event: PageEvent): void;
}

/** Asks the editor for what a button stands for. */
export const Run = createContext<(action: Action) => void>(() => undefined);

interface ActionButtonProps {
  readonly button: Button;
  readonly look?: ButtonLook;
  readonly isOff?: boolean;
}

/** The key gives each action an element of its own, so that a click never runs another action than the one aimed at. */
export function ActionButton({ button, look, isOff }: ActionButtonProps) {
  const run = useContext(Run);
  const { label, hint, action } = button;
  const key = `${action.name} ${action.orderId ?? ''}`;
  const icon = ICONS[action.name];
  return (
    <PushButton
      key={key}
      label={label}
      hint={hint}
      look={look}
      isOff={isOff}
      icon={icon}
      onPress={() => run(action)}
    />
  );
}

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

function CellText({ cell }: { readonly cell: Cell }) {
  const run = useContext(Run);
  const { text, tone, aside, hint, share, action } = cell;
  // What is read out has in it what is seen.
  const spoken = hint === undefined || hint.includes(text) ? hint : `${text} · ${hint}`;
  const shown = tone === 'plain' ? text : <span class={tone}>{text}</span>;
  return (
    <>
      {action === undefined ? (
        shown
      ) : (
        <button type="button" class="link" aria-label={spoken} onClick={() => run(action)}>
          {shown}
        </button>
      )}
      {share !== undefined && (
        <span
          class={share < 0 ? 'track minus' : 'track'}
          aria-hidden="true"
          style={{ '--share': String(Math.abs(share)) }}
        />
      )}
      {aside !== undefined && ' '}
      {aside !== undefined && <span class="dim">{aside}</span>}
    </>
  );
}

/** Rows that can be chosen, each with a box before its first cell. */
export interface RowChoice {
  readonly label: string;
  readonly keys: readonly string[];
  readonly chosen: ReadonlySet<string>;
  choose(next: ReadonlySet<string>): void;
}

interface TableProps {
  readonly table: Table;
  readonly select?: RowChoice | undefined;
  readonly sortBy?: ((column: number) => void) | undefined;
}

function ChoiceBox({ select, row, name }: { select: RowChoice; row: string; name: string }) {
  const { label, keys, chosen, choose } = select;
  return (
    <input
      type="checkbox"
      aria-label={`${label} ${name}`}
      checked={chosen.has(row)}
      disabled={!keys.includes(row)}
      onChange={() =>
        choose(new Set(chosen.has(row) ? [...chosen].filter((key) => key !== row) : [...chosen, row]))
      }
    />
  );
}

export function TableView({ table, select, sortBy }: TableProps) {
  const { sort } = table;
  const hasButtons = table.rows.some((row) => row.button !== undefined);
  const { columns } = table;
  const headings = (group?: string, labels?: readonly string[]) => (
    <tr class={group === undefined ? undefined : 'group'}>
      {columns.map(({ label, kind }, index) => {
        const text = index === 0 && group !== undefined ? group : (labels?.[index] ?? label);
        if (text === '') return <td class={kind} />;
        return (
          <th
            scope={text === group ? 'rowgroup' : 'col'}
            class={kind}
            aria-sort={sort?.column === index ? (sort.descending ? 'descending' : 'ascending') : undefined}
          >
            {sortBy === undefined ? (
              text
            ) : (
              <button type="button" class="link" onClick={() => sortBy(index)}>
                {text}
                {sort?.column === index && <span aria-hidden="true">{sort.descending ? ' ▾' : ' ▴'}</span>}
              </button>
            )}
          </th>
        );
      })}
      {hasButtons && <td />}
    </tr>
  );
  const groupAt = (place: number): string | undefined => table.rows[place]?.group;
  return (
    <>
      <Scrollable>
        <table>
          <caption class="hidden">{table.caption}</caption>
          {groupAt(0) === undefined && <thead>{headings()}</thead>}
          <tbody>
            {table.rows.map(({ key, cells, button, group, groupLabels, isOwn, below, colour }, place) => (
              <Fragment key={key}>
                {group !== undefined && group !== groupAt(place - 1) && headings(group, groupLabels)}
                <tr
                  class={isOwn === true ? 'held' : undefined}
                  style={colour === undefined ? undefined : { '--colour': colour }}
                >
                  {cells.map((cell, index) => {
                    const Tag = index === 0 ? 'th' : 'td';
                    return (
                      <Tag
                        scope={index === 0 ? 'row' : undefined}
                        title={cell.hint}
                        class={cell.isSaid === true ? `${columns[index]?.kind} said` : columns[index]?.kind}
                      >
                        {select !== undefined && index === 0 && (
                          <ChoiceBox select={select} row={key} name={cell.text} />
                        )}
                        <CellText cell={cell} />
                      </Tag>
                    );
                  })}
                  {hasButtons && (
                    <td class="action">{button && <ActionButton button={button} look="link" />}</td>
                  )}
                </tr>
                {below !== undefined && (
                  <tr class="below">
                    <td colSpan={columns.length} class="words warn">
                      {below}
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
          {table.totals !== undefined && (
            <tfoot>
              {table.totals.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, index) => (
                    <td class={columns[index]?.kind}>
                      <CellText cell={cell} />
                    </td>
                  ))}
                  {hasButtons && <td />}
                </tr>
              ))}
            </tfoot>
          )}
        </table>
      </Scrollable>
      {table.note !== undefined && <p class="dim small">{table.note}</p>}
    </>
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

/** Around a table, the one thing that may scroll by itself; while it does, the keyboard can reach and move it. */
export function Scrollable({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="scroll" ref={watchOverflow}>
      {children}
    </div>
  );
}

const overflow = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const overflows =
      target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight + 1;
    if (overflows === target.hasAttribute('tabindex')) continue;
    const label = target.querySelector('caption')?.textContent ?? '';
    const attributes = { tabindex: '0', role: 'region', 'aria-label': label };
    for (const [name, value] of Object.entries(attributes)) {
      if (overflows) target.setAttribute(name, value);
      else target.removeAttribute(name);
    }
  }
});

/** One function for all, so that the library calls it once an element. */
function watchOverflow(element: HTMLElement | null): void {
  if (element !== null) overflow.observe(element);
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

const STATE_MARKS = { filled: '●', half: '◐', hollow: '○', waiting: '⧗' } as const;

export function HeadView({ head }: { readonly head: Head }) {
  return (
    <header>
      <ol class="crumbs dim">
        {head.crumbs.map((crumb) => (
          <li>
            <CellText cell={crumb} />
          </li>
        ))}
      </ol>
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
