import { SaxesParser } from "saxes"

/** An element of an XML file; `text` of those that have no elements inside. */
export type XmlNode = { name: string; attributes: Record<string, string>; text: string; children: XmlNode[] }

/** Bytes that are read in one turn, which takes a few milliseconds. */
const TURN = 64 * 1024

/**
 * Reads an XML file that the service wrote itself, piece by piece: others have their turn in between.
 *
 * @param pieces its bytes in their order
 * @returns its root; names without their prefixes
 * @throws Error for what is no XML
 */
export async function readXml(pieces: Iterable<Uint8Array>): Promise<XmlNode> {
  const root: XmlNode = { name: "", attributes: {}, text: "", children: [] }
  const open = [root]
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  parser.on("opentag", ({ name, attributes }) => {
    const node = { name: name.slice(name.indexOf(":") + 1), attributes, text: "", children: [] }
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on("text", (text) => {
    const node = open.at(-1)
    if (node) node.text += text
  })
  parser.on("closetag", () => void open.pop())
  const decoder = new TextDecoder("utf-8", { fatal: true })
  for (const piece of inTurns(pieces)) {
    parser.write(decoder.decode(piece, { stream: true }))
    await new Promise(setImmediate)
  }
  parser.write(decoder.decode()).close()
  return root.children[0] ?? root
}

function* inTurns(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += TURN) yield piece.subarray(at, at + TURN)
}
