import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

interface Process {
  readonly pid: string;
  readonly parent: string;
  readonly args: string;
}

/**
 * Ends the process extensions run in, in the middle of whatever they do, as a crash would. `root`: of the server the window
 * belongs to, which is named where that was started.
 */
export async function crashExtensionHost(root: string): Promise<void> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const all = new Map<string, Process>();
  for (const line of stdout.split('\n')) {
    const [, pid = '', parent = '', args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    all.set(pid, { pid, parent, args });
  }
  const isOfServer = ({ parent, args }: Process): boolean => {
    if (args.includes(root)) return true;
    const above = all.get(parent);
    return above !== undefined && isOfServer(above);
  };
  const hosts = [...all.values()].filter(
    (each) => /--type=extensionHost\b/.test(each.args) && isOfServer(each),
  );
  if (hosts.length === 0) throw new Error('No extension host belongs to that server');
  for (const { pid } of hosts) process.kill(Number(pid), 'SIGKILL');
}
