import { useState } from "react"
import { DropZone } from "react-aria-components"
import { bildartInWords } from "../../../../lib/arten.ts"
import type { Answer } from "../../ui/api/call.ts"
import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { Confirm, Dialog } from "../../ui/dialogs/dialog.tsx"
import { AddPictures, useAddPictures } from "../../ui/records/add-pictures.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
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
          <p className="muted">Noch kein Bild. Eines hierher ziehen oder hinzufügen.</p>
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

function Picture({ lieferung, bild, onClose }: PictureProps) {
  const [asks, setAsks] = useState(false)
  const { run } = useAction()
  const remove = async (): Promise<void> => {
    await call("delete", "/api/lieferungen/{id}/bilder/{bild_id}", {
      path: { id: lieferung, bild_id: bild.id },
    })
    // Before the window closes, so that the focus does not go back to a picture that is gone.
    await refresh(PATH)
    onClose()
  }
  return (
    <Dialog
      title={nameOf(bild)}
      isOpen
      onClose={onClose}
      actions={
        <Button look="bad" onPress={() => setAsks(true)}>
          Löschen
        </Button>
      }
    >
      <img src={bild.url} alt={nameOf(bild)} width={bild.breite} height={bild.hoehe} className="picture" />
      <p className="muted">Aufgenommen am {moment(bild.erfasst_am)}</p>
      <Confirm
        title="Bild löschen?"
        action="Löschen"
        isOpen={asks}
        onClose={() => setAsks(false)}
        run={() => run(remove)}
      >
        <p>Es ist danach nicht wiederzuholen.</p>
      </Confirm>
    </Dialog>
  )
}
