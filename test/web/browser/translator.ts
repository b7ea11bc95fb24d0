import type { Page } from "playwright-core"

/** Puts an element in the place of each text of a page, also of those that come later, as translators of browsers do. */
export const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const isPassedOver = (text: Text): boolean =>
      text.data.trim() === "" || text.parentElement?.closest("font, script, style, textarea") !== null
    const wrap = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts = root instanceof Text ? [root] : []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (isPassedOver(text)) continue
        const [outer, inner] = [document.createElement("font"), document.createElement("font")]
        inner.textContent = text.data
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    wrap(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) wrap(node)
    }).observe(document.body, { childList: true, subtree: true })
  })
