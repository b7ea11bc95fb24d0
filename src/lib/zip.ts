import { constants, crc32, deflateRawSync } from "node:zlib"

/**
 * Archives (PKWARE's APPNOTE 6.3) of any size, one piece after the other: with more than 65 535 files or 4 GiB they go
 * on as ZIP64. The packages that know ZIP64 calculate checksums at a twentieth of the speed, with everybody waiting, or
 * cannot compress.
 */

/** A file of an archive; its parts are read only when needed. */
export type ZipFile = {
  name: string
  /** ISO 8601 UTC. */
  moment: string
  pieces: Iterable<Uint8Array>
  /** True for what is compressed already, such as a picture: it is stored as it is. */
  isPacked?: true
}

/** Values at which a field of four or of two bytes only points to a larger field (ZIP64). */
const ZIP64_FROM = 0xffff_ffff
const ZIP64_FROM_FILES = 0xffff

/** Version of the format that a reader has to know, times ten. */
const VERSION = 20
const VERSION_ZIP64 = 45
/** Sizes follow the file; its name is UTF-8. */
const FLAGS = 0x0808
const STORED = 0
const DEFLATED = 8

type Entry = {
  name: Buffer
  method: number
  /** Days and times as MS-DOS had them, in UTC. */
  time: number
  date: number
  offset: number
  crc: number
  size: number
  packed: number
}

/** Numbers of the same number of bytes, one behind the other. */
type Fields = readonly [bytes: 2 | 4 | 8, ...values: number[]]

/** @returns the fields as ZIP has them, the lowest byte of each first */
function record(...fields: Fields[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [size, ...values]) => sum + size * values.length, 0))
  let at = 0
  for (const [size, ...values] of fields)
    for (const value of values) {
      if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at)
      else bytes.writeUIntLE(value, at, size)
      at += size
    }
  return bytes
}

/**
 * @param compress what is compressed already is stored as it is
 * @returns the archive in pieces; no more than one part of a file is held in memory
 */
export function* zip(files: Iterable<ZipFile>, { compress }: { compress: boolean }): Generator<Uint8Array> {
  const entries: Entry[] = []
  const names = new Map<string, number>()
  let offset = 0
  const sent = (part: Uint8Array): Uint8Array => {
    offset += part.length
    return part
  }
  for (const file of files) {
    const packs = compress && file.isPacked !== true
    const entry = entryOf(file, uniqueName(file.name, names), packs ? DEFLATED : STORED, offset)
    entries.push(entry)
    yield sent(localHeader(entry))
    for (const part of packFile(entry, file.pieces, packs)) yield sent(part)
  }
  const directory = offset
  for (const entry of entries) yield sent(directoryRecord(entry))
  yield endOf({ files: entries.length, directory, bytes: offset - directory })
}

const encoder = new TextEncoder()

/** @returns pieces of text as pieces of about a page each: one by one they would be compressed badly */
export function* encoded(pieces: Iterable<string>): Generator<Uint8Array> {
  let text = ""
  for (const piece of pieces) {
    text += piece
    if (text.length < 65_536) continue
    yield encoder.encode(text)
    text = ""
  }
  yield encoder.encode(text)
}

/**
 * A name that no file has yet: of two files of the same name, unpacking would lose one.
 *
 * @param names those of the files so far, each with the last number that was added to it
 */
function uniqueName(name: string, names: Map<string, number>): string {
  let unique = name
  let nr = names.get(name) ?? 1
  while (names.has(unique)) unique = name.replace(/(\.[^./]*)?$/, ` (${++nr})$1`)
  names.set(name, nr)
  if (unique !== name) names.set(unique, 1)
  return unique
}

/** The bytes of a file, followed by its size and checksum. */
function* packFile(entry: Entry, pieces: Iterable<Uint8Array>, compress: boolean): Generator<Uint8Array> {
  for (const piece of pieces) {
    entry.crc = crc32(piece, entry.crc)
    entry.size += piece.length
    const part = compress ? deflate(piece) : piece
    entry.packed += part.length
    yield part
  }
  if (compress) {
    entry.packed += LAST_BLOCK.length
    yield LAST_BLOCK
  }
  const bytes = entry.size >= ZIP64_FROM || entry.packed >= ZIP64_FROM ? 8 : 4
  yield record([4, 0x08074b50, entry.crc], [bytes, entry.packed, entry.size])
}

/** Each piece can be unpacked by itself and is followed by others. */
const deflate = (daten: Uint8Array): Uint8Array =>
  deflateRawSync(daten, { level: 6, finishFlush: constants.Z_SYNC_FLUSH })
/** An empty block, which says that it is the last. */
const LAST_BLOCK = Buffer.from([3, 0])

function entryOf({ moment }: ZipFile, name: string, method: number, offset: number): Entry {
  const at = new Date(moment)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return { name: Buffer.from(name), method, time, date, offset, crc: 0, size: 0, packed: 0 }
}

const localHeader = ({ name, method, time, date }: Entry): Buffer =>
  Buffer.concat([
    record([4, 0x04034b50], [2, VERSION, FLAGS, method, time, date], [4, 0, 0, 0], [2, name.length, 0]),
    name,
  ])

function directoryRecord({ name, method, time, date, crc, size, packed, offset }: Entry): Buffer {
  const large = [size, packed, offset].filter((value) => value >= ZIP64_FROM)
  const extra = large.length > 0 ? record([2, 1, large.length * 8], [8, ...large]) : Buffer.alloc(0)
  const version = large.length > 0 ? VERSION_ZIP64 : VERSION
  return Buffer.concat([
    record(
      [4, 0x02014b50],
      [2, version, version, FLAGS, method, time, date],
      [4, crc, Math.min(packed, ZIP64_FROM), Math.min(size, ZIP64_FROM)],
      [2, name.length, extra.length, 0, 0, 0],
      [4, 0, Math.min(offset, ZIP64_FROM)],
    ),
    name,
    extra,
  ])
}

function endOf({ files, directory, bytes }: { files: number; directory: number; bytes: number }): Buffer {
  const count = Math.min(files, ZIP64_FROM_FILES)
  const end = record(
    [4, 0x06054b50, 0],
    [2, count, count],
    [4, Math.min(bytes, ZIP64_FROM), Math.min(directory, ZIP64_FROM)],
    [2, 0],
  )
  if (files < ZIP64_FROM_FILES && bytes < ZIP64_FROM && directory < ZIP64_FROM) return end
  return Buffer.concat([
    record(
      [4, 0x06064b50],
      [8, 44],
      [2, VERSION_ZIP64, VERSION_ZIP64],
      [8, 0, files, files, bytes, directory],
    ),
    record([4, 0x07064b50, 0], [8, directory + bytes], [4, 1]),
    end,
  ])
}
