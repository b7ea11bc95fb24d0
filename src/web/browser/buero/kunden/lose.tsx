import { MOST_PIECES } from "../../../../lib/figures.ts"
import { type Answer, call } from "../../ui/api/call.ts"
import { faultBefore, messageOf } from "../../ui/api/fault.ts"
import { Choice, CountField, TextField } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { type FormState, useForm } from "../../ui/forms/form.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { getNow, showingAnew, useGet } from "../../ui/state/query.ts"
import { pieces } from "../../ui/values/format.ts"
import type { Konto } from "./balance.tsx"
import type { Kunde } from "./fields.tsx"
import { losable } from "./losable.ts"

type Values = { was: string; menge: number | null; bemerkung: string }
type Props = { kunde: Kunde; konto: Konto; onClose: () => void }

/**
 * Books pieces or a device as lost, which the customer will not bring back; shows first what that means for the tax.
 */
export function Lose({ kunde, konto, onClose }: Props) {
  const held = losable(konto)
  const form: FormState<Values> = useForm<Values, Answer<"post", "/api/pfandverluste">>({
    draft: `kunden/${kunde.id}/verlust`,
    initial: { was: held[0]?.id ?? "", menge: null, bemerkung: "" },
    save: async ({ bemerkung }, id) => {
      if (count === 0) throw faultBefore("menge", "Bitte die Stückzahl eintragen")
      // The amount must be known before it is booked, however soon the form is sent.
      const { summe_cent: erwartet_cent } = await getNow("/api/pfandverluste/vorschau", { query: asked })
      const body = { id, ...asked, erwartet_cent, ...(bemerkung.trim() && { bemerkung }) }
      return showingAnew("/api/pfandverluste/vorschau", () => call("post", "/api/pfandverluste", { body }))
    },
    saved: () => {
      toast(
        isDevice ? "Das Gerät ist als Verlust gebucht" : `${pieces(count)} Stück sind als verloren gebucht`,
      )
    },
    leave: onClose,
  })
  const { was, menge } = form.values
  const one = held.find(({ id }) => id === was)
  const isDevice = one !== undefined && "geraet_id" in one.named
  const count = isDevice ? 1 : (menge ?? 0)
  const isWhole = one !== undefined && count > 0 && count <= one.bestand
  const asked = { kunde_id: kunde.id, ...one?.named, menge: count }
  const { data, error } = useGet(
    "/api/pfandverluste/vorschau",
    { query: asked },
    { enabled: isWhole, watch: true },
  )
  return (
    <FormPanel title="Verlust buchen" form={form} action="Als verloren buchen" books onClose={onClose}>
      <p className="muted">
        Für das, was {kunde.name} nicht zurückbringt: Es verlässt das Konto, das Pfand bleibt. Auf dem Hof
        ändert sich nichts. Ein Gerät steht hier, wenn es als verloren gemeldet ist.
      </p>
      <Choice
        label="Artikel oder Gerät"
        options={held.map(({ id, label }) => ({ id, label }))}
        {...form.field("was")}
      />
      {!isDevice && (
        <CountField
          label="Stück"
          min={1}
          max={Math.min(one?.bestand ?? 1, MOST_PIECES)}
          hint={one && `Der Kunde hat ${pieces(one.bestand)}`}
          {...form.field("menge")}
          isRequired
        />
      )}
      <TextField
        label="Bemerkung"
        hint="Steht für immer bei der Buchung"
        maxLength={400}
        {...form.field("bemerkung")}
      />
      <p role="status" className={error ? "bad" : ""}>
        {isWhole && (error ? messageOf(error) : data?.bedeutung)}
      </p>
    </FormPanel>
  )
}
