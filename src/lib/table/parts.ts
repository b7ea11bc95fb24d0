import { Unzip, UnzipInflate } from "fflate"
import { SaxesParser } from "saxes"
import { Refusal } from "../refusal.ts"

/** Handlers for the content of an XML file. They get local names: some programs write prefixes. */
export type Handler = {
  open?: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** Compressed bytes unpacked at once: they become a thousand times as many at most. */
const PIECE = 2048
/** Unpacked bytes read between two yields: a few milliseconds. */
const TURN = 16 * 1024
/** Compressed bytes skipped between two yields. */
const PASSED = 512 * 1024
/** Most unpacked bytes of a workbook: the limit stops a ZIP bomb. */
const MOST_UNPACKED = 96 * 1024 * 1024
/** Most unpacked bytes without a tag: no real text or tag is longer. */
const LONGEST_TEXT = 1024 * 1024

/** Deepest nesting of elements: a sheet has eight levels. */
const DEEPEST = 64

export const BROKEN =
  "ist keine Excel-Tabelle, oder nur ein Teil einer solchen: bitte in Excel neu als .xlsx speichern und noch einmal senden"
export const TOO_LARGE = "ist ausgepackt zu groß für eine Tabelle"

const local = (name: string): string => name.slice(name.indexOf(":") + 1)

/**
 * Reads some files of a ZIP archive piece by piece, and keeps only the current piece in memory. Packages that read
 * workbooks unpack everything first: 2 GB for half a megabyte.
 *
 * @param handlers by the names of their files, as `partName` writes them; one that throws ENOUGH ends the reading
 * @param unpacked counter; readings that share it share one limit
 * @returns the names of all files, as `partName` writes them; yields often, so that others are served
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

/** Thrown by a handler that has seen enough. */
export const ENOUGH = new Error("enough")

/** @returns a name of a file in the form in which names are compared: programs differ in capitals and slashes */
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

/** Passes a piece on in smaller ones; yields often, so that others are served. */
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
 * @returns a function that takes an XML file in UTF-8 piece by piece and calls the handlers; it throws an Error for what is
 *   no XML, is nested too deep, or has too much text without a tag
 */
export function xmlReader({ open, close, text }: Handler): Write {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  let silent = 0
  let depth = 0
  parser.on("opentag", ({ name, attributes }) => {
    silent = 0
    // The parser keeps all open elements: 22 million would be 3 GB.
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

/** @returns the message of a reader's error, as a fault of the file; in German if the error is our own */
export const faultOfFile = (error: unknown): string => {
  if (error instanceof Refusal) throw error
  const { message } = error as Error
  return message === TOO_LARGE ? TOO_LARGE : BROKEN
}
