import { Component } from 'preact';
import type { MarketContent, OwnOrder } from '../view/panels/market/protocol.ts';
import { ActionButton } from './actions.tsx';
import { NoteView, PairList } from './sections.tsx';
import { nextSlots, type Slots } from './slots.ts';

type YouProps = Pick<MarketContent, 'position' | 'orders'>;

interface YouState {
  /** What there was first: in a narrow panel that stands above the other. */
  readonly first?: 'position' | 'orders' | undefined;
  readonly isHeld: boolean;
}

/**
 * What is one's own, right under the prices: figures side by side, then the orders. Its height is the same whatever it says, from
 * the first that is one's own on: before, nothing of it can come or go. In a narrow panel figures take room from the first on, and
 * come below the orders that were there before them.
 */
export class YouView extends Component<YouProps, YouState> {
  override state: YouState = { isHeld: false };

  static override getDerivedStateFromProps({ position, orders }: YouProps, before: YouState): YouState {
    const isHeld = before.isHeld || position.content !== undefined;
    const first = isHeld ? 'position' : (orders.content ?? []).length > 0 ? 'orders' : undefined;
    return { isHeld, first: before.first ?? first };
  }

  override render({ position, orders }: YouProps, { first, isHeld }: YouState) {
    const warning = position.warning ?? orders.warning;
    const owned = first === undefined ? '' : ` owned ${first}-first`;
    return (
      <div class={`you strip${owned}${isHeld ? ' held' : ''}`}>
        <section class="position">
          <h2 class="hidden">{position.heading}</h2>
          {warning !== undefined && <p class="warning warn">{warning}</p>}
          {position.note && <NoteView note={position.note} />}
          {position.content && <PairList pairs={position.content} />}
        </section>
        <section class="orders">
          <div class="heading">
            <h2>{orders.heading}</h2>
          </div>
          <div class="slots">
            {orders.note && <NoteView note={orders.note} />}
            <OrderSlots orders={orders.content ?? []} />
          </div>
          <div class="all">{orders.button && <ActionButton button={orders.button} look="link" />}</div>
        </section>
      </div>
    );
  }
}

interface SlotsProps {
  readonly orders: readonly OwnOrder[];
}

/** Each order keeps its place while others come and go, and a place that was there stays. */
class OrderSlots extends Component<SlotsProps, { readonly slots: Slots }> {
  override state = { slots: [] };

  static override getDerivedStateFromProps(
    { orders }: SlotsProps,
    { slots }: { readonly slots: Slots },
  ): { readonly slots: Slots } {
    return {
      slots: nextSlots(
        slots,
        orders.map(({ key }) => key),
      ),
    };
  }

  override render({ orders }: SlotsProps, { slots }: { readonly slots: Slots }) {
    return (
      <ul>
        {slots.map((key, place) => {
          const order = orders.find((each) => each.key === key);
          return (
            <li key={order?.key ?? `free ${place}`} class="slot">
              {order !== undefined && <OrderLine order={order} />}
            </li>
          );
        })}
      </ul>
    );
  }
}

function OrderLine({ order }: { readonly order: OwnOrder }) {
  const { text, parts, hint, button, waiting } = order;
  return (
    <>
      {/* On one line: what has no room is left out whole, and a pointer shows it. */}
      <span class="parts cell" title={hint}>
        <span>{text}</span>
        {parts.map((part) => part !== '' && <span class="dim">{part}</span>)}
      </span>
      <span class="cell dim">
        {button === undefined ? waiting : <ActionButton button={button} look="link" />}
      </span>
    </>
  );
}
