import type { DemoReply, DemoRequest } from '../api.ts';
import { bodyOf, type ReplyFault, sent } from './delivery.ts';

type Json = { [name: string]: unknown };

/** What lists do wrong; replies that are no list of pages stay as they are. */
export const PAGE_FAULTS: readonly ReplyFault[] = [
  listed('cursor-loop', 'each page names itself as the next one', (page, request) => {
    cursor(page, request.query.get('cursor') ?? 'again');
  }),
  listed('cursor-circle', 'two pages that name each other', (page, request) => {
    cursor(page, request.query.get('cursor') === 'A' ? 'B' : 'A');
  }),
  listed('cursor-without-end', 'the same page for ever, with a new cursor each time', (page, request) => {
    cursor(page, `${Number(request.query.get('cursor') ?? '0') + 1}`);
  }),
  listed('cursor-is-a-number', 'a cursor that is no text', (page) => cursor(page, 17)),
  listed('cursor-of-64-KB', 'a cursor no URL can hold', (page) => cursor(page, 'x'.repeat(65_536))),
  listed('cursor-of-controls', 'a cursor with line breaks', (page) => cursor(page, 'a\r\nHost: evil\u0000')),
  listed('no-end-no-cursor', 'not the end, and no way on', (page) => cursor(page, '')),
  listed('end-with-cursor', 'the end, and a cursor', (page) => {
    cursor(page, 'more');
    page['eof'] = true;
  }),
  {
    ...named('repeating-pages', 'the first page whatever was asked for'),
    deliver: (request, answer) => sent(answer(firstPage(request))),
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

/** Only where there are pages: elsewhere `eof` and `nextCursor` would be fields nobody knows. */
function cursor(page: Json, next: unknown): void {
  if (!('nextCursor' in page) && !('eof' in page)) return;
  page['nextCursor'] = next;
  page['eof'] = false;
}

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

function firstPage(request: DemoRequest): DemoRequest {
  const query = new URLSearchParams(request.query);
  query.delete('offset');
  query.delete('cursor');
  return { ...request, query };
}

function named(name: string, what: string): Pick<ReplyFault, 'name' | 'what' | 'group'> {
  return { name, what, group: 'pages' };
}

function listed(name: string, what: string, change: (page: Json, request: DemoRequest) => void): ReplyFault {
  return {
    ...named(name, what),
    deliver: (request, answer) => {
      // Cursors of ours mean nothing to the demo.
      const reply = answer(firstCursor(request));
      return sent(reply, { body: bodyOf(changed(reply, (page) => change(page, request))) });
    },
  };
}

function firstCursor(request: DemoRequest): DemoRequest {
  const query = new URLSearchParams(request.query);
  query.delete('cursor');
  return { ...request, query };
}

function changed(reply: DemoReply, change: (page: Json) => void): string {
  const page = JSON.parse(new TextDecoder().decode(reply.body)) as Json;
  change(page);
  return JSON.stringify(page);
}
