import type { Bild } from "./picture-order.ts"

export type PicturesProps = {
  pictures: Bild[]
  isLoading: boolean
  open: (id: string) => void
  arrange: (order: Bild[]) => void
  add: (files: File[]) => void
}

export const titleOf = ({ titel }: Bild, place: number): string => titel ?? `Bild ${place + 1}`

export const NoPictures = () => (
  <p className="muted">
    Noch kein Bild.<span className="by-mouse"> Sie können eines hierher ziehen.</span>
  </p>
)

/** Stands in for <PictureGrid> until that has loaded: looks the same, and each picture can be opened. */
export function PlainPictures({ pictures, isLoading, open, add }: PicturesProps) {
  return (
    <div
      className="bilder"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        add([...event.dataTransfer.files])
      }}
    >
      {!isLoading && pictures.length === 0 && <NoPictures />}
      {pictures.map((picture, place) => (
        <button
          key={picture.id}
          type="button"
          className="bild plain-bild"
          aria-label={titleOf(picture, place)}
          onClick={() => open(picture.id)}
        >
          <img src={picture.vorschau_url} alt="" loading="lazy" draggable={false} />
        </button>
      ))}
    </div>
  )
}
