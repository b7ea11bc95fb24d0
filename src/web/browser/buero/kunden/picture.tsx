import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { TextField } from "../../ui/fields/field.tsx"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { PictureDialog } from "../../ui/records/picture-dialog.tsx"
import { refresh } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { titleOf } from "./plain-pictures.tsx"
import type { Bild } from "./picture-order.ts"

type Props = {
  bild: Bild
  place: number
  count: number
  moveTo: (place: number) => void
  onClose: () => void
}

const pathOf = ({ id, kunde_id }: Bild) => ({ id: kunde_id, bild_id: id })

/** One picture, large, with its title and its position, which can be changed here. */
export const Picture = ({ bild, place, count, moveTo, onClose }: Props) => (
  <PictureDialog
    title={titleOf(bild, place)}
    bild={bild}
    alt={bild.titel ?? "Bild vom Kunden"}
    onClose={onClose}
    remove={async () => {
      await call("delete", "/api/kunden/{id}/bilder/{bild_id}", { path: pathOf(bild) })
      await refresh("/api/kunden/{id}/bilder")
    }}
    actions={
      count > 1 && (
        <>
          <span className="muted picture-place">
            Bild {place + 1} von {count}
          </span>
          <Button icon="left" onPress={() => moveTo(place - 1)} isDisabled={place === 0}>
            Weiter nach vorn
          </Button>
          <Button icon="right" onPress={() => moveTo(place + 1)} isDisabled={place === count - 1}>
            Weiter nach hinten
          </Button>
        </>
      )
    }
  >
    <Title bild={bild} />
  </PictureDialog>
)

function Title({ bild }: { bild: Bild }) {
  const form = useForm<{ titel: string }, unknown>({
    draft: `kunden/bild/${bild.id}`,
    initial: { titel: bild.titel ?? "" },
    save: ({ titel }) =>
      call("patch", "/api/kunden/{id}/bilder/{bild_id}", {
        path: pathOf(bild),
        body: { titel: titel.trim() || null },
      }),
    saved: () => {
      toast("Titel gespeichert")
    },
  })
  return (
    <Form form={form} label="Titel des Bildes" className="picture-title">
      <TextField label="Titel" placeholder="z. B. Hintereingang" maxLength={200} {...form.field("titel")} />
      <Button
        type="submit"
        isPending={form.busy}
        isDisabled={form.values.titel.trim() === (bild.titel ?? "")}
      >
        Titel speichern
      </Button>
    </Form>
  )
}
