import { attributesOf, setAttributes } from './dom.ts';

/**
 * Makes the children of `parent` look like `next` by changing as little as possible: an element that has its like stays
 * the element it is, with its focus, selection, scroll position and listeners. Elements with a key (`data-key`,
 * `data-focus`) are the like of the one with the same key only, so a listener never acts for another thing.
 */
export function updateChildren(parent: Node, next: readonly Node[]): void {
  const wanted = new Set(next.map(keyOf));
  const keyed = new Map<string, ChildNode>();
  for (const child of parent.childNodes) {
    const key = keyOf(child);
    if (key !== undefined) keyed.set(key, child);
  }
  let at = parent.firstChild;
  const drop = (): void => {
    const gone = at;
    at = gone?.nextSibling ?? null;
    gone?.remove();
  };
  const isUnwanted = (child: ChildNode): boolean => {
    const key = keyOf(child);
    return key !== undefined && !wanted.has(key);
  };
  for (const node of next) {
    while (at !== null && isUnwanted(at)) drop();
    const key = keyOf(node);
    const like =
      node.parentNode === parent
        ? (node as ChildNode)
        : key === undefined
          ? firstLike(node, at)
          : keyed.get(key);
    if (like === undefined || !isLike(like, node)) {
      parent.insertBefore(node, at);
      continue;
    }
    if (key === undefined) while (at !== null && at !== like && keyOf(at) === undefined) drop();
    if (like === at) at = at.nextSibling;
    else parent.insertBefore(like, at);
    if (like !== node) update(like, node);
  }
  while (at !== null) drop();
}

function update(old: Node, next: Node): void {
  if (old instanceof Element && next instanceof Element) {
    setAttributes(old, attributesOf(next));
    updateChildren(old, [...next.childNodes]);
  } else if (old.nodeValue !== next.nodeValue) {
    old.nodeValue = next.nodeValue;
  }
}

function keyOf(node: Node): string | undefined {
  const { 'data-key': key, 'data-focus': focus } = attributesOf(node);
  const named = key ?? focus;
  return named === undefined ? undefined : `${node.nodeName} ${named}`;
}

/** The same kind of thing: an element of the same name whose first class is the same. */
function isLike(old: Node, next: Node): boolean {
  return old.nodeName === next.nodeName && (keyOf(next) !== undefined || kindOf(old) === kindOf(next));
}

function kindOf(node: Node): string | undefined {
  return String(attributesOf(node)['class'] ?? '').split(' ')[0];
}

function firstLike(node: Node, from: ChildNode | null): ChildNode | undefined {
  for (let child = from; child !== null; child = child.nextSibling) {
    if (keyOf(child) === undefined && isLike(child, node)) return child;
  }
  return undefined;
}
