import type { ComponentChildren } from 'preact';

/** Around a table, the one thing that may scroll by itself; while it does, the keyboard can reach and move it. */
export function Scrollable({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="scroll" ref={watchOverflow}>
      {children}
    </div>
  );
}

const overflow = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const overflows =
      target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight + 1;
    if (overflows === target.hasAttribute('tabindex')) continue;
    const label = target.querySelector('caption')?.textContent ?? '';
    const attributes = { tabindex: '0', role: 'region', 'aria-label': label };
    for (const [name, value] of Object.entries(attributes)) {
      if (overflows) target.setAttribute(name, value);
      else target.removeAttribute(name);
    }
  }
});

/** One function for all, so that the library calls it once an element. */
function watchOverflow(element: HTMLElement | null): void {
  if (element !== null) overflow.observe(element);
}
