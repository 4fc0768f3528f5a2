// The tools for agents as the MCP server lists them: from the manifest, so that they are described once.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What the MCP server is built with.
 * @param {string} root
 */
export function listedTools(root) {
  /** @param {string} file */
  const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const { version, contributes } = read('package.json');
  const texts = read('package.nls.json');
  /** @type {readonly { name: string, displayName: string, modelDescription: string, inputSchema: object }[]} */
  const tools = contributes.languageModelTools;
  const listed = tools.map(({ name, displayName, modelDescription, inputSchema }) => {
    const isCancel = name.endsWith('cancel_orders');
    return {
      name: name.replace('predictionMarkets_', ''),
      title: texts[displayName.replaceAll('%', '')],
      description: modelDescription,
      inputSchema,
      // Nothing is read here but what the window knows.
      annotations: { readOnlyHint: !isCancel, destructiveHint: isCancel, openWorldHint: false },
    };
  });
  return { LISTED_TOOLS: JSON.stringify(listed), VERSION: JSON.stringify(version) };
}
