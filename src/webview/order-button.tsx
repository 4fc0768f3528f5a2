import { Component } from 'preact';
import type { ListWords } from '../view/panels/portfolio/protocol.ts';
import { PushButton } from './controls.ts';

/** What a list says of the order of its rows to the button beside its heading. */
export class OrderOffer {
  isChanged = false;
  ask: (() => void) | undefined;
  onChange: (() => void) | undefined;

  show(isChanged: boolean, ask: () => void): void {
    this.ask = ask;
    if (isChanged === this.isChanged) return;
    this.isChanged = isChanged;
    this.onChange?.();
  }
}

interface OrderButtonProps {
  readonly words: ListWords;
  readonly offer: OrderOffer;
}

/** Offers the order the rows of a list would have now. It has its place also while there is no other one. */
export class OrderButton extends Component<OrderButtonProps> {
  override componentDidMount(): void {
    this.props.offer.onChange = () => this.setState({});
  }

  override render({ words, offer }: OrderButtonProps) {
    return (
      <span class={offer.isChanged ? 'order' : 'order idle'}>
        <PushButton label={words.changed} hint={words.sortAgain} look="link" onPress={() => offer.ask?.()} />
      </span>
    );
  }
}
