const SVG = 'http://www.w3.org/2000/svg';

/** `inline-size` is set as a style through the object model, because the page's policy refuses style attributes. */
type Attributes = Readonly<Record<string, string | number | undefined>>;
export type Child = Node | string | undefined;

/** What was set on each element by us: what others set on it (the toolkit, an observer) is never taken away. */
const given = new WeakMap<Node, Attributes>();

/** An element with its attributes and children; an undefined one is left out. Text is only ever set as text. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes?: Attributes,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K];
export function el(tag: string, attributes?: Attributes, ...children: readonly Child[]): HTMLElement;
export function el(tag: string, attributes: Attributes = {}, ...children: readonly Child[]): HTMLElement {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag: string, attributes: Attributes = {}, ...children: readonly Child[]): SVGElement {
  return fill(document.createElementNS(SVG, tag) as SVGElement, attributes, children);
}

/** The attributes an element was made with, or was last brought to. */
export function attributesOf(node: Node): Attributes {
  return given.get(node) ?? {};
}

/** Brings an element from the attributes it was made with to others. */
export function setAttributes(element: Element, next: Attributes): void {
  const before = attributesOf(element);
  given.set(element, next);
  for (const name of new Set([...Object.keys(before), ...Object.keys(next)])) {
    const value = next[name];
    if (before[name] === value) continue;
    if (name === 'inline-size') (element as HTMLElement).style.inlineSize = String(value ?? '');
    else if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
}

function fill<T extends Element>(element: T, attributes: Attributes, children: readonly Child[]): T {
  setAttributes(element, attributes);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}
