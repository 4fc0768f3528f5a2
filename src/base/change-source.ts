import { DisposableOwner } from './disposable.ts';
import { Emitter, type Event } from './event.ts';

/** Says when it changed, until it is disposed. */
export abstract class ChangeSource<T = void> extends DisposableOwner {
  protected readonly changes = this.own.add(new Emitter<T>());
  readonly onDidChange: Event<T> = this.changes.event;
}
