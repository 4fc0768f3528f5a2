import {
  CodeAction,
  CodeActionKind,
  type CodeActionProvider,
  Diagnostic,
  type DiagnosticCollection,
  DiagnosticSeverity,
  DiagnosticTag,
  l10n,
  languages,
  Range,
  type TextDocument,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { DisposableOwner } from '../../base/disposable.ts';
import { Timer } from '../../base/timer.ts';
import { eventPhase } from '../../core/lifecycle.ts';
import { slugMentions } from '../../core/slug-mentions.ts';
import { readWatchEntry, type WatchEntry, watchEntryText } from '../../core/watchlist.ts';
import { type PlacedEntry, placedEntries } from '../../core/watchlist-file.ts';
import { eachPaid, resultOf, stateOf } from '../../view/price-text.ts';
import { sentences } from '../../view/row.ts';
import { WATCHLIST_FILES } from '../in-files.ts';
import { CHANGED_MS, knownKind, namedNeeds, TYPING_PAUSE_MS, tellUnknown } from '../named-markets.ts';
import type { Parts } from '../services.ts';
import { type Needs, Surface, type SurfaceServices } from '../surface.ts';

type Needed = SurfaceServices & Parts<'watched' | 'markets' | 'view' | 'marketViews'>;

const SOURCE = 'Prediction Markets';

/** What is wrong with an entry, and what may be put in its place. */
interface Problem {
  readonly entry: PlacedEntry;
  readonly words: string;
  readonly severity: DiagnosticSeverity;
  /** It may as well not be there. */
  readonly isIdle: boolean;
  readonly instead: string | undefined;
}

/**
 * What is wrong with the entries of a watchlist file while it is open, each with a way to mend it: no slug, listed twice, unknown to
 * the service, settled. In a trusted workspace what nothing has is read, together, while the file is visible and once the typing pauses.
 */
export class WatchlistProblems extends DisposableOwner implements CodeActionProvider {
  readonly #services: Needed;
  readonly #shown: DiagnosticCollection;
  readonly #surface: Surface<void>;
  readonly #looking: Timer;
  #needs: Needs = { stores: [] };

  constructor(services: Needed) {
    super();
    this.#services = services;
    this.#shown = this.own.add(languages.createDiagnosticCollection('predictionMarkets.watchlist'));
    this.#surface = this.own.add(
      new Surface(services, {
        kind: 'tree',
        reader: { page: 'watchlist' },
        draw: () => ({ content: undefined, needs: this.#needs }),
        pace: { gapMs: CHANGED_MS, show: () => this.#show() },
      }),
    );
    this.#looking = this.own.add(new Timer(services.clock, () => this.#look()));
    const look = (document: TextDocument): void => {
      if (isWatchlist(document)) this.#looking.set(TYPING_PAUSE_MS);
    };
    this.own.add(workspace.onDidOpenTextDocument(look));
    this.own.add(workspace.onDidChangeTextDocument(({ document }) => look(document)));
    this.own.add(workspace.onDidCloseTextDocument(look));
    this.own.add(window.onDidChangeVisibleTextEditors(() => this.#looking.set(0)));
    this.own.add(workspace.onDidGrantWorkspaceTrust(() => this.#looking.set(0)));
    this.own.add(
      languages.registerCodeActionsProvider(WATCHLIST_FILES, this, {
        providedCodeActionKinds: [CodeActionKind.QuickFix],
      }),
    );
    this.#looking.set(0);
  }

  provideCodeActions(document: TextDocument, range: Range): CodeAction[] {
    return this.#problems(document).flatMap((problem) => {
      const { entry, instead } = problem;
      const place = rangeOf(document, entry);
      if (place.intersection(range) === undefined) return [];
      const change =
        instead === undefined
          ? []
          : [actionOf(document, l10n.t('Change to {0}', instead), place, JSON.stringify(instead))];
      const cut = rangeOf(document, entry.cut);
      const all = [...change, actionOf(document, l10n.t('Remove from the List'), cut, '')];
      const [first] = all;
      if (first !== undefined) first.isPreferred = true;
      for (const action of all) action.diagnostics = [diagnosticOf(document, problem)];
      return all;
    });
  }

  #look(): void {
    const visible = new Set(window.visibleTextEditors.map(({ document }) => document).filter(isWatchlist));
    const texts = workspace.isTrusted
      ? [...visible].flatMap((document) => placedEntries(document.getText()))
      : [];
    const entries = texts.flatMap(({ text }) => readWatchEntry(text) ?? []);
    const { stores, named } = namedNeeds(this.#services, entries);
    this.#needs = { stores, named: named ?? [] };
    this.#surface.need(this.#needs);
    this.#surface.setShown(entries.length > 0);
    this.#show();
  }

  #show(): void {
    this.#shown.clear();
    for (const document of workspace.textDocuments.filter(isWatchlist))
      this.#shown.set(
        document.uri,
        this.#problems(document).map((problem) => diagnosticOf(document, problem)),
      );
  }

  #problems(document: TextDocument): readonly Problem[] {
    const seen = new Set<string>();
    return placedEntries(document.getText()).flatMap((entry) => {
      const watched = readWatchEntry(entry.text);
      const place = JSON.stringify([entry.group, watched]);
      const isDouble = seen.has(place);
      seen.add(place);
      if (watched === undefined) return malformed(entry);
      return isDouble ? double(entry) : this.#problemOf(entry, watched);
    });
  }

  #problemOf(entry: PlacedEntry, watched: WatchEntry): readonly Problem[] {
    const services = this.#services;
    if (services.watched.isGone(watched)) {
      const [meant] = slugMentions(entry.text, (slug) => knownKind(services, slug));
      const isOther = meant !== undefined && watchEntryText(meant) !== entry.text;
      const instead = isOther ? watchEntryText(meant) : tellUnknown(services, watched).nearest;
      const words =
        watched.kind === 'event' ? l10n.t('No event with this slug.') : l10n.t('No market with this slug.');
      return [{ ...warning(entry, words), instead }];
    }
    const words = watched.kind === 'event' ? this.#ended(watched.key) : this.#settled(watched.key);
    if (words === undefined) return [];
    const severity = DiagnosticSeverity.Information;
    return [{ entry, words, severity, isIdle: true, instead: undefined }];
  }

  #settled(slug: string): string | undefined {
    const { markets, marketViews, view } = this.#services;
    const market = markets.get(slug);
    const latest = market && marketViews.latest(market);
    if (latest === undefined || stateOf(latest) !== 'resolved') return undefined;
    const paid = eachPaid(latest.market, resultOf(latest), view());
    return sentences([l10n.t('This market is settled.'), paid ?? '']);
  }

  #ended(key: string): string | undefined {
    const { clock, watched } = this.#services;
    const event = watched.event(key);
    const isOver = event !== undefined && eventPhase(event, clock.now()) === 'ended';
    return isOver ? l10n.t('This event has ended.') : undefined;
  }
}

