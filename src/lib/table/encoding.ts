import { isUtf8 } from "node:buffer"
import { invalid } from "../refusal.ts"
import { codePageOf, type Found, WINDOWS } from "./code-page.ts"

const NO_TABLE = "ist weder eine Tabelle von Excel (.xlsx) oder LibreOffice (.ods) noch eine im CSV-Format"

/** Beginnings of text files that are no table. */
const notTables: [RegExp, string][] = [
  [
    /^%PDF/,
    "ist eine PDF-Datei und keine Tabelle: bitte dort, woher sie stammt, als CSV oder Excel (.xlsx) exportieren",
  ],
  [
    /^\s*<(?:\?xml[^>]*>\s*)?(?:<\?[^>]*>\s*)*<?(?:office:document|(?:\w+:)?workbook)\b/i,
    "ist eine Tabelle im XML-Format: bitte in Excel oder LibreOffice öffnen und als .xlsx speichern",
  ],
  [
    /^ID;P[^\r\n]*\r?\n(?:[PBFOCE];|N[UNEL];|E\r?\n)/,
    "ist eine SYLK-Datei (.slk): bitte in Excel oder LibreOffice öffnen und als .xlsx speichern",
  ],
  [
    /^TABLE\r?\n0,1\r?\n/,
    "ist eine DIF-Datei (.dif): bitte in Excel oder LibreOffice öffnen und als .xlsx speichern",
  ],
  [/^\{\\rtf/, "ist ein Text (.rtf) und keine Tabelle: bitte die Tabelle darin in Excel als .xlsx speichern"],
  [
    /^BEGIN:VCARD/i,
    "ist eine Sammlung von Visitenkarten (.vcf) und keine Tabelle: bitte aus dem Adressbuch als CSV exportieren",
  ],
  [
    /^(?:version: \d\s+)?dn::? /i,
    "ist ein Adressbuch (.ldif) und keine Tabelle: bitte aus dem Adressbuch als CSV exportieren",
  ],
  [/^BEGIN:VCALENDAR/i, "ist ein Kalender (.ics) und keine Tabelle"],
  [
    /^\s*(?:\[\s*[[{]|\{\s*"[^"]*"\s*:)/,
    "ist eine JSON-Datei und keine Tabelle: bitte als CSV oder Excel (.xlsx) exportieren",
  ],
  [
    /^\s*(?:INSERT INTO|CREATE TABLE)\s/i,
    "ist ein Abzug einer Datenbank (.sql) und keine Tabelle: bitte als CSV oder Excel (.xlsx) exportieren",
  ],
  [
    /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body|meta|style|div|table)\b/i,
    "ist eine Webseite, auch wenn sie anders heißt: bitte in Excel öffnen und als .xlsx speichern",
  ],
  [
    /^\s*(?:<\?xml\b|<!doctype\b|<([\p{L}_][\p{L}\d:._-]*)>\s*<[\p{L}_])/iu,
    "ist eine XML-Datei und keine Tabelle: bitte als CSV oder Excel (.xlsx) exportieren",
  ],
]

/** A letter beyond ASCII in UTF-8, read byte by byte: no German text has it. */
const LETTER_OF_UTF8 = /\u00c3(?:[\u0080-\u00bf]|$)/

type Decoded = { text: string; hints: string[] }

/**
 * Decodes a text as spreadsheets write it: UTF-8, UTF-16 ("Unicode-Text"), Windows-1252, or a code page of DOS or of the
 * Macintosh.
 *
 * @param field of the form, for the refusal
 * @returns the text, and hints in German
 * @throws Refusal invalid for what is no text, is damaged, or fits two code pages
 */
export function decode(bytes: Uint8Array, field: string): Decoded {
  const start = Buffer.from(bytes.subarray(0, 300)).toString("latin1").replace(MARK, "")
  for (const [sign, msg] of notTables) if (sign.test(start)) throw invalid(field, msg)
  const wide = wideOf(bytes)
  if (wide) {
    if (bytes.length % 2 === 1)
      throw invalid(field, "ist nur ein Teil einer Tabelle: das letzte Zeichen fehlt")
    return { text: new TextDecoder(wide).decode(bytes), hints: [] }
  }
  if (isUtf8(bytes)) return { text: new TextDecoder("utf-8").decode(bytes), hints: [] }
  if (bytes.includes(0)) throw invalid(field, NO_TABLE)
  const letters = Buffer.from(bytes).toString("latin1")
  if (MARK.test(letters) || LETTER_OF_UTF8.test(letters))
    throw invalid(
      field,
      `hat in Zeile ${firstBroken(bytes)} ein Zeichen, das kein UTF-8 ist: sie ist beschädigt oder abgeschnitten. Bitte noch einmal als „CSV UTF-8“ speichern`,
    )
  const found = codePageOf(bytes)
  if (!found)
    throw invalid(
      field,
      `hat in Zeile ${firstBroken(bytes)} Umlaute oder Zeichen, die nicht sicher zu lesen sind: bitte als „CSV UTF-8“ oder als .xlsx speichern`,
    )
  return { text: found.page.decode(bytes), hints: doubtsOf(found, bytes) }
}

function doubtsOf({ page, odd, doubtful }: Found, bytes: Uint8Array): string[] {
  const wayOut = "bitte die Datei als „CSV UTF-8“ speichern"
  if (page !== WINDOWS) return [`Die Umlaute sind gelesen wie von ${page.name}. Stimmen sie nicht, ${wayOut}`]
  if (odd !== undefined)
    return [
      `In Zeile ${lineAt(bytes, odd)} steht ein Zeichen, das vielleicht falsch gelesen ist. Stimmt es nicht, ${wayOut}`,
    ]
  if (doubtful === undefined) return []
  return [
    `In Zeile ${lineAt(bytes, doubtful)} ist „${wordAt(bytes, doubtful, page)}“ gelesen wie von ${page.name}. Ist der Name polnisch, tschechisch oder türkisch und stimmt nicht, ${wayOut}`,
  ]
}

function lineAt(bytes: Uint8Array, at: number): number {
  const end = endOfLines(bytes)
  return bytes.subarray(0, at).reduce((lines, byte) => lines + (byte === end ? 1 : 0), 1)
}

/** @returns the word around a sign */
function wordAt(bytes: Uint8Array, at: number, { decode: read }: Found["page"]): string {
  const from = Math.max(0, at - 30)
  const text = read(bytes.subarray(from, at + 30))
  const [before = ""] = /[\p{L}\p{M}'’-]*$/u.exec(text.slice(0, at - from)) ?? []
  const [behind = ""] = /^[\p{L}\p{M}'’-]*/u.exec(text.slice(at - from)) ?? []
  return before + behind
}

/** Bytes that show, by zeros in every second place, UTF-16 without a byte order mark. */
const SAMPLE = 2000

/** @returns the kind of UTF-16, to judge by the mark or by zeros; undefined for other encodings */
function wideOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  const zeros = [0, 0]
  const sample = bytes.subarray(0, SAMPLE)
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd * 4 > sample.length && even === 0) return "utf-16le"
  return even * 4 > sample.length && odd === 0 ? "utf-16be" : undefined
}

/** Byte order mark of UTF-8, decoded byte by byte. */
const MARK = /^\u00ef\u00bb\u00bf/

/** @returns the byte that ends lines; old programs of the Macintosh write a carriage return alone */
const endOfLines = (bytes: Uint8Array): number => (bytes.includes(10) ? 10 : 13)

/** @returns the first line that is not in UTF-8, from 1 on */
function firstBroken(bytes: Uint8Array): number {
  let line = 1
  const sign = endOfLines(bytes)
  for (let at = 0; at < bytes.length; line++) {
    const end = bytes.indexOf(sign, at)
    if (end < 0 || !isUtf8(bytes.subarray(at, end))) break
    at = end + 1
  }
  return line
}
