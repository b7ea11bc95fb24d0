import { Zip, ZipPassThrough } from "fflate"
import type { Datei } from "./rules.ts"

/**
 * An archive of files that are compressed already; no more than one of them is held in memory.
 *
 * @param dateien each is read when the one before it was sent
 */
export function zipStream(dateien: Iterator<Datei>): ReadableStream<Uint8Array> {
  let zip: Zip
  return new ReadableStream({
    start(controller) {
      zip = new Zip((error, part, final) => {
        if (error) return controller.error(error)
        if (part.length > 0) controller.enqueue(part)
        if (final) controller.close()
      })
    },
    pull() {
      const { value, done } = dateien.next()
      if (done) return zip.end()
      const entry = new ZipPassThrough(value.name)
      entry.mtime = new Date(value.zeitpunkt)
      zip.add(entry)
      entry.push(value.daten, true)
    },
  })
}

/** @returns the pieces one after the other, each read when it is wanted */
export const pieceStream = (pieces: Iterator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      // Others' requests go between two documents.
      await new Promise(setImmediate)
      const { value, done } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
