import { useState } from "react"
import { DropZone, FileTrigger } from "react-aria-components"
import type { Answer } from "../../ui/api/call.ts"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Button } from "../../ui/parts/button.tsx"
import { Confirm, Dialog } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { moment } from "../../ui/values/format.ts"
import { newId } from "../../ui/values/ids.ts"
import { filesOf, takesPictures } from "../../ui/values/picture-files.ts"
import { PICTURE_TYPES } from "../../ui/values/picture-types.ts"
import { refresh, useGet } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"

type Bild = Answer<"get", "/api/lieferungen/{id}/bilder">["items"][number]
const arten = { ort: "Ort", schaden: "Schaden", beweis: "Nachweis" } as const
const PATH = "/api/lieferungen/{id}/bilder"

/** Photos of every attempt. */
export function Pictures({ id, attempts }: { id: string; attempts: number }) {
  const { data } = useGet(PATH, { path: { id } }, { watch: true })
  const [shown, setShown] = useState<Bild>()
  const [busy, setBusy] = useState(false)
  const add = async (files: File[]): Promise<void> => {
    setBusy(true)
    for (const file of files) {
      const form = new FormData()
      form.append("bild", file)
      form.append("art", "beweis")
      form.append("id", newId())
      await call("post", PATH, { path: { id }, form }).catch((error: unknown) =>
        toast(`${file.name}: ${messageOf(error)}`, { bad: true }),
      )
    }
    setBusy(false)
    await refresh(PATH)
  }
  const items = data?.items ?? []
  return (
    <section aria-labelledby="bilder">
      <h2 id="bilder">Bilder</h2>
      <DropZone
        className="delivery-drop"
        aria-label="Bilder hierher ziehen"
        getDropOperation={takesPictures}
        onDrop={async ({ items: dropped }) => add(await filesOf(dropped))}
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
                {arten[picture.art]}
                {attempts > 1 && ` · ${picture.versuch}. Versuch`}
              </span>
            </Button>
          ))}
        </div>
        <FileTrigger
          acceptedFileTypes={PICTURE_TYPES}
          allowsMultiple
          onSelect={(files) => void add([...(files ?? [])])}
        >
          <Button icon="picture" isPending={busy}>
            {busy ? "Lädt hoch …" : "Bild hinzufügen"}
          </Button>
        </FileTrigger>
      </DropZone>
      {shown && <Picture lieferung={id} bild={shown} onClose={() => setShown(undefined)} />}
    </section>
  )
}

const nameOf = ({ art, titel }: Bild): string => titel ?? `Bild: ${arten[art]}`

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
