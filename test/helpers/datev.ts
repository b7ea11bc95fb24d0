/**
 * The patterns of the columns of a Buchungsstapel as developer.datev.de ("DATEV-Format", "Buchungsstapel", version 13)
 * gives them; empty is told apart below. Held against two public sources: what of each column ledermann/datev says
 * (lib/datev/base/booking.rb: length, decimals, which are required), and what seamless-engineering/datev-extf took from
 * DATEV's own checking program 2.2.3.0 (src/columns.ts: names, which are quoted, most signs). Where they differ
 * (columns 101, 121, 125), the narrower of them stands here.
 */
const ttmmjjjj = /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])20\d\d$/
const art = /^(["].{0,20}["])$/
const inhalt = /^(["].{0,210}["])$/
const pairs = (count: number): RegExp[] => Array.from({ length: count }, () => [art, inhalt]).flat()

const REQUIRED = new Set([1, 2, 7, 8, 10])
const COLUMNS: RegExp[] = [
  /^\d{1,10}[,]\d{2}$/,
  /^["](S|H)["]$/,
  /^["]([A-Z]{3})["]$/,
  /^([1-9]\d{0,3}[,]\d{2,6})$/,
  /^(\d{1,10}[,]\d{2})$/,
  /^["]([A-Z]{3})["]$/,
  /^(\d{1,9})$/,
  /^(\d{1,9})$/,
  /^(["]\d{4}["])$/,
  /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$/,
  /^(["][\w$%&*+\-/]{0,36}["])$/,
  /^(["][\w$%&*+\-/]{0,12}["])$/,
  /^([1-9]\d{0,7}[,]\d{2})$/,
  /^(["].{0,60}["])$/,
  /^(0|1)$/,
  /^(["]\w{0,9}["])$/,
  /^(\d{3})$/,
  /^(\d{2})$/,
  /^(\d)$/,
  inhalt,
  ...pairs(8),
  /^(["].{0,36}["])$/,
  /^(["].{0,36}["])$/,
  /^\d{0,12}[,]\d{0,4}$/,
  /^(["].{0,15}["])$/,
  /^(\d{2}[,]\d{2})$/,
  /^(["](I|K|P|S)["])$/,
  /^(\d{1,3})$/,
  /^(\d{1,3})$/,
  /^(\d)$/,
  /^(\d{1,2})$/,
  /^(\d{1,3})$/,
  ...pairs(20),
  /^(\d{1,8})$/,
  /^(\d{1,8}[,]\d{2})$/,
  /^(\d{1,2})$/,
  /^(["]\w{0,10}["])$/,
  /^(20\d{2})$/,
  ttmmjjjj,
  /^(\d)$/,
  /^(["].{0,30}["])$/,
  /^(["](AA|AG|AV|SR|SU|SG|SO)["])$/,
  /^(\d{1,2})$/,
  /^(["][A-Z]{2}["])$/,
  /^(\d{1,3})$/,
  /^(\d{1,2}[,]\d{2})$/,
  /^(\d{4,8})$/,
  /^(["][A-Z]{2}["])$/,
  /^(["].{0,36}["])$/,
  ttmmjjjj,
  /^(["].{0,35}["])$/,
  /^(0|1)$/,
  /^(["].{0,76}["])$/,
  /^(\d{4})$/,
  /^(["].{0,11}["])$/,
  /^(["].{0,20}["])$/,
  ttmmjjjj,
  /^(["].{0,30}["])$/,
  /^(\d{1,2})$/,
  /^(0|1)$/,
  ttmmjjjj,
  ttmmjjjj,
  ttmmjjjj,
  /^(["](G|0)["])$/,
  /^(\d{1,2}[,]\d{2})$/,
  /^(["][A-Z]{2}["])$/,
  /^(["].{0,50}["])$/,
  /^([1-5])$/,
  /^(["].{0,15}["])$/,
  /^(\d{1,2}[,]\d{2})$/,
  /^(\d{1,8})$/,
]

/** The columns of which DATEV's checking program says that they are text: in quotes, also when they are empty. */
export const quoted = (nr: number): boolean => !NUMBERS.has(nr)
const NUMBERS = new Set(
  [
    [1, 4, 5, 7, 8, 10, 13, 15, 17, 18, 19, 39, 41, 43, 44, 45, 46, 47, 88, 89, 90, 92, 93, 94, 97, 99],
    [100, 101, 104, 106, 108, 111, 113, 114, 115, 116, 117, 119, 122, 124, 125],
  ].flat(),
)

const day = String.raw`20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])`
const HEADER: RegExp[] = [
  /^"EXTF"$/,
  /^700$/,
  /^21$/,
  /^"Buchungsstapel"$/,
  /^13$/,
  new RegExp(`^${day}([01]\\d|2[0-3])[0-5]\\d[0-5]\\d\\d{3}$`),
  /^$/,
  /^"[A-Z]{0,2}"$/,
  /^"\w{0,25}"$/,
  /^"\w{0,25}"$/,
  /^(\d{4,6}|\d{7})$/,
  /^([1-9]\d{0,4})$/,
  new RegExp(`^${day}$`),
  /^[4-8]$/,
  new RegExp(`^${day}$`),
  new RegExp(`^${day}$`),
  /^".{0,30}"$/,
  /^"([A-Z]{2})?"$/,
  /^[12]$/,
  /^(0|30|40|50|64)$/,
  /^[01]$/,
  /^"[A-Z]{3}"$/,
  /^$/,
  /^""$/,
  /^$/,
  /^$/,
  /^"\d{2}"$/,
  /^\d{0,4}$/,
  /^$/,
  /^""$/,
  /^".{0,16}"$/,
]

/** Splits a line at its semicolons; quotes stay, as the patterns speak of them. */
const fieldsOf = (line: string): string[] => line.match(/"(?:[^"]|"")*"|[^;]+|(?<=^|;)(?=;|$)/g) ?? []

export type DatevZeile = string[]

/**
 * Reads a file as DATEV would.
 *
 * @returns the fields of the header, and of each booking by the number of the column, from 1
 * @throws Error at whatever breaks one of DATEV's patterns
 */
export function readDatev(file: Uint8Array): { header: string[]; headings: string[]; rows: DatevZeile[] } {
  const text = new TextDecoder("windows-1252").decode(file)
  if (!text.endsWith("\r\n") || /[^\r]\n|\r[^\n]/.test(text)) throw new Error("lines must end in CRLF")
  const [first = "", second = "", ...lines] = text.slice(0, -2).split("\r\n")
  const header = check(fieldsOf(first), HEADER, () => true, "header")
  const headings = second.split(";")
  if (headings.length !== 125) throw new Error(`${headings.length} headings`)
  const rows = lines.map((line, index) =>
    check(fieldsOf(line), COLUMNS, (column) => REQUIRED.has(column), `row ${index + 1}`),
  )
  return { header, headings, rows: rows.map((row) => ["", ...row]) }
}

function check(
  fields: string[],
  patterns: RegExp[],
  required: (nr: number) => boolean,
  where: string,
): string[] {
  if (fields.length !== patterns.length) throw new Error(`${where} has ${fields.length} fields`)
  for (const [index, field] of fields.entries()) {
    const empty = field === "" || field === '""'
    if (where !== "header" && field.startsWith('"') !== quoted(index + 1))
      throw new Error(`${where}, field ${index + 1}: quotes of ${field}`)
    if (empty && where !== "header" && !required(index + 1)) continue
    if (!patterns[index]!.test(field)) throw new Error(`${where}, field ${index + 1}: ${field}`)
  }
  return fields
}
