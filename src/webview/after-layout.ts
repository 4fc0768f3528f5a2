/**
 * Lets an observer of sizes call back in the next frame, once the browser has worked out sizes and styles. To measure, or to
 * write on a canvas, before makes it do so at once, and again for what is written after.
 */
export function callAfterLayout(observer: ResizeObserver, element: Element | null): void {
  if (element === null) return;
  observer.unobserve(element);
  observer.observe(element);
}
