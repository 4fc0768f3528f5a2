import type { DemoReply, DemoRequest } from '../../../src/demo/api.ts';
import { bodyOf, type ReplyFault, sent } from './delivery.ts';

type Json = { [name: string]: unknown };

/** What lists do wrong; replies that are no list of pages stay as they are. */
export const PAGE_FAULTS: readonly ReplyFault[] = [
  cursored(
    'cursor-loop',
    'the same page for ever, which names itself as the next one',
    (came) => came ?? 'again',
  ),
  cursored('cursor-circle', 'the same page by two names, each of which names the other', (came) =>
    came === 'A' ? 'B' : 'A',
  ),
  cursored('cursor-without-end', 'the same page for ever, with a new cursor each time', (came) =>
    String(Number(came ?? '0') + 1),
  ),
  cursored('cursor-is-a-number', 'a cursor that is no text', () => 17),
  cursored('cursor-of-64-KB', 'a cursor no URL can hold', () => 'x'.repeat(65_536)),
  cursored('cursor-of-controls', 'a cursor with line breaks', () => 'a\r\nHost: evil\u0000'),
  cursored('no-end-no-cursor', 'not the end, and no way on', () => ''),
  cursored('end-with-cursor', 'the end, and a cursor', () => 'more', true),
  {
    ...named('repeating-pages', 'the first page whatever was asked for'),
    deliver: (request, answer) => sent(answer(without(request, 'offset', 'cursor'))),
  },
  listed('short-pages', 'half of what was asked for', (page) => {
    eachList(page, (list) => list.slice(0, Math.ceil(list.length / 2)));
  }),
  listed('long-pages', 'twice what was asked for', (page) => {
    eachList(page, (list) => [...list, ...list.map(renamed)]);
  }),
  listed('empty-pages', 'nothing on the page', (page) => {
    eachList(page, () => []);
  }),
  listed('backward-pages', 'the page backwards', (page) => {
    eachList(page, (list) => list.toReversed());
  }),
];

function eachList(page: Json, change: (list: readonly unknown[]) => readonly unknown[]): void {
  for (const [name, value] of Object.entries(page)) if (Array.isArray(value)) page[name] = change(value);
}

/** Another thing with the same values. */
function renamed(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const copy: Json = { ...item };
  for (const name of ['id', 'slug']) if (typeof copy[name] === 'string') copy[name] = `${copy[name]}-2`;
  return copy;
}

function without(request: DemoRequest, ...names: readonly string[]): DemoRequest {
  const query = new URLSearchParams(request.query);
  for (const name of names) query.delete(name);
  return { ...request, query };
}

function named(name: string, what: string): Pick<ReplyFault, 'name' | 'what' | 'group'> {
  return { name, what, group: 'pages' };
}

function listed(name: string, what: string, change: (page: Json) => void): ReplyFault {
  return {
    ...named(name, what),
    deliver: (request, answer) => {
      const reply = answer(request);
      return sent(reply, { body: bodyOf(changed(reply, change)) });
    },
  };
}

/** `next`: the cursor that is sent, given the one that came. */
function cursored(
  name: string,
  what: string,
  next: (came: string | null) => unknown,
  isEnd = false,
): ReplyFault {
  return {
    ...named(name, what),
    deliver: (request, answer) => {
      // Cursors of ours mean nothing to the demo.
      const reply = answer(without(request, 'cursor'));
      const change = (page: Json): void => {
        // Only where there are pages: elsewhere these would be fields nobody knows.
        if (!('nextCursor' in page) && !('eof' in page)) return;
        page['nextCursor'] = next(request.query.get('cursor'));
        page['eof'] = isEnd;
      };
      return sent(reply, { body: bodyOf(changed(reply, change)) });
    },
  };
}

function changed(reply: DemoReply, change: (page: Json) => void): string {
  const page = JSON.parse(new TextDecoder().decode(reply.body)) as Json;
  change(page);
  return JSON.stringify(page);
}
