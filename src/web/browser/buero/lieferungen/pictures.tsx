import { useState } from "react"
import { DropZone } from "react-aria-components"
import { bildartInWords } from "../../../../lib/arten.ts"
import type { Answer } from "../../ui/api/call.ts"
import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { AddPictures, useAddPictures } from "../../ui/records/add-pictures.tsx"
import { PictureDialog } from "../../ui/records/picture-dialog.tsx"
import { moment } from "../../ui/values/format.ts"
import { filesOf, takesPictures } from "../../ui/values/picture-files.ts"
import { refresh, useGet } from "../../ui/state/query.ts"

type Bild = Answer<"get", "/api/lieferungen/{id}/bilder">["items"][number]
const PATH = "/api/lieferungen/{id}/bilder"

/** Photos of every attempt. */
export function Pictures({ id, attempts }: { id: string; attempts: number }) {
  const { data } = useGet(PATH, { path: { id } }, { watch: true })
  const [shown, setShown] = useState<Bild>()
  const adding = useAddPictures(PATH, id, { art: "beweis" })
  const items = data?.items ?? []
  return (
    <section aria-labelledby="bilder">
      <h2 id="bilder">Bilder</h2>
      <DropZone
        className="delivery-drop"
        aria-label="Bilder hierher ziehen"
        getDropOperation={takesPictures}
        onDrop={async ({ items: dropped }) => adding.add(await filesOf(dropped))}
      >
        {data && items.length === 0 && (
          <p className="muted">
            Noch kein Bild.<span className="by-mouse"> Sie können eines hierher ziehen.</span>
          </p>
        )}
        <div className="delivery-pictures">
          {items.map((picture) => (
            <Button
              key={picture.id}
              look="quiet"
              label={`${nameOf(picture)} ansehen`}
              onPress={() => setShown(picture)}
            >
              <img
                src={picture.vorschau_url}
                alt=""
                loading="lazy"
                width={picture.breite}
                height={picture.hoehe}
              />
              <span className="muted">
                {bildartInWords[picture.art]}
                {attempts > 1 && ` · ${picture.versuch}. Versuch`}
              </span>
            </Button>
          ))}
        </div>
        <AddPictures {...adding} icon="picture" />
      </DropZone>
      {shown && <Picture lieferung={id} bild={shown} onClose={() => setShown(undefined)} />}
    </section>
  )
}

const nameOf = ({ art, titel }: Bild): string => titel ?? `Bild: ${bildartInWords[art]}`

type PictureProps = { lieferung: string; bild: Bild; onClose: () => void }

const Picture = ({ lieferung, bild, onClose }: PictureProps) => (
  <PictureDialog
    title={nameOf(bild)}
    bild={bild}
    alt={nameOf(bild)}
    onClose={onClose}
    remove={async () => {
      const path = { id: lieferung, bild_id: bild.id }
      await call("delete", "/api/lieferungen/{id}/bilder/{bild_id}", { path })
      await refresh(PATH)
    }}
  >
    <p className="muted">Aufgenommen am {moment(bild.erfasst_am)}</p>
  </PictureDialog>
)
