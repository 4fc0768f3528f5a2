/**
 * Gives the focus back to the control that had it when the page itself gets it again: a dialog of the editor takes it, and
 * the browser then forgets which control it was. Whoever points at something means another place.
 */
export function returnFocus(root: HTMLElement): void {
  let last: HTMLElement | undefined;
  root.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined;
  });
  window.addEventListener(
    'pointerdown',
    () => {
      last = undefined;
    },
    { capture: true },
  );
  window.addEventListener('focus', () => {
    if (document.activeElement !== document.body || last?.isConnected !== true) return;
    last.focus({ preventScroll: true });
  });
}
