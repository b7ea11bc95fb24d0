/** An element of the file; `text` of those that have no elements inside. */
export type XmlNode = { name: string; attributes: Record<string, string>; text: string; children: XmlNode[] }

const NAMED: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" }

/** A tag with its attributes, and the text up to the next one. */
const TAG = /<(\/?)(?:[\w-]+:)?([\w-]+)((?: [\w:-]+="[^"]*")*)>([^<]*)/g

/**
 * Reads XML as the service writes it: elements, attributes and text, and nothing else. The browser's own reader is a
 * way to run foreign scripts, and closed to our pages.
 *
 * @param xml a structured invoice
 * @returns its root
 */
export function readXml(xml: string): XmlNode {
  const root: XmlNode = { name: "", attributes: {}, text: "", children: [] }
  const open = [root]
  for (const [, end, name = "", written = "", text = ""] of xml.matchAll(TAG)) {
    if (end) {
      open.pop()
      continue
    }
    const attributes = Object.fromEntries(
      [...written.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]),
    )
    const node = {
      name,
      attributes,
      text: text.replace(/&\w+;/g, (sign) => NAMED[sign] ?? sign),
      children: [],
    }
    open.at(-1)?.children.push(node)
    open.push(node)
  }
  return root.children[0] ?? root
}
