import { commands } from 'vscode';
import type { ContextKey } from './ids.ts';

/** A context key of the editor. Setting the value it already has does nothing. */
export interface ManagedContextKey<T extends string | boolean> {
  set(value: T): void;
}

export function managedContextKey<T extends string | boolean>(key: ContextKey): ManagedContextKey<T> {
  let current: T | undefined;
  return {
    set: (value) => {
      if (value === current) return;
      current = value;
      void commands.executeCommand('setContext', key, value);
    },
  };
}
