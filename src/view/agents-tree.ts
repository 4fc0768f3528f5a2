import { type AgentAccess, type AgentCall, CANCEL_TOOL, type ConnectedAgent } from '../core/agent-access.ts';
import { inputText, inputWords, refusalText, resultText, sawText, sizeText } from './agent-call-text.ts';
import { agentText, callerText } from './agent-text.ts';
import { field, folderRow, joined, type Row, type RowIcon, spokenParts, type ViewContext } from './row.ts';
import { cutName } from './widths.ts';

/** So many calls stand for themselves; the earlier ones are a group. */
const LATEST_CALLS = 20;
/** How wide what was passed may be in a row, in digits: a slug is mostly numbers, and half of them say nothing. */
const INPUT_WIDTH = 14;

type AgentSwitch = 'publicData' | 'account' | 'mayAskToCancel';

/** What is known of agents in this window. */
export interface AgentsShown {
  readonly access: AgentAccess;
  /** Since when what is off at first is on, Unix milliseconds. */
  readonly since: { readonly account?: number; readonly mayAskToCancel?: number };
  /** Unix milliseconds; undefined while agents are not stopped. */
  readonly stoppedAt: number | undefined;
  readonly connected: readonly ConnectedAgent[];
  /** Newest first. */
  readonly calls: readonly AgentCall[];
  /** Those of the MCP server that no window answered, newest first. */
  readonly withoutWindow: readonly AgentCall[];
}

/** The three switches, who is there, and every call. */
export function agentsTree(shown: AgentsShown, context: ViewContext): readonly Row[] {
  const { t } = context;
  const { connected, calls, withoutWindow } = shown;
  return [
    ...switchRows(shown, context),
    folderRow(
      'connected',
      t('Connected'),
      [connected.length === 0 ? t('nobody') : String(connected.length)],
      () => connected.map((agent) => agentRow(agent, context)),
      'expanded',
    ),
    {
      ...folderRow('calls', t('Calls'), sumParts(calls, context), () => callRows(calls, context), 'expanded'),
      tooltip: () => [
        { kind: 'title', text: t('Calls') },
        { kind: 'text', text: t('The newest calls in this window; they are forgotten with it.') },
      ],
    },
    ...(withoutWindow.length === 0 ? [] : [withoutWindowRow(withoutWindow, context)]),
  ];
}

function withoutWindowRow(calls: readonly AgentCall[], context: ViewContext): Row {
  const { t } = context;
  const label = t('Without a window');
  return {
    ...folderRow('alone', label, sumParts(calls, context), () => callRows(calls, context, 'alone')),
    tooltip: () => [
      { kind: 'title', text: label },
      {
        kind: 'text',
        text: t(
          'The newest calls of the MCP server that no window answered. Public data may have been read; your account cannot be read without a window.',
        ),
      },
    ],
  };
}

/** While agents are stopped: since when, and how many calls were refused for it. */
export function stoppedText(
  { stoppedAt, calls }: AgentsShown,
  { t, format }: ViewContext,
): string | undefined {
  if (stoppedAt === undefined) return undefined;
  const refused = calls.filter(({ at, reason }) => reason === 'stopped' && at >= stoppedAt).length;
  const since = refused === 0 ? '' : t('Refused since: {0}.', refused);
  const text = t(
    'Stopped at {0}. Every call is refused, market data too, until you start them again.',
    format.moment(stoppedAt),
  );
  return `${text} ${since}`.trim();
}

function switchRows({ access, since, stoppedAt }: AgentsShown, { t, format }: ViewContext): readonly Row[] {
  const { publicData, account, mayAskToCancel } = access;
  const sinceText = (at: number | undefined): string | undefined =>
    at === undefined ? undefined : t('since {0}', format.time(at));
  const row = (name: AgentSwitch, isOn: boolean, label: string, about: Row['parts'], more: string): Row => {
    const isStopped = stoppedAt !== undefined;
    const parts = isStopped ? [t('stopped')] : about;
    return {
      id: `switch/${name}`,
      label,
      parts,
      checked: isOn,
      accessibilityLabel: spokenParts([label, isOn ? t('on') : t('off'), joined(parts)]),
      contextValue: 'agentSwitch',
      subject: { kind: 'agentSwitch', name },
      tooltip: () => [
        { kind: 'title', text: label },
        { kind: 'text', text: more },
      ],
      collapsible: 'none',
    };
  };
  return [
    row(
      'publicData',
      publicData,
      t('Public data'),
      [t('markets, prices, rules')],
      t(
        'What everybody can read. How fresh a price is can tell which markets this window streams, yours among them.',
      ),
    ),
    row(
      'account',
      account === 'allowed',
      t('My account'),
      account === 'allowed'
        ? [t('this window'), sinceText(since.account)]
        : account === 'ask'
          ? [t('asks you at the first call')]
          : [t('not allowed')],
      t(
        'Positions, orders and activity of the account in use, for this window. What agents read goes to their model.',
      ),
    ),
    row(
      'mayAskToCancel',
      mayAskToCancel,
      t('May ask to cancel'),
      mayAskToCancel ? [t('you confirm each'), sinceText(since.mayAskToCancel)] : [t('not offered')],
      t('Each time you confirm in the ordinary dialog, which no agent can answer.'),
    ),
  ];
}

