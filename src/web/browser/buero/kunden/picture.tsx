import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { AskButton, Dialog } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { TextField } from "../../ui/fields/field.tsx"
import { Form, useForm } from "../../ui/forms/form.tsx"
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

/** One picture, large; here it gets its title and its place among the others. */
export function Picture({ bild, place, count, moveTo, onClose }: Props) {
  const { run } = useAction()
  const remove = async (): Promise<void> => {
    await call("delete", "/api/kunden/{id}/bilder/{bild_id}", { path: pathOf(bild) })
    await refresh("/api/kunden/{id}/bilder")
    onClose()
  }
  return (
    <Dialog
      title={titleOf(bild, place)}
      isOpen
      onClose={onClose}
      actions={
        <>
          {count > 1 && (
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
          )}
          <AskButton
            look="bad"
            title="Bild löschen?"
            action="Löschen"
            question="Es ist danach nicht wiederzuholen."
            run={() => run(remove)}
          >
            Löschen
          </AskButton>
        </>
      }
    >
      <img
        src={bild.url}
        alt={bild.titel ?? "Bild vom Kunden"}
        width={bild.breite}
        height={bild.hoehe}
        className="picture"
      />
      <Title bild={bild} />
    </Dialog>
  )
}

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
      void refresh("/api/kunden/{id}/bilder")
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
