import type { Page } from 'playwright-core';

/** Everything a window receives over its sockets: by the extension host too, so every message to a panel is in it. */
export interface Overheard {
  /** What came over each socket, without what the store of secrets was given to keep. */
  received(): readonly Buffer[];
  /** How many messages to panels were sent, and how many secrets were given to the store, in all of it. */
  counts(): { readonly panelMessages: number; readonly stored: number };
}

/** From the next socket on: to be called before the page is opened. */
export function overhear(page: Page): Overheard {
  const sockets: Buffer[][] = [];
  page.on('websocket', (socket) => {
    const frames: Buffer[] = [];
    sockets.push(frames);
    socket.on('framereceived', ({ payload }) => frames.push(Buffer.from(payload)));
  });
  const all = (): readonly Buffer[] => sockets.map((frames) => Buffer.concat(frames));
  return {
    received: () => all().map(withoutStored),
    counts: () => {
      const count = (what: string): number =>
        all().reduce((sum, bytes) => sum + placesOf(bytes, what).length, 0);
      return { panelMessages: count(PANEL_MESSAGE), stored: count(STORED) };
    },
  };
}

/** The calls of the editor's own protocol: a name, the length of its arguments in four bytes, then these as JSON. */
const STORED = '$setPassword';
/** A snapshot for a panel as an argument, which is JSON in JSON. */
const PANEL_MESSAGE = String.raw`{\"type\":\"snapshot\"`;

function withoutStored(bytes: Buffer): Buffer {
  const rest = Buffer.from(bytes);
  for (const at of placesOf(rest, STORED)) {
    const start = at + STORED.length;
    rest.fill(0, start, start + 4 + rest.readUInt32BE(start));
  }
  return rest;
}

function placesOf(bytes: Buffer, what: string): readonly number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(what); at >= 0; at = bytes.indexOf(what, at + 1)) places.push(at);
  return places;
}
