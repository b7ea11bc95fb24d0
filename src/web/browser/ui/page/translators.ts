/**
 * Translators that ignore `translate="no"` replace each text node by a `<font>`, behind React's back. React then changes
 * texts that nobody sees any more, and fails when it removes one. Here each `<font>` follows its text node: it shows every
 * change of it, and is removed with it.
 */

/** Removed text nodes, and the elements that a translator put in their place. */
const standIns = new WeakMap<Text, Element>()

const isWrapper = (node: Node | null): node is Element => node instanceof Element && node.tagName === "FONT"

/** @returns the child of `parent` that shows a node: the wrapper that it was moved into, or that replaced it */
function shownAs(parent: Node, node: Node): Node | undefined {
  const from = node instanceof Text ? (standIns.get(node) ?? node) : node
  let child: Node | null = from
  while (child && child.parentNode !== parent) child = child.parentNode
  return child ?? undefined
}

const texts = new MutationObserver((changes) => {
  for (const { target } of changes) {
    const shown = target instanceof Text ? standIns.get(target) : undefined
    if (shown && target instanceof Text) shown.textContent = target.data
  }
})

function noticeWrapper({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
  const wrapper = [...addedNodes, previousSibling, nextSibling].find(isWrapper)
  if (!wrapper) return
  mendTree()
  for (const text of removedNodes)
    if (text instanceof Text && text.parentNode === null) {
      standIns.set(text, wrapper)
      texts.observe(text, { characterData: true })
    }
}

let isMended = false

/** From the first wrapper on, removing a node, or inserting before it, works with its wrapper instead. */
function mendTree(): void {
  if (isMended) return
  isMended = true
  const { removeChild, insertBefore, appendChild } = Node.prototype
  const leave = (node: Node): void => {
    const wrapper = node instanceof Text ? standIns.get(node) : undefined
    if (!wrapper) return
    standIns.delete(node as Text)
    if (wrapper.parentNode) removeChild.call(wrapper.parentNode, wrapper)
  }
  Node.prototype.removeChild = function <N extends Node>(this: Node, child: N): N {
    const shown = child.parentNode === this ? child : shownAs(this, child)
    // A translator may have taken a text away for good.
    if (shown || !(child instanceof Text)) removeChild.call(this, shown ?? child)
    return child
  }
  Node.prototype.insertBefore = function <N extends Node>(this: Node, node: N, next: Node | null): N {
    leave(node)
    const before = next && next.parentNode !== this ? shownAs(this, next) : next
    return insertBefore.call(this, node, before ?? (next instanceof Text ? null : next)) as N
  }
  Node.prototype.appendChild = function <N extends Node>(this: Node, node: N): N {
    leave(node)
    return appendChild.call(this, node) as N
  }
}

/** Keeps a page whole, and its figures true, beside a translator. Called once, before anything is drawn. */
export function surviveTranslators(): void {
  const wrappers = new MutationObserver((changes) => changes.forEach(noticeWrapper))
  wrappers.observe(document.documentElement, { childList: true, subtree: true })
}
