import { useState } from "react"
import { AddPictures, useAddPictures } from "../../ui/records/add-pictures.tsx"
import { useSettled } from "../../ui/page/in-order.tsx"
import { later } from "../../ui/parts/later.tsx"
import { useList } from "../../ui/state/list.ts"
import { usePictureOrder } from "./picture-order.ts"
import { PlainPictures } from "./plain-pictures.tsx"

const PictureGrid = later(() => import("./picture-grid.tsx").then((part) => part.PictureGrid), PlainPictures)
const Picture = later(() => import("./picture.tsx").then((part) => part.Picture))

/** Pictures of the customer's place, such as the back door. */
export function Pictures({ id }: { id: string }) {
  // `atOnce`, as otherwise the old order would show again for a moment after a picture was moved.
  const list = useList("/api/kunden/{id}/bilder", { path: { id }, query: { limit: 200 } }, { atOnce: true })
  useSettled(!list.isLoading)
  const [shownId, setShownId] = useState<string>()
  const adding = useAddPictures("/api/kunden/{id}/bilder", id)
  const { pictures, arrange } = usePictureOrder(id, list.items)
  const place = pictures.findIndex((picture) => picture.id === shownId)
  const shown = pictures[place]
  return (
    <section aria-labelledby="bilder">
      <h2 id="bilder">Bilder</h2>
      <PictureGrid
        pictures={pictures}
        isLoading={list.isLoading}
        open={setShownId}
        arrange={arrange}
        add={(files) => void adding.add(files)}
      />
      <AddPictures {...adding} look="quiet" icon="plus" />
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
