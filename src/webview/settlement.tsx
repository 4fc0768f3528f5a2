import type { SettlementContent } from '../view/panels/settlement/protocol.ts';
import { startPanel } from './page.tsx';
import { OutcomeView, RulesView, TableSection } from './sections.tsx';

startPanel<SettlementContent>('settlement', (content) => {
  const { outcome, steps } = content;
  return (
    <>
      <OutcomeView outcome={outcome} />
      {steps.items.length > 0 && (
        <section class="steps-frame">
          <ol class="steps" aria-label={steps.heading}>
            {steps.items.map(({ key, label, time, source }) => (
              <li key={key}>
                <span class="label">{label}</span>
                <span class="when">
                  <b>{time}</b> <span class="dim">{source}</span>
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {(['account', 'resting'] as const).map((name) => {
        const section = content[name];
        return section && <TableSection key={name} name={name} section={section} />;
      })}
      <RulesView rules={content.rules} />
    </>
  );
});