function isWatchlist(document: TextDocument): boolean {
  return !document.isClosed && languages.match(WATCHLIST_FILES, document) > 0;
}

function warning(entry: PlacedEntry, words: string): Problem {
  const severity = DiagnosticSeverity.Warning;
  return { entry, words, severity, isIdle: false, instead: undefined };
}

function malformed(entry: PlacedEntry): readonly Problem[] {
  const words = l10n.t(
    'This is no slug: the slug of a market, or event: and the slug of an event, is expected.',
  );
  const trimmed = readWatchEntry(entry.text.trim());
  return [{ ...warning(entry, words), instead: trimmed && watchEntryText(trimmed) }];
}

function double(entry: PlacedEntry): readonly Problem[] {
  return [{ ...warning(entry, l10n.t('This is in the list already.')), isIdle: true }];
}

function diagnosticOf(document: TextDocument, { entry, words, severity, isIdle }: Problem): Diagnostic {
  const diagnostic = new Diagnostic(rangeOf(document, entry), words, severity);
  diagnostic.source = SOURCE;
  if (isIdle) diagnostic.tags = [DiagnosticTag.Unnecessary];
  return diagnostic;
}

function actionOf(document: TextDocument, title: string, range: Range, text: string): CodeAction {
  const action = new CodeAction(title, CodeActionKind.QuickFix);
  action.edit = new WorkspaceEdit();
  action.edit.replace(document.uri, range, text);
  return action;
}

function rangeOf(document: TextDocument, { start, end }: { readonly start: number; readonly end: number }) {
  return new Range(document.positionAt(start), document.positionAt(end));
}
