/** Writes XML: what the documents, the auditor's export and the invoices need of it. */

/** Signs that XML has no way to write, and halves of one. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

const NAMED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

/** @returns a text as it stands in an element */
export const escapeXml = (text: string): string =>
  text.replace(unwritable, " ").replace(/[&<>]/g, (sign) => NAMED[sign] ?? "")

/** Content of an element: text, or elements that are XML already. */
type Content = string | null | readonly string[]

/**
 * @param content a text, which is escaped and trimmed, or elements
 * @param attributes codes, which need no escaping
 * @returns the element; nothing at all where it would be empty
 */
export function element(name: string, content: Content, attributes?: Record<string, string>): string {
  const inner = typeof content === "string" ? escapeXml(content).trim() : (content ?? []).join("")
  if (inner === "") return ""
  let start = name
  for (const key in attributes) start += ` ${key}="${attributes[key]}"`
  return `<${start}>${inner}</${name}>`
}
