import type { SettlementContent } from '../view/protocol/settlement.ts';
import { settlementProtocol } from '../view/protocol/settlement.ts';
import { el } from './dom.ts';
import type { PanelBody, PanelHost } from './panel.ts';
import { startPanel } from './panel.ts';
import { actionButton, details, heading, markLine, part, rules, table } from './pieces.ts';
import { Slot } from './slots.ts';

startPanel<SettlementContent, typeof settlementProtocol>(settlementProtocol, settlementBody);

function settlementBody({ hands }: PanelHost<typeof settlementProtocol>): PanelBody<SettlementContent> {
  const slot = (name: string): Slot => new Slot(el('section', { class: name }));
  const [outcome, steps, paid, account, resting, rulesSlot, all] = [
    slot('outcome-frame'),
    slot('steps-frame'),
    slot('paid'),
    slot('account'),
    slot('resting'),
    slot('rules'),
    slot('details'),
  ] as const;
  return {
    elements: [outcome, steps, paid, account, resting, rulesSlot, all].map(({ element }) => element),
    show(content: SettlementContent) {
      outcome.show(content.outcome, ({ state, headline, sentence, sources, tone }) => [
        el(
          'div',
          { class: `outcome ${tone}`, 'data-state': state },
          el('h2', { class: 'headline' }, headline),
          el('div', {}, el('p', {}, sentence), el('p', { class: 'dim' }, sources)),
        ),
      ]);
      steps.show(content.steps, ({ heading: name, items }) =>
        items.length === 0
          ? []
          : [
              el(
                'ol',
                { class: 'steps', 'aria-label': name },
                ...items.map((step) =>
                  el(
                    'li',
                    {},
                    el('span', { class: 'label' }, step.label),
                    el(
                      'span',
                      { class: 'when' },
                      el('b', {}, step.time),
                      ' ',
                      el('span', { class: 'dim' }, step.source),
                    ),
                  ),
                ),
              ),
            ],
      );
      paid.show(content.paid, (spec) => [
        heading(spec.heading),
        ...part(hands, spec.part, (rows) => table(hands, rows)),
      ]);
      account.show(content.account, (spec) => [
        heading(spec.heading),
        markLine(spec.mark),
        ...part(hands, spec.part, (rows) => table(hands, rows)),
        spec.note === undefined ? undefined : el('p', { class: 'dim small' }, spec.note),
      ]);
      resting.show(content.resting, (spec) =>
        spec === undefined
          ? []
          : [
              heading(spec.heading, actionButton(hands, spec.button)),
              el('p', {}, spec.sentence),
              table(hands, spec.table),
            ],
      );
      rulesSlot.show(content.rules, (spec) => rules(hands, spec));
      all.show(content.details, (spec) => [details(hands, spec)]);
    },
  };
}
