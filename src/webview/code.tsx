import { type ComponentChild, Fragment, type TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FindWords } from '../view/panels/inspector/protocol.ts';
import { PushButton } from './controls.ts';

interface CodeProps {
  readonly label: string;
  readonly text: string;
  /** In place of the text. */
  readonly children?: ComponentChild;
}

/** Scrolls by itself, so the keyboard can reach it. */
export function Code({ label, text, children }: CodeProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section class="code" tabIndex={0} aria-label={label}>
      <pre>{children ?? text}</pre>
    </section>
  );
}

/** More are not counted. */
const MOST_FOUND = 999;

/** Text with a box that finds in it: Enter goes to the next place, Shift+Enter to the one before, Escape lets go. */
export function FindableCode({
  label,
  text,
  words,
}: Omit<CodeProps, 'children'> & { readonly words: FindWords }) {
  const [typed, type] = useState('');
  const [chosen, choose] = useState(0);
  const indexes = indexesOf(typed, text);
  const at = indexes.length === 0 ? 0 : ((chosen % indexes.length) + indexes.length) % indexes.length;
  const start = (next: string): void => {
    type(next);
    choose(0);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') start('');
    else if (event.key === 'Enter') choose(at + (event.shiftKey ? -1 : 1));
    else return;
    event.preventDefault();
  };
  const count = words.count.replace('{0}', String(at + 1)).replace('{1}', String(indexes.length));
  return (
    <>
      <div class="find">
        <input
          class="filter"
          type="search"
          placeholder={words.find}
          aria-label={words.find}
          value={typed}
          onInput={({ currentTarget }) => start(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <span class="dim small" role="status">
          {typed === '' ? '' : indexes.length === 0 ? words.none : count}
        </span>
        {indexes.length > 1 && (
          <>
            <PushButton label="↑" hint={words.previous} look="link" onPress={() => choose(at - 1)} />
            <PushButton label="↓" hint={words.next} look="link" onPress={() => choose(at + 1)} />
          </>
        )}
      </div>
      <Code label={label} text={text}>
        {indexes.length === 0 ? undefined : (
          <Found text={text} indexes={indexes} at={at} length={typed.length} />
        )}
      </Code>
    </>
  );
}

function indexesOf(typed: string, text: string): readonly number[] {
  if (typed === '') return [];
  const pattern = new RegExp(typed.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'gi');
  return Array.from(text.matchAll(pattern), ({ index }) => index).slice(0, MOST_FOUND);
}

interface FoundProps {
  readonly text: string;
  readonly indexes: readonly number[];
  readonly at: number;
  readonly length: number;
}

function Found({ text, indexes, at, length }: FoundProps) {
  const current = useRef<HTMLElement>(null);
  const index = indexes[at];
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest' }), [index, length]);
  return (
    <>
      {indexes.map((from, number) => (
        <Fragment key={from}>
          {text.slice(number === 0 ? 0 : (indexes[number - 1] ?? 0) + length, from)}
          <mark ref={number === at ? current : null} class={number === at ? 'current' : ''}>
            {text.slice(from, from + length)}
          </mark>
        </Fragment>
      ))}
      {text.slice((indexes.at(-1) ?? 0) + length)}
    </>
  );
}
