import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export async function startServer(): Promise<{ readonly host: string; stop(): void }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { host: `127.0.0.1:${line.toString().trim()}`, stop: () => child.kill() };
}
