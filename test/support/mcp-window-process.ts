// A window in a process of its own, to be killed: node mcp-window-process.ts <folder> <program>. Says its id on one line, and
// `asked` once the person is asked something, who never answers.
import * as editor from './editor/vscode.ts';
import { mcpWindow } from './mcp-window.ts';

const [folder = '', program = ''] = process.argv.slice(2);
const { server } = await mcpWindow(folder, program);
Object.assign(editor.window, {
  showWarningMessage: () => {
    process.stdout.write('asked\n');
    return new Promise(() => {});
  },
});
process.stdout.write(`${server.id}\n`);
