import { useState } from "react"
import { DropZone, FileTrigger, isFileDropItem } from "react-aria-components"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Button } from "../../ui/button.tsx"
import { newId } from "../../ui/ids.ts"
import { refresh, useList } from "../../ui/query.ts"
import { toast } from "../../ui/toast.tsx"
import { useSettled } from "../../ui/in-order.tsx"
import { later } from "../../ui/later.tsx"

const Picture = later(() => import("./picture.tsx").then((part) => part.Picture))

const TYPES = ["image/jpeg", "image/png", "image/webp"]

/** The yard, the back door: dragged in, or chosen. */
export function Pictures({ id }: { id: string }) {
  const list = useList("/api/kunden/{id}/bilder", { path: { id }, query: { limit: 50 } })
  useSettled(!list.isLoading)
  const [shownId, setShownId] = useState<string>()
  const shown = list.items.find((bild) => bild.id === shownId)
  const [busy, setBusy] = useState(false)
  const add = async (files: File[]): Promise<void> => {
    setBusy(true)
    for (const file of files) {
      const form = new FormData()
      form.append("bild", file)
      form.append("id", newId())
      await call("post", "/api/kunden/{id}/bilder", { path: { id }, form }).catch((error: unknown) =>
        toast(`${file.name}: ${messageOf(error)}`, { bad: true }),
      )
    }
    setBusy(false)
    await refresh("/api/kunden/{id}/bilder")
  }
  return (
    <section aria-labelledby="bilder">
      <h2 id="bilder">Bilder</h2>
      <DropZone
        className="pictures"
        getDropOperation={(types) => (TYPES.some((type) => types.has(type)) ? "copy" : "cancel")}
        onDrop={async ({ items }) =>
          add(await Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())))
        }
      >
        {list.items.map((bild) => (
          <Button
            key={bild.id}
            look="quiet"
            label={bild.titel ?? "Bild ansehen"}
            onPress={() => setShownId(bild.id)}
          >
            <img src={bild.vorschau_url} alt="" loading="lazy" />
          </Button>
        ))}
        <FileTrigger
          acceptedFileTypes={TYPES}
          allowsMultiple
          onSelect={(files) => void add([...(files ?? [])])}
        >
          <Button look="quiet" icon="plus" isPending={busy}>
            {busy ? "Lädt hoch …" : "Bild hinzufügen"}
          </Button>
        </FileTrigger>
      </DropZone>
      {shown && (
        <Picture key={shown.id} bild={shown} all={list.items} onClose={() => setShownId(undefined)} />
      )}
    </section>
  )
}
