import { useState } from "react"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Button } from "../../ui/button.tsx"
import { Confirm, Dialog } from "../../ui/dialog.tsx"
import { TextField } from "../../ui/field.tsx"
import { Form, useForm } from "../../ui/form.tsx"
import { type Item, refresh } from "../../ui/query.ts"
import { toast } from "../../ui/toast.tsx"

export type Bild = Item<"/api/kunden/{id}/bilder">
type Props = { bild: Bild; all: Bild[]; onClose: () => void }

const pathOf = ({ id, kunde_id }: Bild) => ({ id: kunde_id, bild_id: id })
const failed = (error: unknown): void => toast(messageOf(error as Error), { bad: true })

/** Puts one picture before or after its neighbour; all that stand elsewhere then are told their place. */
async function move(bild: Bild, all: Bild[], by: -1 | 1): Promise<void> {
  const order = all.filter(({ id }) => id !== bild.id)
  order.splice(all.indexOf(bild) + by, 0, bild)
  for (const [sortierung, one] of order.entries()) {
    if (one.sortierung === sortierung) continue
    await call("patch", "/api/kunden/{id}/bilder/{bild_id}", { path: pathOf(one), body: { sortierung } })
  }
}

/** One picture, large; here it gets its title and its place among the others. */
export function Picture({ bild, all, onClose }: Props) {
  const [asks, setAsks] = useState(false)
  const [busy, setBusy] = useState(false)
  const place = all.indexOf(bild)
  const go = (by: -1 | 1): void => {
    setBusy(true)
    move(bild, all, by)
      .catch(failed)
      .then(() => refresh("/api/kunden/{id}/bilder"))
      .finally(() => setBusy(false))
  }
  const remove = (): void => {
    call("delete", "/api/kunden/{id}/bilder/{bild_id}", { path: pathOf(bild) })
      .then(() => refresh("/api/kunden/{id}/bilder"))
      .then(onClose, failed)
  }
  return (
    <Dialog
      title={bild.titel ?? "Bild"}
      isOpen
      onClose={onClose}
      actions={
        <>
          {all.length > 1 && (
            <>
              <span className="muted picture-place">
                Bild {place + 1} von {all.length}
              </span>
              <Button icon="left" onPress={() => go(-1)} isDisabled={place === 0 || busy}>
                Weiter nach vorn
              </Button>
              <Button icon="right" onPress={() => go(1)} isDisabled={place === all.length - 1 || busy}>
                Weiter nach hinten
              </Button>
            </>
          )}
          <Button look="bad" onPress={() => setAsks(true)}>
            Löschen
          </Button>
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
      <Confirm
        title="Bild löschen?"
        action="Löschen"
        isOpen={asks}
        onClose={() => setAsks(false)}
        run={remove}
      >
        <p>Es ist danach nicht wiederzuholen.</p>
      </Confirm>
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
