import type { AgentCall } from '../../../core/agent-access.ts';
import { inputText, inputWords, resultText, sawText, shortResult, sizeText } from '../../agent-call-text.ts';
import { callerText } from '../../agent-text.ts';
import { type AgentsShown, sumParts } from '../../agents-tree.ts';
import { ABSENT } from '../../numbers.ts';
import { joined, type ViewContext } from '../../row.ts';
import { cutName } from '../../widths.ts';
import { button, cell, note } from '../parts.ts';
import { listWords, tabsOf } from '../portfolio/in-rows.ts';
import type { ListRow, ListSection } from '../portfolio/protocol.ts';
import type { Head, SecondLine } from '../protocol.ts';
import { ageUnits } from '../shared-sections.ts';
import { AGENT_CALLS, type AgentCallsSnapshot } from './protocol.ts';

interface AgentCallsInput {
  readonly connection: { readonly label: string; readonly isDemo: boolean };
  /** Undefined until what agents may do is loaded. */
  readonly shown: AgentsShown | undefined;
}

/** How wide what was passed may be, in digits, where there is room for it; the hint has all of it. */
const INPUT_WIDTH = 60;

const SAW_ACCOUNT: ReadonlySet<AgentCall['saw']> = new Set(['account', 'account, amounts hidden', 'orders']);

const TABS = {
  account: ({ saw }: AgentCall) => SAW_ACCOUNT.has(saw),
  refused: ({ result }: AgentCall) => result === 'refused',
  failed: ({ result }: AgentCall) => result === 'failed',
} as const;
type Tab = keyof typeof TABS | 'alone';

/** Every call of agents, each once: when, who, which tool, with what, how much went out, and what it was allowed to see. */
export function agentCallsSnapshot(
  { connection, shown }: AgentCallsInput,
  context: ViewContext,
): AgentCallsSnapshot {
  const { t } = context;
  if (shown === undefined) return { slug: AGENT_CALLS, busy: true };
  const isEmpty = shown.calls.length + shown.withoutWindow.length === 0;
  return {
    slug: AGENT_CALLS,
    busy: false,
    note: isEmpty ? note(t('No agent has called yet.'), 'dim') : undefined,
    content: {
      head: head(connection, shown, context),
      freshness: sinceLine(shown, context),
      calls: callsSection(shown, context),
    },
  };
}

function head(
  { label, isDemo }: AgentCallsInput['connection'],
  { stoppedAt }: AgentsShown,
  { t, format }: ViewContext,
): Head {
  const isStopped = stoppedAt !== undefined;
  return {
    crumbs: [],
    title: t('Agent Calls'),
    state: isStopped
      ? { text: t('Stopped at {0}', format.moment(stoppedAt)), tone: 'warn', mark: 'half' }
      : { text: t('Not stopped'), tone: 'dim', mark: 'hollow' },
    connection: isDemo ? t('DEMO exchange') : label,
    demo: isDemo,
    buttons: [
      isStopped ? button(t('Start Agents Again'), 'startAgents') : button(t('Stop All Agents'), 'stopAgents'),
      button(t('Agent Access'), 'agentAccess'),
    ],
  };
}

function sinceLine({ withoutWindow }: AgentsShown, context: ViewContext): SecondLine {
  const { t } = context;
  return {
    state: 'read',
    text:
      withoutWindow.length === 0
        ? t('calls in this window, in memory')
        : t('calls in this window, in memory, and those that no window answered, from a file'),
    units: ageUnits(context),
    silent: t('no longer updated'),
    spoken: '',
  };
}

function callsSection(shown: AgentsShown, context: ViewContext): ListSection {
  const { t } = context;
  const own = shown.calls.map((call) => row(`call/${call.number}`, call, [], context));
  const alone = shown.withoutWindow.map((call) => row(`alone/${call.number}`, call, ['alone'], context));
  const rows = [...own, ...alone];
  return {
    heading: t('Calls'),
    words: {
      ...listWords(context),
      gone: t('no longer listed'),
      filter: t('Tool or words'),
      noMatch: t('No calls match.'),
    },
    tabs: tabsOf(
      rows,
      {
        account: t('Account'),
        refused: t('Refused'),
        failed: t('Failed'),
        alone: t('Without a window'),
      } satisfies Record<Tab, string>,
      context,
    ),
    content: {
      caption: t('Calls of agents'),
      columns: [
        { label: t('Time'), kind: 'time' },
        { label: t('Who'), kind: 'words', importance: 4 },
        { label: t('Tool'), kind: 'words' },
        { label: t('Arguments'), kind: 'words', importance: 2 },
        { label: t('Answer'), kind: 'number', importance: 1 },
        { label: t('Result'), kind: 'words' },
        { label: t('Was allowed to see'), kind: 'words', importance: 3 },
        { label: t('Connection'), kind: 'words', importance: 0 },
      ],
      rows,
      sort: { column: 0, descending: true },
    },
    footnote: [
      shown.calls.length === 0
        ? undefined
        : t('In this window: {0}.', joined(sumParts(shown.calls, context))),
      shown.withoutWindow.length === 0
        ? undefined
        : t('Without a window: {0}.', joined(sumParts(shown.withoutWindow, context))),
      t('A name from MCP is what the program calls itself; nobody has checked it.'),
      t('VS Code does not say which model or extension asks.'),
    ]
      .filter((part) => part !== undefined)
      .join(' '),
  };
}

function row(key: string, call: AgentCall, more: readonly Tab[], context: ViewContext): ListRow {
  const { caller, at, tool, bytes, result, connection } = call;
  const input = inputText(call, context);
  const kinds = Object.entries(TABS).flatMap(([tab, isIn]) => (isIn(call) ? [tab] : []));
  const [came, saw] = [resultText(call, context), sawText(call, context)];
  return {
    key,
    tabs: [...kinds, ...more],
    cells: [
      { ...cell(context.format.moment(at), 'dim'), rank: at },
      cell(callerText(caller, context)),
      { ...cell(tool), strong: tool.length },
      input === ''
        ? cell(ABSENT, 'dim')
        : cell(cutName(inputWords(call, context), INPUT_WIDTH), 'plain', { hint: input }),
      { ...cell(sizeText(bytes, context)), rank: bytes },
      {
        ...cell(came, result === 'answered' ? 'plain' : 'warn', { hint: came }),
        short: shortResult(call, context),
      },
      cell(saw, 'dim', { hint: saw }),
      cell(connection ?? ABSENT, 'dim'),
    ],
  };
}
