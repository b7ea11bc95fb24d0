import { useState } from "react"
import { FileTrigger } from "react-aria-components"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Button } from "../../ui/parts/button.tsx"
import { newId } from "../../ui/values/ids.ts"
import { useSettled } from "../../ui/page/in-order.tsx"
import { later } from "../../ui/parts/later.tsx"
import { refresh, useList } from "../../ui/state/query.ts"
import { PICTURE_TYPES } from "../../ui/values/picture-types.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { usePictureOrder } from "./picture-order.ts"
import { PlainPictures } from "./plain-pictures.tsx"

const PictureGrid = later(() => import("./picture-grid.tsx").then((part) => part.PictureGrid), PlainPictures)
const Picture = later(() => import("./picture.tsx").then((part) => part.Picture))

/** The yard, the back door: dragged in, or chosen. */
export function Pictures({ id }: { id: string }) {
  // Drawn in slices, the old order would show again for a moment after a picture was moved.
  const list = useList("/api/kunden/{id}/bilder", { path: { id }, query: { limit: 200 } }, { atOnce: true })
  useSettled(!list.isLoading)
  const [shownId, setShownId] = useState<string>()
  const [adding, setAdding] = useState(false)
  const { pictures, arrange } = usePictureOrder(id, list.items)
  const place = pictures.findIndex((picture) => picture.id === shownId)
  const shown = pictures[place]
  const add = async (files: File[]): Promise<void> => {
    setAdding(true)
    for (const file of files) {
      const form = new FormData()
      form.append("bild", file)
      form.append("id", newId())
      await call("post", "/api/kunden/{id}/bilder", { path: { id }, form }).catch((error: unknown) =>
        toast(`${file.name}: ${messageOf(error)}`, { bad: true }),
      )
    }
    setAdding(false)
    await refresh("/api/kunden/{id}/bilder")
  }
  return (
    <section aria-labelledby="bilder">
      <h2 id="bilder">Bilder</h2>
      <PictureGrid
        pictures={pictures}
        isLoading={list.isLoading}
        open={setShownId}
        arrange={arrange}
        add={(files) => void add(files)}
      />
      <FileTrigger
        acceptedFileTypes={PICTURE_TYPES}
        allowsMultiple
        onSelect={(files) => void add([...(files ?? [])])}
      >
        <Button look="quiet" icon="plus" isPending={adding}>
          {adding ? "Lädt hoch …" : "Bild hinzufügen"}
        </Button>
      </FileTrigger>
      {shown && (
        <Picture
          key={shown.id}
          bild={shown}
          place={place}
          count={pictures.length}
          moveTo={(to) => arrange(pictures.toSpliced(place, 1).toSpliced(to, 0, shown))}
          onClose={() => setShownId(undefined)}
        />
      )}
    </section>
  )
}
