import { Emitter, type Event } from './event.ts';
import { DisposableOwner } from './lifecycle.ts';

/** Says when it changed, until it is disposed. */
export abstract class ChangeSource<T = void> extends DisposableOwner {
  protected readonly changes = this.own.add(new Emitter<T>());
  readonly onDidChange: Event<T> = this.changes.event;
}
