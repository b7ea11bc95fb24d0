import { inTurns, xmlReader } from "../../lib/table/parts.ts"

/** An element of an XML file; `text` of those that have no elements inside. */
export type XmlNode = { name: string; attributes: Record<string, string>; text: string; children: XmlNode[] }

/**
 * Reads an XML file that the service wrote itself. Yields where others may have their turn (`through` in
 * lib/turns.ts).
 *
 * @param pieces its bytes in their order
 * @returns its root; names without their prefixes
 * @throws Error for what is no XML
 */
export function* readXml(pieces: Iterable<Uint8Array>): Generator<undefined, XmlNode> {
  const root: XmlNode = { name: "", attributes: {}, text: "", children: [] }
  const open = [root]
  const write = xmlReader({
    open: (name, attributes) => {
      const node = { name, attributes, text: "", children: [] }
      open.at(-1)?.children.push(node)
      open.push(node)
    },
    text: (text) => {
      const node = open.at(-1)
      if (node) node.text += text
    },
    close: () => void open.pop(),
  })
  for (const piece of pieces) yield* inTurns(write, piece, false)
  write(new Uint8Array(), true)
  return root.children[0] ?? root
}
