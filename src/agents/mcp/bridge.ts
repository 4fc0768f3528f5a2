import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';

/**
 * How the MCP server, a process of its own, and a window of the editor talk: lines of JSON over a Unix socket or a named pipe.
 * Each proves to the other that it knows the token of the window's file. The token itself never goes over.
 */
type Role = 'server' | 'window';

/** Most characters of a line to the window, and of one from it: the longest answer there is, a hundred markets, is far shorter. */
export const MOST_ASKED = 64 * 1024;
export const MOST_ANSWERED = 2 * 1024 * 1024;

export type Message = Readonly<Record<string, unknown>>;

/** `taken`: called once it has left this process, or cannot any more. */
export function send(socket: Socket, message: Message, taken?: () => void): void {
  socket.write(`${JSON.stringify(message)}\n`, taken);
}

/** Ends the connection at a line that is longer than `most` or no JSON object. */
export function receive(socket: Socket, most: number, take: (message: Message) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = line.length > most ? undefined : messageOf(line);
      if (message === undefined) socket.destroy();
      if (message === undefined || socket.destroyed) return;
      take(message);
    }
    if (rest.length > most) socket.destroy();
  });
  // What went wrong does not matter to either side: the connection is gone, and `close` follows.
  socket.on('error', () => {});
}

function messageOf(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Message)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Each side proves under its own role, so that nobody can hand a proof back to the one who gave it. */
export function proofOf(token: string, role: Role, challenge: string): string {
  return createHmac('sha256', token).update(`${role} ${challenge}`).digest('base64url');
}

export function isProof(given: unknown, token: string, role: Role, challenge: string): boolean {
  const wanted = Buffer.from(proofOf(token, role, challenge));
  const got = Buffer.from(typeof given === 'string' ? given : '');
  return got.length === wanted.length && timingSafeEqual(got, wanted);
}
