import type { Disposable } from '../../../src/base/disposable.ts';
import { Emitter } from '../../../src/base/event.ts';
import type { SnapshotMessage } from '../../../src/view/panels/protocol.ts';

/** What the stand-in for the editor's tree view is given. */
export interface TreeSource<E> {
  readonly onDidChangeTreeData: (listener: (elements: readonly E[] | undefined) => void) => Disposable;
  getTreeItem(element: E): object;
  getChildren(element?: E): readonly E[];
}

interface TreeRefresh {
  readonly at: number;
  /** How many rows were named; undefined: the whole tree. */
  readonly rows: number | undefined;
  /** How many of them look as they did before. */
  readonly unchanged: number;
}

interface TreeElement {
  readonly id: string;
}

/** A tree as the editor draws it: it asks for a row when that row is refreshed and at no other time. */
export class TreeScreen<E extends TreeElement = TreeElement> {
  readonly refreshes: TreeRefresh[] = [];
  readonly drawn = new Map<string, string>();
  readonly #source: TreeSource<E>;
  readonly #now: () => number;
  readonly #opened = new Map<string, E>();
  readonly #visibility = new Emitter<{ readonly visible: boolean }>();
  readonly #expanded = new Emitter<{ readonly element: E }>();
  readonly #collapsed = new Emitter<{ readonly element: E }>();
  readonly #ticked = new Emitter<{ readonly items: readonly (readonly [E, number])[] }>();
  readonly #following: Disposable;
  readonly onDidChangeVisibility = this.#visibility.event;
  readonly onDidExpandElement = this.#expanded.event;
  readonly onDidCollapseElement = this.#collapsed.event;
  readonly onDidChangeCheckboxState = this.#ticked.event;
  /** As the manifest names the view, in the language of the editor. */
  title: string | undefined;
  description: string | undefined;
  message: string | undefined;
  badge: unknown;
  visible = false;
  selection: readonly E[] = [];
  onDrawn: (() => void) | undefined;

  constructor(source: TreeSource<E>, now: () => number) {
    this.#source = source;
    this.#now = now;
    this.#following = source.onDidChangeTreeData((elements) => this.#hear(elements));
  }

  show(visible: boolean): void {
    if (visible === this.visible) return;
    this.visible = visible;
    this.#visibility.fire({ visible });
    if (visible) this.#drawAll();
  }

  open(): void {
    const walk = (elements: readonly E[]): void => {
      for (const element of elements) {
        const { collapsibleState } = this.#source.getTreeItem(element) as {
          readonly collapsibleState: number;
        };
        if (collapsibleState === 0) continue;
        const isNew = !this.#opened.has(element.id);
        this.#opened.set(element.id, element);
        walk(this.#draw(this.#source.getChildren(element)));
        if (isNew) this.#expanded.fire({ element });
      }
    };
    walk(this.#draw(this.#source.getChildren()));
  }

  /** A person clicks the box of a row at the root. */
  tick(id: string, isOn: boolean): void {
    this.#ticked.fire({ items: [[this.#root(id), isOn ? 1 : 0]] });
  }

  /** A person selects a row at the root. */
  select(id: string): void {
    this.selection = [this.#root(id)];
  }

  isOpen(id: string): boolean {
    return this.#opened.has(id);
  }

  close(): void {
    const opened = [...this.#opened.values()];
    this.#opened.clear();
    for (const element of opened) this.#collapsed.fire({ element });
  }

  dispose(): void {
    this.#following.dispose();
    for (const emitter of [this.#visibility, this.#expanded, this.#collapsed, this.#ticked])
      emitter.dispose();
  }

  #root(id: string): E {
    const element = this.#source.getChildren().find((each) => each.id === id);
    if (element === undefined) throw new Error(`There is no row ${id}`);
    return element;
  }

  #hear(elements: readonly E[] | undefined): void {
    let unchanged = 0;
    if (elements === undefined) this.#drawAll();
    else for (const element of elements) if (!this.#drawOne(element)) unchanged++;
    this.refreshes.push({ at: this.#now(), rows: elements?.length, unchanged });
    this.onDrawn?.();
  }

  #drawAll(): void {
    this.drawn.clear();
    this.#drawBelow(this.#source.getChildren());
  }

  #draw(elements: readonly E[]): readonly E[] {
    for (const element of elements) this.drawn.set(element.id, this.#look(element));
    return elements;
  }

  #drawBelow(elements: readonly E[]): void {
    for (const element of this.#draw(elements))
      if (this.#opened.has(element.id)) this.#drawBelow(this.#source.getChildren(element));
  }

  /** True when it looks other than before, or other rows are under it. */
  #drawOne(element: E): boolean {
    const look = this.#look(element);
    const isOther = this.drawn.get(element.id) !== look;
    this.drawn.set(element.id, look);
    if (!this.#opened.has(element.id)) return isOther;
    const children = this.#source.getChildren(element);
    const areOther = children.some(({ id }) => !this.drawn.has(id));
    this.#drawBelow(children);
    return isOther || areOther;
  }

  #look(element: E): string {
    return JSON.stringify(this.#source.getTreeItem(element));
  }
}

export class StatusScreen {
  readonly writes: number[] = [];
  readonly #now: () => number;
  name = '';
  command = '';
  tooltip: unknown;
  accessibilityInformation: { readonly label: string } | undefined;
  backgroundColor: { readonly id: string } | undefined;
  isShown = false;
  #text = '';

  constructor(now: () => number) {
    this.#now = now;
  }

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    this.#text = text;
    this.writes.push(this.#now());
  }

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    this.isShown = false;
  }

  dispose(): void {
    this.isShown = false;
  }
}

/** A panel whose page is the code that sets `onPost`. */
export class PanelScreen {
  readonly viewType: string;
  readonly #heard = new Emitter<unknown>();
  readonly #states = new Emitter<void>();
  readonly #disposed = new Emitter<void>();
  readonly onDidChangeViewState = this.#states.event;
  readonly onDidDispose = this.#disposed.event;
  readonly webview = {
    html: '',
    options: {},
    cspSource: 'http://127.0.0.1:9',
    asWebviewUri: (uri: unknown) => uri,
    onDidReceiveMessage: this.#heard.event,
    postMessage: async (message: SnapshotMessage): Promise<boolean> => {
      this.onPost?.(message);
      return true;
    },
  };
  title = '';
  iconPath: unknown;
  visible = true;
  onPost: ((message: SnapshotMessage) => void) | undefined;

  constructor(viewType: string) {
    this.viewType = viewType;
  }

  say(message: object): void {
    this.#heard.fire(message);
  }

  show(visible: boolean): void {
    this.visible = visible;
    this.#states.fire();
  }

  reveal(): void {
    this.show(true);
  }

  dispose(): void {
    this.#disposed.fire();
    for (const emitter of [this.#heard, this.#states, this.#disposed]) emitter.dispose();
  }
}

export const screens = {
  now: (): number => Date.now(),
  trees: new Map<string, TreeScreen>(),
  status: [] as StatusScreen[],
  /** Hears the label of each row that is made. */
  onItem: undefined as ((label: string) => void) | undefined,
};
