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
