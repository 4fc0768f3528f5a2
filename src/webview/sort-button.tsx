import { Component } from 'preact';
import type { ListWords } from '../view/panels/portfolio/protocol.ts';
import { PushButton } from './controls.ts';

/** What asking for the order of now would change. */
interface Offered {
  readonly isChanged: boolean;
  /** Rows that came since and are not listed yet. */
  readonly waiting: number;
}

/** What a list says of its rows to the button beside its heading. */
export class SortOffer {
  now: Offered = { isChanged: false, waiting: 0 };
  ask: (() => void) | undefined;
  onChange: (() => void) | undefined;

  show(now: Offered, ask: () => void): void {
    this.ask = ask;
    const before = this.now;
    if (now.isChanged === before.isChanged && now.waiting === before.waiting) return;
    this.now = now;
    this.onChange?.();
  }
}

interface SortButtonProps {
  readonly words: ListWords;
  readonly offer: SortOffer;
}

/** Offers the rows of a list as they would stand now. It has its place also while they stand so. */
export class SortButton extends Component<SortButtonProps> {
  override componentDidMount(): void {
    this.props.offer.onChange = () => this.setState({});
  }

  override render({ words, offer }: SortButtonProps) {
    const { isChanged, waiting } = offer.now;
    const [label, hint] =
      waiting === 0
        ? [words.sortAgain, words.changed]
        : [words.news.replace('{n}', String(waiting)), words.showNews];
    return (
      <span class={isChanged || waiting > 0 ? 'order' : 'order idle'}>
        <PushButton label={label} hint={`${label}: ${hint}`} look="link" onPress={() => offer.ask?.()} />
      </span>
    );
  }
}
