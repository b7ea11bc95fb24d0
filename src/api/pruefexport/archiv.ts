import { Zip, ZipDeflate } from "fflate"
import type { Stueck } from "./rules.ts"

/**
 * Packs files whose pieces come one after the other; no more than one piece is held in memory.
 *
 * @param zeitpunkt by which the files are dated, ISO 8601 UTC
 */
export function packStream(stuecke: Iterator<Stueck>, zeitpunkt: string): ReadableStream<Uint8Array> {
  let zip: Zip
  let open: { name: string; entry: ZipDeflate } | undefined
  const begin = (name: string) => {
    open?.entry.push(new Uint8Array(), true)
    const entry = new ZipDeflate(name, { level: 6 })
    entry.mtime = new Date(zeitpunkt)
    zip.add(entry)
    return { name, entry }
  }
  const turn = { sent: false }
  return new ReadableStream({
    start(controller) {
      zip = new Zip((error, part, final) => {
        if (error) return controller.error(error)
        if (part.length > 0) controller.enqueue(part)
        if (final) controller.close()
        turn.sent = true
      })
    },
    async pull() {
      // Whoever gets nothing is not asked again: small pieces wait in the packer for those that follow.
      turn.sent = false
      while (!turn.sent) {
        // Others' requests go between two pieces.
        await new Promise(setImmediate)
        const { value, done } = stuecke.next()
        if (done) {
          open?.entry.push(new Uint8Array(), true)
          zip.end()
          return
        }
        if (open?.name !== value.name) open = begin(value.name)
        open.entry.push(value.daten)
      }
    },
  })
}
