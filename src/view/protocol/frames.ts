import type { Note } from './parts.ts';
import { noteShape } from './parts.ts';
import type { Shape, Shaped } from './shape.ts';
import { finite, flag, list, maybe, record, text } from './shape.ts';

// How what a panel shows travels: once whole, then only the sections that changed, numbered so that a page that missed
// one knows it.

/** All a panel shows. `note` stands above the content (a failed refresh) or in its place. */
export interface Snapshot<C = object> {
  readonly slug: string;
  readonly busy: boolean;
  readonly note: Note | undefined;
  readonly content: C | undefined;
}

/** `now`: the editor's clock when it was sent, Unix milliseconds; the page measures ages against it. */
interface Numbered {
  readonly number: number;
  readonly now: number;
}

export interface SnapshotFrame<C = object> extends Numbered {
  readonly snapshot: Snapshot<C>;
}

/** What changed since the frame numbered one less. An absent section is as it was; `gone` ones are absent now. */
export interface PatchFrame<C = object> extends Numbered {
  readonly busy: boolean;
  readonly note: Note | undefined;
  readonly changed: Partial<C>;
  readonly gone: readonly string[];
}

type Members = Readonly<Record<string, Shape<unknown>>>;
export type ContentOf<M extends Members> = { readonly [K in keyof M]: Shaped<M[K]> };

/** The frames of a panel whose content has these sections. */
export function frameEvents<M extends Members>(
  sections: M,
): {
  readonly snapshot: Shape<SnapshotFrame<ContentOf<M>>>;
  readonly patch: Shape<PatchFrame<ContentOf<M>>>;
} {
  return {
    snapshot: record({ number: finite, now: finite, snapshot: snapshotShape(sections) }),
    patch: patchShape(sections),
  };
}

export function snapshotShape<M extends Members>(sections: M): Shape<Snapshot<ContentOf<M>>> {
  return record({ slug: text, busy: flag, note: maybe(noteShape), content: maybe(record(sections)) });
}

const PATCH = record({ number: finite, now: finite, busy: flag, note: maybe(noteShape), gone: list(text) });

function patchShape<M extends Members>(sections: M): Shape<PatchFrame<ContentOf<M>>> {
  const fits = (name: string, value: unknown): boolean =>
    Object.hasOwn(sections, name) && sections[name]?.(value) === true;
  return (value): value is PatchFrame<ContentOf<M>> => {
    if (!PATCH(value)) return false;
    const { changed } = value as { readonly changed?: unknown };
    if (typeof changed !== 'object' || changed === null) return false;
    return (
      Object.entries(changed).every(([name, section]) => fits(name, section)) &&
      value.gone.every((name) => fits(name, undefined))
    );
  };
}

/** The snapshot a page has after a patch; `undefined` when the patch does not follow on what the page has. */
export function applyPatch<C extends object>(
  to: SnapshotFrame<C> | undefined,
  patch: PatchFrame<C>,
): SnapshotFrame<C> | undefined {
  if (to?.snapshot.content === undefined || patch.number !== to.number + 1) return undefined;
  const { number, now, busy, note, changed, gone } = patch;
  const content = Object.fromEntries(
    Object.entries({ ...to.snapshot.content, ...changed }).filter(([name]) => !gone.includes(name)),
  ) as C;
  return { number, now, snapshot: { slug: to.snapshot.slug, busy, note, content } };
}

/** What of a snapshot a page does not have yet. */
export type Difference<C> =
  | { readonly kind: 'none' }
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly changed: Partial<C>; readonly gone: readonly string[] };

interface Told {
  readonly section: unknown;
  readonly json: string | undefined;
}

/** Remembers what a page was told, section by section, as the text it travelled as. */
export class Telling<C extends object> {
  #slug = '';
  #outside = '';
  /** Undefined: the page has no content. */
  #sections: ReadonlyMap<string, Told> | undefined;

  /** What a page that has all told so far lacks of `next`; from then on counts as told. */
  next({ slug, busy, note, content }: Snapshot<C>): Difference<C> {
    const outside = JSON.stringify([busy, note]);
    const sections = content === undefined ? undefined : this.#read(content);
    const before = this.#sections;
    const isSame = this.#slug === slug && this.#outside === outside;
    const hadSame = this.#slug === slug && before !== undefined;
    this.#slug = slug;
    this.#outside = outside;
    this.#sections = sections;
    if (sections === undefined || !hadSame) {
      return { kind: isSame && sections === undefined && before === undefined ? 'none' : 'whole' };
    }
    const changed = [...sections].filter(([name, { json }]) => before.get(name)?.json !== json);
    const present = changed.filter(([, { json }]) => json !== undefined);
    const gone = changed.filter(([, { json }]) => json === undefined).map(([name]) => name);
    if (changed.length === 0 && isSame) return { kind: 'none' };
    const parts = present.map(([name, { section }]) => [name, section]);
    return { kind: 'part', changed: Object.fromEntries(parts) as Partial<C>, gone };
  }

  /** The page has nothing, or is not known to have anything. */
  forget(): void {
    this.#slug = '';
    this.#outside = '';
    this.#sections = undefined;
  }

  /** A section that is the same object as before is not written out again. */
  #read(content: C): ReadonlyMap<string, Told> {
    return new Map(
      Object.entries(content).map(([name, section]): [string, Told] => {
        const told = this.#sections?.get(name);
        if (told !== undefined && told.section === section) return [name, told];
        return [name, { section, json: JSON.stringify(section) }];
      }),
    );
  }
}