const AGENT_ICONS: Readonly<Record<ConnectedAgent['caller']['via'], RowIcon>> = {
  chat: { id: 'sparkle' },
  extension: { id: 'extensions' },
  mcp: { id: 'plug' },
};

function agentRow({ caller, since, calls }: ConnectedAgent, context: ViewContext): Row {
  const { t, format } = context;
  const label = callerText(caller, context);
  const count = calls === 1 ? t('1 call') : t('{0} calls', calls);
  const from = t('since {0}', format.time(since));
  const parts = { mcp: ['MCP', count, from], chat: [t('this window'), count], extension: [count] }[
    caller.via
  ];
  const note = {
    chat: t('VS Code does not say which model or extension asks in chat.'),
    extension: t('VS Code does not say which extension it is.'),
    mcp: t('The name is what the program calls itself; nobody has checked it.'),
  }[caller.via];
  return {
    id: `agent/${caller.via}/${caller.name ?? ''}`,
    label,
    parts,
    icon: AGENT_ICONS[caller.via],
    accessibilityLabel: spokenParts([label, ...parts]),
    contextValue: 'agent',
    tooltip: () => [
      { kind: 'title', text: label },
      { kind: 'text', text: joined([from, count]) },
      { kind: 'text', text: note },
    ],
    collapsible: 'none',
  };
}

/** How many calls, how much went out, how many were refused. */
export function sumParts(calls: readonly AgentCall[], context: ViewContext): Row['parts'] {
  const { t } = context;
  if (calls.length === 0) return [t('none yet')];
  const bytes = calls.reduce((sum, call) => sum + call.bytes, 0);
  const count = (wanted: AgentCall['result']): number =>
    calls.filter(({ result }) => result === wanted).length;
  const refused = count('refused') === 0 ? undefined : t('{0} refused', count('refused'));
  const failed = count('failed') === 0 ? undefined : t('{0} failed', count('failed'));
  const made = calls[0]?.number ?? 0;
  const shown = made > calls.length ? t('newest {0} of {1}', calls.length, made) : String(calls.length);
  return [shown, sizeText(bytes, context), refused, failed];
}

/** `group`: keeps the rows of one list apart from those of another. */
function callRows(
  calls: readonly AgentCall[],
  context: ViewContext,
  group: 'call' | 'alone' = 'call',
): readonly Row[] {
  const rows = (some: readonly AgentCall[]): readonly Row[] =>
    some.map((call) => ({ ...callRow(call, context), id: `${group}/${call.number}` }));
  const earlier = calls.slice(LATEST_CALLS);
  if (earlier.length === 0) return rows(calls);
  const folder = folderRow(`${group}/earlier`, context.t('Earlier calls'), [String(earlier.length)], () =>
    rows(earlier),
  );
  return [...rows(calls.slice(0, LATEST_CALLS)), folder];
}

function callRow(call: AgentCall, context: ViewContext): Omit<Row, 'id'> {
  const { t, format } = context;
  const { tool, at, bytes, result, caller, connection } = call;
  const input = inputText(call, context);
  const words = resultText(call, context);
  const size = sizeText(bytes, context);
  // Ids say nothing to a person, and would take the room of the time.
  const passed = tool === CANCEL_TOOL ? '' : inputWords(call, context);
  const outcome = result === 'answered' ? size : refusalText(call, context) || words;
  // The tooltip has the seconds: the outcome comes first and has room at 300 pixels.
  const parts = [outcome, format.timeOrDay(at)];
  return {
    label: tool,
    parts: [...parts, cutName(passed, INPUT_WIDTH)],
    icon: iconOf(call),
    accessibilityLabel: spokenParts([tool, input, words, size, format.moment(at), sawText(call, context)]),
    contextValue: 'agentCall',
    command: { id: 'showAgentCalls', args: [] },
    tooltip: () => [
      { kind: 'title', text: tool },
      ...field(t('Who'), agentText(caller, context)),
      ...field(t('Time'), format.moment(at)),
      ...field(t('Connection'), connection),
      ...field(t('Arguments'), input === '' ? t('none') : input),
      ...field(t('Result'), words),
      ...field(t('Answer'), size),
      ...field(t('Was allowed to see'), sawText(call, context)),
    ],
    collapsible: 'none',
  };
}

function iconOf({ result, reason }: AgentCall): RowIcon {
  if (result === 'answered') return { id: 'check' };
  if (result === 'failed') return { id: 'error' };
  return { id: reason === 'stale' || reason === 'halted' ? 'history' : 'circle-slash' };
}
