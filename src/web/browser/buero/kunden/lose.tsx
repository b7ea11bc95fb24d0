import { MOST_PIECES } from "../../../../lib/figures.ts"
import { type Answer, call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Choice, CountField, TextField } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { type FormState, useForm } from "../../ui/forms/form.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { useGet } from "../../ui/state/query.ts"
import { refreshBooked } from "../../ui/lines/refresh-booked.ts"
import { pieces } from "../../ui/values/format.ts"
import type { Konto } from "./balance.tsx"
import type { Kunde } from "./fields.tsx"

type Values = { pfandartikel_id: string; menge: number | null; bemerkung: string }
type Props = { kunde: Kunde; konto: Konto; onClose: () => void }

/** Books pieces as lost that this customer will not bring back; what that means for the tax is seen before. */
export function Lose({ kunde, konto, onClose }: Props) {
  const held = konto.artikel.filter(({ bestand }) => bestand > 0)
  const form: FormState<Values> = useForm<Values, Answer<"post", "/api/pfandverluste">>({
    draft: `kunden/${kunde.id}/verlust`,
    initial: { pfandartikel_id: held[0]?.pfandartikel_id ?? "", menge: null, bemerkung: "" },
    save: ({ pfandartikel_id, menge, bemerkung }, id) =>
      call("post", "/api/pfandverluste", {
        body: {
          id,
          kunde_id: kunde.id,
          pfandartikel_id,
          menge: menge ?? 0,
          ...(bemerkung.trim() && { bemerkung }),
          ...(data && { erwartet_cent: data.summe_cent }),
        },
      }),
    saved: (_, { menge }) => {
      void refreshBooked()
      toast(`${pieces(menge ?? 0)} Stück sind als verloren gebucht`)
      onClose()
    },
  })
  const { pfandartikel_id, menge } = form.values
  const artikel = held.find((one) => one.pfandartikel_id === pfandartikel_id)
  const isWhole = artikel !== undefined && menge !== null && menge > 0 && menge <= artikel.bestand
  const { data, error } = useGet(
    "/api/pfandverluste/vorschau",
    { query: { kunde_id: kunde.id, pfandartikel_id, menge: menge ?? 0 } },
    { enabled: isWhole, watch: true },
  )
  return (
    <FormPanel
      title="Verlust buchen"
      form={form}
      action="Als verloren buchen"
      books
      isDisabled={!isWhole || !data || error !== null}
      onClose={onClose}
    >
      <p className="muted">
        Für Stücke, die {kunde.name} nicht zurückbringt: Sie verlassen das Konto, das Pfand bleibt. Auf dem
        Hof ändert sich nichts.
      </p>
      <Choice
        label="Artikel"
        options={held.map((one) => ({
          id: one.pfandartikel_id,
          label: `${one.bezeichnung} ${one.nummer}`,
        }))}
        {...form.field("pfandartikel_id")}
      />
      <CountField
        label="Stück"
        min={1}
        max={Math.min(artikel?.bestand ?? 1, MOST_PIECES)}
        hint={artikel && `Der Kunde hat ${pieces(artikel.bestand)}`}
        {...form.field("menge")}
        isRequired
      />
      <TextField label="Bemerkung" hint="Steht im Pfandbuch" maxLength={400} {...form.field("bemerkung")} />
      <p role="status" className={error ? "bad" : ""}>
        {isWhole && (error ? messageOf(error) : data?.bedeutung)}
      </p>
    </FormPanel>
  )
}
