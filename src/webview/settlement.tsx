import type { SettlementContent } from '../view/panels/settlement/protocol.ts';
import { startPanel } from './page.tsx';
import { RulesView, TableSection } from './pieces.tsx';

startPanel<SettlementContent>((content) => {
  const { outcome, steps } = content;
  return (
    <>
      <section class="outcome-frame">
        <div class={`outcome ${outcome.tone}`} data-state={outcome.state}>
          <h2 class="headline">{outcome.headline}</h2>
          <div>
            <p>{outcome.sentence}</p>
            <p class="dim">{outcome.sources}</p>
          </div>
        </div>
      </section>
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
