// @ts-nocheck: the editor loads it as it is.
// A scripted agent. It makes the calls of `.probe/calls.json` in the workspace, `[tool, input][]`, as another extension
// (command) or from the chat (`@probe`), and writes what came of each, and which tools there are, to `.probe/answers.json`.
const { commands, chat, lm, Uri, workspace, LanguageModelTextPart } = require('vscode');

const PREFIX = 'predictionMarkets_';

exports.activate = (context) => {
  const file = (name) => Uri.joinPath(workspace.workspaceFolders[0].uri, '.probe', name);
  const callAll = async (toolInvocationToken, offered = []) => {
    const calls = JSON.parse(Buffer.from(await workspace.fs.readFile(file('calls.json'))).toString());
    const answers = [];
    for (const [tool, input] of calls)
      answers.push([tool, ...(await called(tool, input, toolInvocationToken))]);
    const tools = lm.tools.map(({ name }) => name).filter((name) => name.startsWith(PREFIX));
    const prompts = await commands.executeCommand('_listExtensionPromptFiles').then(
      (found) => found.map((each) => each.uri.path),
      () => [],
    );
    const text = JSON.stringify({ answers, tools, prompts, offered });
    await workspace.fs.writeFile(file('answers.json'), Buffer.from(text));
  };
  context.subscriptions.push(
    commands.registerCommand('probe.call', () => callAll(undefined)),
    commands.registerCommand('probe.chat', async () => {
      // The chat asks for models only once somebody has.
      await lm.selectChatModels({});
      await commands.executeCommand('workbench.action.chat.open', { query: '@probe go' });
    }),
    lm.registerLanguageModelChatProvider('probe', {
      provideLanguageModelChatInformation: () => [
        {
          id: 'probe',
          name: 'Probe',
          family: 'probe',
          version: '1',
          maxInputTokens: 9_000,
          maxOutputTokens: 900,
          capabilities: { toolCalling: true },
          isUserSelectable: true,
          isDefault: true,
        },
      ],
      provideLanguageModelChatResponse: async (_model, _messages, _options, progress) =>
        progress.report(new LanguageModelTextPart('done')),
      provideTokenCount: async (_model, text) => Math.ceil(String(text).length / 4),
    }),
    chat.createChatParticipant('probe.agent', async (request, _context, stream) => {
      // What the chat would offer a model; a proposal, which the host of the tests has switched on.
      const offered = [...(request.tools ?? [])].map(([tool]) => tool.name ?? String(tool));
      await callAll(request.toolInvocationToken, offered);
      stream.markdown('done');
    }),
  );
};

async function called(tool, input, toolInvocationToken) {
  try {
    const { content } = await lm.invokeTool(`${PREFIX}${tool}`, { input, toolInvocationToken });
    return ['answered', content.map(({ value }) => value).join('')];
  } catch (error) {
    return ['thrown', String(error.message)];
  }
}
