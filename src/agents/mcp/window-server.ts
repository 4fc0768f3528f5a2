import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { AgentDesk } from '../agent-desk.ts';
import { agentName, untrusted } from '../untrusted.ts';
import { isProof, type Message, MOST_ASKED, proofOf, receive, send } from './bridge.ts';
import { keepWindowFile, readWindowFile } from './window-file.ts';

/** The program in the folder of the windows: its path stays the same when the extension is updated. */
const PROGRAM = 'mcp-server.mjs';
/** A connection that has not proved by then that it knows the token is ended, milliseconds. */
const PROVED_WITHIN_MS = 5_000;
/** Most connections at once, and most calls of one whose answer has not been taken yet. */
const MOST_CONNECTIONS = 16;
const MOST_WAITING = 100;

interface Options {
  /** The folder of all windows of this user. */
  readonly folder: string;
  /** The program as it was built. */
  readonly program: string;
  /** The name of its workspace, if it has one. */
  readonly label: string;
  readonly isFocused: boolean;
  readonly clock: Clock;
  readonly desk: () => Promise<AgentDesk>;
}

/** A window that the MCP server can reach. */
export interface WindowServer extends Disposable {
  /** The name of its file, without the extension. */
  readonly id: string;
  /** What a client starts with Node. */
  readonly program: string;
  /** Notes that no window was focused later. */
  focused(): void;
}

/** Listens, then says so in a file that its owner alone can read. Rejects where either cannot be done. */
export async function openWindowServer(options: Options): Promise<WindowServer> {
  const { folder, program, label, isFocused, clock, desk } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeStale(folder, clock.now());
  const installed = await install(program, folder);
  const id = randomUUID();
  const token = randomBytes(32).toString('base64url');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, token, desk);
  });
  server.maxConnections = MOST_CONNECTIONS;
  const pipe = await pipeOf(id);
  await listening(server, pipe);
  const { window: named = '' } = untrusted({ window: label });
  const content = { pid: process.pid, pipe, token, label: named };
  const file = keepWindowFile(path.join(folder, `${id}.json`), content, isFocused, clock);
  return {
    id,
    program: installed,
    focused: file.focused,
    dispose: () => {
      file.dispose();
      server.close();
      for (const socket of sockets) socket.destroy();
      removePipe(pipe);
    },
  };
}

/** Another window may be starting the program just now: it finds the old one or the new one, whole. */
async function install(program: string, folder: string): Promise<string> {
  const installed = path.join(folder, PROGRAM);
  const written = path.join(folder, `${randomUUID()}.tmp`);
  await copyFile(program, written);
  await rename(written, installed).catch(() => rm(written, { force: true }));
  return installed;
}

/** A folder of its own, as only its owner may open the socket. The path must be short: not every system takes a hundred characters. */
async function pipeOf(id: string): Promise<string> {
  if (process.platform === 'win32') return `\\\\.\\pipe\\prediction-markets-${id}`;
  return path.join(await mkdtemp(path.join(tmpdir(), 'prediction-markets-')), 'window');
}

function removePipe(pipe: string): void {
  if (process.platform !== 'win32') rmSync(path.dirname(pipe), { recursive: true, force: true });
}

async function listening(server: Server, pipe: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(pipe, resolve);
  });
}

/** What windows left that were killed. */
async function removeStale(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const window = name.endsWith('.json') ? await readWindowFile(file) : undefined;
    const isLeft = window !== undefined && !isRunning(window.pid);
    // Of a machine that slept until now its window may write it again, and listens on.
    if (window === undefined || (!isLeft && window.expires > now)) continue;
    await rm(file, { force: true });
    if (isLeft && /[\\/]prediction-markets-[^\\/]+[\\/]window$/.test(window.pipe)) removePipe(window.pipe);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return !(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH');
  }
}

/** One program that calls: nothing of it is heard before it has proved that it knows the token. */
function serve(socket: Socket, token: string, desk: () => Promise<AgentDesk>): void {
  const challenge = randomUUID();
  const patience = setTimeout(() => socket.destroy(), PROVED_WITHIN_MS);
  let take = (message: Message): void => {
    clearTimeout(patience);
    const { challenge: asked } = message;
    if (typeof asked !== 'string' || !isProof(message['proof'], token, 'server', challenge)) {
      socket.destroy();
      return;
    }
    // Nobody of ours goes on before this window has proved itself, too.
    take = () => socket.destroy();
    desk().then(
      (given) => {
        if (socket.destroyed) return;
        send(socket, { proof: proofOf(token, 'window', asked) });
        take = serveCaller(socket, given, message['name']);
      },
      () => socket.destroy(),
    );
  };
  receive(socket, MOST_ASKED, (message) => take(message));
  socket.on('close', () => clearTimeout(patience));
  send(socket, { challenge });
}

function serveCaller(socket: Socket, desk: AgentDesk, name: unknown): (message: Message) => void {
  const caller = { via: 'mcp', name: typeof name === 'string' ? agentName(name) : undefined } as const;
  const here = desk.connect(caller);
  let said: boolean | undefined;
  const tell = (): void => {
    const { mayAskToCancel } = desk.access;
    if (mayAskToCancel === said) return;
    said = mayAskToCancel;
    send(socket, { mayAskToCancel });
  };
  const listening = desk.onDidChange(tell);
  socket.on('close', () => {
    listening.dispose();
    here.dispose();
  });
  tell();
  let waiting = 0;
  return ({ id, tool, input }) => {
    waiting += 1;
    if (waiting > MOST_WAITING) {
      socket.destroy();
      return;
    }
    void desk.call(typeof tool === 'string' ? tool : '', input, caller).then(({ json, isError }) => {
      const taken = (): void => {
        waiting -= 1;
      };
      if (!socket.destroyed) send(socket, { id, json, isError }, taken);
    });
  };
}
