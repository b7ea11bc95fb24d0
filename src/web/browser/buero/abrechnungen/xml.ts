/** An element of the file; `text` of those that have no elements inside. */
export type Knoten = { name: string; attribute: Record<string, string>; text: string; kinder: Knoten[] }

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
export function readXml(xml: string): Knoten {
  const root: Knoten = { name: "", attribute: {}, text: "", kinder: [] }
  const open = [root]
  for (const [, end, name = "", attributes = "", text = ""] of xml.matchAll(TAG)) {
    if (end) {
      open.pop()
      continue
    }
    const attribute = Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]),
    )
    const knoten = {
      name,
      attribute,
      text: text.replace(/&\w+;/g, (sign) => NAMED[sign] ?? sign),
      kinder: [],
    }
    open.at(-1)?.kinder.push(knoten)
    open.push(knoten)
  }
  return root.kinder[0] ?? root
}
