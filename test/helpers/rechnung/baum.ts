import { readFileSync } from "node:fs"
import { join } from "node:path"
import { XmlDocument, XmlElement, XsdValidator } from "libxml2-wasm"
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs"

/** libxml2, which others wrote, reads the invoices and holds them to the schema that ZUGFeRD's authors give out. */

const SCHEMA = join(
  import.meta.dir,
  "../../../node_modules/@stackforge-eu/factur-x/schema/en16931/FACTUR-X_EN16931.xsd",
)

let validator: XsdValidator | undefined

function getValidator(): XsdValidator {
  if (validator) return validator
  xmlRegisterFsInputProviders()
  using schema = XmlDocument.fromBuffer(readFileSync(SCHEMA), { url: SCHEMA })
  validator = XsdValidator.fromDoc(schema)
  return validator
}

/** @returns what a file breaks of the schema, or that it is no XML; nothing where it keeps to it */
export function checkSchema(xml: Uint8Array): string | undefined {
  try {
    using doc = XmlDocument.fromBuffer(xml)
    getValidator().validate(doc)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** An element as it is read: `text` of those that have no elements inside. */
export type XmlNode = { name: string; attributes: Record<string, string>; text: string; children: XmlNode[] }

/** @throws XmlParseError where it is no XML */
export function readXml(xml: Uint8Array): XmlNode {
  using doc = XmlDocument.fromBuffer(xml)
  return toNode(doc.root)
}

function toNode(element: XmlElement): XmlNode {
  const children: XmlNode[] = []
  for (let child = element.firstChild; child; child = child.next)
    if (child instanceof XmlElement) children.push(toNode(child))
  const attributes = Object.fromEntries(element.attrs.map(({ name, content }) => [name, content]))
  return { name: element.name, attributes, children, text: children.length > 0 ? "" : element.content }
}

/** @returns all elements at the end of a path of names, `a/b/c` */
export function all(from: XmlNode, path: string): XmlNode[] {
  let found = [from]
  for (const name of path.split("/")) {
    const inside: XmlNode[] = []
    // Without a list for each of thousands of lines.
    for (const { children } of found) for (const one of children) if (one.name === name) inside.push(one)
    found = inside
  }
  return found
}

/** @returns what the first of them says; nothing where there is none */
export const text = (from: XmlNode, path: string): string => all(from, path)[0]?.text ?? ""
