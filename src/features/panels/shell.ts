import * as vscode from 'vscode';
import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import { DisposableStore } from '../../base/lifecycle.ts';
import type { PatchFrame, Snapshot, SnapshotFrame } from '../../view/protocol/frames.ts';
import type { Counts } from '../../view/protocol/pacing.ts';
import { Pacer } from '../../view/protocol/pacing.ts';
import type { Contract, EditorEnd, Handlers, Line } from '../../view/protocol/rpc.ts';
import { openEditorEnd } from '../../view/protocol/rpc.ts';
import type { Shape } from '../../view/protocol/shape.ts';
import type { PanelDeps } from './deps.ts';
import { createNonce, pageHtml } from './page.ts';

/** A contract whose page is told a snapshot and patches of content `C`. */
export interface FrameContract<C extends object> extends Contract {
  readonly events: {
    readonly snapshot: Shape<SnapshotFrame<C>>;
    readonly patch: Shape<PatchFrame<C>>;
  };
}

export interface Shell extends Disposable {
  /** Says that there is something new to show; it is told at most once a frame, and never to a hidden page. */
  changed(): void;
  /** Messages the page was sent so far. */
  readonly counts: Counts;
  setTitle(title: string): void;
  reveal(): void;
}

export interface ShellOptions<S extends object, C extends FrameContract<S>> {
  readonly panel: vscode.WebviewPanel;
  readonly deps: PanelDeps;
  readonly contract: C;
  /** Bundle in dist/webview, without `.js`. */
  readonly script: 'market' | 'settlement';
  readonly handlers: Handlers<C>;
  snapshot(): Snapshot<S>;
  onVisible(visible: boolean): void;
  onClosed(): void;
}

/** What every panel has around its content: the page, the line to it, and when it is told what. */
export function openShell<S extends object, C extends FrameContract<S>>(options: ShellOptions<S, C>): Shell {
  const { panel, deps, contract } = options;
  const { webview } = panel;
  const own = new DisposableStore();

  const icon = (theme: string): vscode.Uri => file(deps.extensionUri, 'media', `panel-${theme}.svg`);
  panel.iconPath = { light: icon('light'), dark: icon('dark') };
  webview.options = pageOptions(deps.extensionUri);
  const onMessage: Event<unknown> = (listener) => webview.onDidReceiveMessage(listener);
  const line: Line = { post: (message) => void webview.postMessage(message), onMessage };
  const tell = (name: 'snapshot' | 'patch') => (frame: object) => end.tell(name, frame as never);
  const pacer = own.add(
    new Pacer<S>(
      {
        clock: deps.clock,
        build: () => options.snapshot(),
        snapshot: tell('snapshot'),
        patch: tell('patch'),
      },
      panel.visible,
    ),
  );
  const news = { ready: () => pacer.ready(), drawn: (number: number) => pacer.drawn(number) };
  const end: EditorEnd<C> = own.add(
    openEditorEnd(contract, line, options.handlers, news, (problem) => deps.log.warn(problem), deps.clock),
  );
  const load = (): void => {
    webview.html = pageHtml({
      cspSource: webview.cspSource,
      scriptUri: webview
        .asWebviewUri(file(deps.extensionUri, 'dist', 'webview', `${options.script}.js`))
        .toString(),
      styleUri: webview.asWebviewUri(file(deps.extensionUri, 'dist', 'webview', 'panel.css')).toString(),
      language: vscode.env.language,
      title: panel.title,
      loading: deps.view().t('Loading…'),
      images: deps.images(),
      nonce: createNonce(),
    });
  };
  load();
  let images = deps.images();
  own.add(
    deps.onDidChangeView(() => {
      if (deps.images() === images) return;
      images = deps.images();
      load();
    }),
  );
  own.add(
    panel.onDidChangeViewState(() => {
      pacer.setVisible(panel.visible);
      options.onVisible(panel.visible);
    }),
  );
  own.add(
    panel.onDidDispose(() => {
      own.dispose();
      options.onClosed();
    }),
  );
  return {
    changed: () => pacer.changed(),
    get counts() {
      return pacer.counts;
    },
    setTitle(title) {
      if (!own.disposed && panel.title !== title) panel.title = title;
    },
    reveal: () => panel.reveal(),
    dispose: () => panel.dispose(),
  };
}

/** What a page may do: run its own script, and read the folder it is in. No command links, no forms, no ports. */
export function pageOptions(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    enableForms: false,
    enableCommandUris: false,
    localResourceRoots: [file(extensionUri, 'dist', 'webview')],
  };
}

function file(extensionUri: vscode.Uri, ...parts: string[]): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, ...parts);
}
