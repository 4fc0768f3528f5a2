import type {
  Action,
  Button,
  Cell,
  Details,
  Head,
  Note,
  Pair,
  Part,
  Rules,
  Table,
} from '../view/protocol/parts.ts';
import { button } from './controls.ts';
import type { Child } from './dom.ts';
import { el } from './dom.ts';

/** What a piece can do: start an action of the editor, and remember which folds are open. */
export interface Hands {
  run(action: Action): void;
  isOpen(fold: string): boolean;
  setOpen(fold: string, open: boolean): void;
}

export function actionButton(hands: Hands, spec: Button, appearance?: 'primary' | 'secondary'): HTMLElement {
  return button({
    label: spec.label,
    hint: spec.hint,
    focus: `${spec.action.name} ${spec.action.orderId ?? ''}`,
    appearance,
    onPress: () => hands.run(spec.action),
  });
}

/** A heading with something quiet or a button at the other end of its line. */
export function heading(text: string, ...aside: readonly Child[]): HTMLElement {
  return el('div', { class: 'heading' }, el('h2', {}, text), ...aside);
}

export function quiet(text: string | undefined): HTMLElement | undefined {
  return text === undefined ? undefined : el('span', { class: 'dim' }, text);
}

/** Said above own figures that are not fresh. */
export function markLine(text: string | undefined): HTMLElement | undefined {
  return text === undefined ? undefined : el('p', { class: 'mark warn' }, text);
}

export function note(hands: Hands, spec: Note): HTMLElement {
  const action = spec.button && actionButton(hands, spec.button);
  return el('div', { class: `note ${spec.tone}` }, el('span', {}, spec.text), action);
}

/** The sentence, the content, or the sentence above older content. */
export function part<T>(hands: Hands, spec: Part<T>, draw: (content: T) => Node): Node[] {
  const nodes: Node[] = [];
  if (spec.note !== undefined) nodes.push(note(hands, spec.note));
  if (spec.content !== undefined) nodes.push(draw(spec.content));
  return nodes;
}

function cellContent(cell: Cell): Child[] {
  const main = cell.tone === 'plain' ? cell.text : el('span', { class: cell.tone }, cell.text);
  return cell.aside === undefined ? [main] : [main, ' ', el('span', { class: 'dim' }, cell.aside)];
}

export function table(hands: Hands, spec: Table): HTMLElement {
  const hasButtons = spec.rows.some((row) => row.button !== undefined);
  const kind = (index: number): string | undefined => spec.columns[index]?.kind;
  const head = spec.columns.map(({ label }, index) => el('th', { scope: 'col', class: kind(index) }, label));
  const rows = spec.rows.map((row) =>
    el(
      'tr',
      { 'data-key': row.key },
      ...row.cells.map((cell, index) =>
        index === 0
          ? el('th', { scope: 'row', title: cell.hint, class: kind(index) }, ...cellContent(cell))
          : el('td', { title: cell.hint, class: kind(index) }, ...cellContent(cell)),
      ),
      hasButtons ? el('td', { class: 'action' }, row.button && actionButton(hands, row.button)) : undefined,
    ),
  );
  const grid = el(
    'table',
    {},
    el('caption', { class: 'hidden' }, spec.caption),
    el('thead', {}, el('tr', {}, ...head, hasButtons ? el('td') : undefined)),
    el('tbody', {}, ...rows),
  );
  const frame = scrollable(grid, spec.caption);
  return spec.note === undefined ? frame : el('div', {}, frame, el('p', { class: 'dim small' }, spec.note));
}

/** A table is the one thing that may scroll sideways; while it does, it can be reached and moved by keyboard. */
export function scrollable(content: HTMLElement, label: string): HTMLElement {
  const frame = el('div', { class: 'scroll' }, content);
  new ResizeObserver(() => {
    const overflows = frame.scrollWidth > frame.clientWidth;
    if (overflows === frame.hasAttribute('tabindex')) return;
    for (const [name, value] of [
      ['tabindex', '0'],
      ['role', 'region'],
      ['aria-label', label],
    ] as const) {
      if (overflows) frame.setAttribute(name, value);
      else frame.removeAttribute(name);
    }
  }).observe(frame);
  return frame;
}

export function pairs(list: readonly Pair[]): HTMLElement {
  const items = list.flatMap((pair) => [
    el('dt', {}, pair.name),
    el('dd', { title: pair.value.hint }, ...cellContent(pair.value)),
  ]);
  return el('dl', { class: 'pairs' }, ...items);
}

const MARKS = { filled: '●', half: '◐', hollow: '○' } as const;

/** Everything of the top but the state line, which is spoken when it changes and therefore stays in place. */
export function headTop(hands: Hands, head: Head): HTMLElement[] {
  const crumbs = head.crumbs.map((crumb) => el('li', {}, crumb));
  const buttons = head.buttons.map((spec) => actionButton(hands, spec));
  return [
    el('ol', { class: 'crumbs dim' }, ...crumbs),
    el('div', { class: 'title' }, el('h1', {}, head.title), el('div', { class: 'buttons' }, ...buttons)),
  ];
}

export function headState(head: Head): HTMLElement[] {
  const { text, tone, mark } = head.state;
  const badge = el(
    'span',
    { class: 'badge' },
    el('span', { class: tone, 'aria-hidden': 'true' }, MARKS[mark]),
    ' ',
    text,
  );
  // A clock that runs would be read out at each of its steps.
  return head.game === undefined
    ? [badge]
    : [badge, el('span', { class: 'badge', 'aria-live': 'off' }, head.game)];
}

export function rules(hands: Hands, spec: Rules): HTMLElement[] {
  const paragraphs = spec.paragraphs.map((text) => el('p', {}, text));
  return [
    heading(spec.heading),
    el('div', { class: 'prose' }, ...paragraphs),
    ...(spec.button === undefined ? [] : [actionButton(hands, spec.button)]),
  ];
}

export function details(hands: Hands, spec: Details): HTMLElement {
  const groups = spec.groups.map((group) => {
    const rows = group.rows.map(({ name, value }) =>
      el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, value)),
    );
    const grid = el('table', {}, el('caption', {}, group.heading), el('tbody', {}, ...rows));
    return scrollable(grid, group.heading);
  });
  const fold = el(
    'details',
    { class: 'all' },
    el('summary', { 'data-focus': 'details' }, spec.summary),
    ...groups,
  );
  fold.open = hands.isOpen('details');
  fold.addEventListener('toggle', () => hands.setOpen('details', fold.open));
  return fold;
}
