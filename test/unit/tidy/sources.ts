import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript-api';

export const repository = path.resolve(import.meta.dirname, '../../..');

/** Paths below the repository with forward slashes, of everything that is or would be committed. */
export function projectFiles(): readonly string[] {
  listed ??= listFiles();
  return listed;
}

let listed: readonly string[] | undefined;

function listFiles(): readonly string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: repository,
    encoding: 'utf8',
  });
  const files = [...new Set(output.split('\0'))].filter(
    (file) => file && existsSync(path.join(repository, file)),
  );
  return files.sort();
}

export function codeFiles(...folders: readonly string[]): readonly string[] {
  return projectFiles().filter(
    (file) => /\.(tsx?|js)$/.test(file) && folders.some((folder) => file.startsWith(`${folder}/`)),
  );
}

export function read(file: string): string {
  return readFileSync(path.join(repository, file), 'utf8');
}

export const parse = onceEach(
  (file: string): ts.SourceFile => ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true),
);

export interface Import {
  readonly file: string;
  /** As written. */
  readonly specifier: string;
  readonly target: string | undefined;
}

/** Static, dynamic, re-exporting and type-only imports of one file. */
export function importsOf(file: string): readonly Import[] {
  return ts.preProcessFile(read(file), true, true).importedFiles.map(({ fileName: specifier }) => {
    const relative = specifier.startsWith('.');
    return {
      file,
      specifier,
      target: relative ? path.posix.join(path.posix.dirname(file), specifier) : undefined,
    };
  });
}

/** Every string literal, template without placeholders and property name of one file. */
export const textsOf = onceEach((file: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return found;
});

/** Many tests look at the same files, which nothing changes while they run. */
function onceEach<T>(of: (file: string) => T): (file: string) => T {
  const known = new Map<string, T>();
  return (file) => {
    const value = known.get(file) ?? of(file);
    known.set(file, value);
    return value;
  };
}
