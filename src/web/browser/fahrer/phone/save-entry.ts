import { type Entry, withSignature } from "../outbox/entry.ts"
import { bytesOf } from "../outbox/store.ts"
import { entryStore } from "./entries.ts"

/** Saves an entry that cannot be sent as a file: a picture as a picture, anything else as text. */
export async function saveEntry(entry: Entry): Promise<void> {
  const { body, titel, getippt, antwort } = entry
  const name = `${titel} ${new Date(getippt).toISOString().slice(0, 16).replaceAll(":", "-")}`
  const bytes = await bytesOf(entryStore, entry)
  if (typeof body !== "string" && bytes)
    return download(`${name}.jpg`, new Blob([bytes], { type: body.type }))
  const sent = typeof body === "string" ? withSignature({ ...entry, body }, bytes) : body
  const text = [
    titel,
    new Date(getippt).toLocaleString("de-DE"),
    antwort?.text ?? "",
    JSON.stringify(sent, null, 1),
  ]
  download(`${name}.txt`, new Blob([text.join("\n")], { type: "text/plain" }))
}

function download(name: string, blob: Blob): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(blob)
  link.download = name.replaceAll(/[^\p{L}\p{N} .-]/gu, "_")
  link.click()
  // Later, as the browser has to read it first.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
