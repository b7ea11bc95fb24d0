import { Unzip, UnzipInflate } from "fflate"
import { SaxesParser } from "saxes"
import { Refusal } from "../refusal.ts"

/** Handlers for an XML file's content, by local names: some programs write a prefix before each. */
export type Handler = {
  open?: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** Compressed bytes in one piece: they become at most a thousand times as many. */
const PIECE = 2048
/** Unpacked bytes read in one turn, which takes a few milliseconds. */
const TURN = 16 * 1024
/** Compressed bytes skipped in one turn. */
const PASSED = 512 * 1024
/** Most unpacked bytes of one workbook, which stops a bomb. */
const MOST_UNPACKED = 96 * 1024 * 1024
/** Most unpacked bytes without a tag: no real text or tag is longer. */
const LONGEST_TEXT = 1024 * 1024

/** Most elements within each other: a sheet has eight. */
const DEEPEST = 64

export const BROKEN =
  "ist keine Excel-Tabelle, oder nur ein Teil einer solchen: bitte in Excel neu als .xlsx speichern und noch einmal senden"
export const TOO_LARGE = "ist ausgepackt zu groß für eine Tabelle"

const local = (name: string): string => name.slice(name.indexOf(":") + 1)

/**
 * Reads some files of a ZIP archive piece by piece; nothing is held but the piece.
 *
 * A package that reads workbooks unpacks as much as there is before it counts: hucre took 2 GB for half a megabyte.
 *
 * @param handlers by the names of their files, as `partName` writes them; one that throws ENOUGH ends the reading
 * @param unpacked counts on; several readings that share it have one limit
 * @returns the names of all files, as `partName` writes them; yields wherever others may come in between
 * @throws Error with a German message for what is no archive, or unpacks to far too much
 */
export function* readParts(
  bytes: Uint8Array,
  handlers: Map<string, Handler>,
  unpacked: Unpacked = { bytes: 0, most: MOST_UNPACKED },
): Generator<undefined, Set<string>> {
  const found = new Set<string>()
  try {
    yield* readAll(bytes, handlers, found, unpacked)
  } catch (error) {
    if (error !== ENOUGH) throw error
  }
  return found
}

/** Thrown by a handler that has seen what it wants. */
export const ENOUGH = new Error("enough")

/** @returns a file's name as those of others refer to it: programs differ in capitals and slashes */
export const partName = (name: string): string => name.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase()

/** Unpacked bytes, and how many there may be. */
export type Unpacked = { bytes: number; most: number }

/** Most names that are kept. */
const MOST_NAMES = 10_000

function* readAll(
  bytes: Uint8Array,
  handlers: Map<string, Handler>,
  found: Set<string>,
  unpacked: Unpacked,
): Generator<undefined, void> {
  const open = new Set<string>()
  const waiting: { write: Write; data: Uint8Array; isLast: boolean }[] = []
  const unzip = new Unzip((file) => {
    const name = partName(file.name)
    const handler = handlers.get(name)
    const isSecond = found.has(name)
    if (found.size < MOST_NAMES) found.add(name)
    if (!handler || isSecond) return
    open.add(name)
    const write = xmlReader(handler)
    file.ondata = (error, data, isLast) => {
      if (error) throw error
      unpacked.bytes += data.length
      if (unpacked.bytes > unpacked.most) throw new Error(TOO_LARGE)
      waiting.push({ write, data, isLast })
      if (isLast) open.delete(name)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += PIECE) {
    unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length)
    for (const { write, data, isLast } of waiting.splice(0)) yield* inTurns(write, data, isLast)
    if (at % PASSED === 0) yield
  }
  if (open.size > 0) throw new Error(BROKEN)
}

type Write = (data: Uint8Array, isLast: boolean) => void

/** Hands a piece on in small ones; yields wherever others may come in between. */
export function* inTurns(write: Write, data: Uint8Array, isLast: boolean): Generator<undefined, void> {
  let at = 0
  do {
    const end = at + TURN
    write(data.subarray(at, end), isLast && end >= data.length)
    at = end
    yield
  } while (at < data.length)
}

/**
 * @returns takes an XML file piece by piece, in UTF-8, and calls the handlers for its content
 * @throws Error, when called, for what is no XML, is nested deeper than any real file, or goes on without a tag
 */
export function xmlReader({ open, close, text }: Handler): Write {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  let silent = 0
  let depth = 0
  parser.on("opentag", ({ name, attributes }) => {
    silent = 0
    // The parser keeps all that are open: 22 million would be 3 GB.
    if (++depth > DEEPEST) throw new Error(BROKEN)
    open?.(local(name), attributes)
  })
  parser.on("closetag", ({ name }) => {
    silent = 0
    depth--
    close?.(local(name))
  })
  if (text) {
    parser.on("text", text)
    parser.on("cdata", text)
  }
  parser.on("doctype", () => {
    throw new Error(BROKEN)
  })
  return (data, isLast) => {
    silent += data.length
    if (silent > LONGEST_TEXT) throw new Error(TOO_LARGE)
    parser.write(decoder.decode(data, { stream: !isLast }))
    if (isLast) parser.close()
  }
}

/** Turns an error of a reader into a fault of the file, in German where it is our own. */
export const faultOfFile = (error: unknown): string => {
  if (error instanceof Refusal) throw error
  const { message } = error as Error
  return message === TOO_LARGE ? TOO_LARGE : BROKEN
}
