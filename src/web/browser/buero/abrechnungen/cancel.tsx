import { useLocation } from "wouter"
import { call } from "../../ui/api/call.ts"
import { PrintedField } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { UnbrokenNumbers } from "../../ui/parts/unbroken-numbers.tsx"
import { euro } from "../../ui/values/format.ts"
import { toast } from "../../ui/parts/toast.tsx"
import type { Abrechnung } from "../../ui/records/words.ts"
import { WrongBooking } from "../../ui/records/wrong-booking.tsx"

/** Panel that cancels a settlement: nothing is deleted, a document with the opposite amounts is issued. */
export function Cancel({ abrechnung, onClose }: { abrechnung: Abrechnung; onClose: () => void }) {
  const [, navigate] = useLocation()
  const { id, nummer, betrag_cent, kunde_id, leistung_von, bis } = abrechnung
  const form = useForm<{ grund: string }, Abrechnung>({
    draft: `abrechnungen/${id}/storno`,
    initial: { grund: "" },
    save: ({ grund }, storno) =>
      call("post", "/api/abrechnungen/{id}/storno", { path: { id }, body: { id: storno, grund } }),
    saved: (storno) => {
      toast(`${nummer} ist durch ${storno.nummer} storniert`)
    },
    leave: (storno) => {
      onClose()
      navigate(`/abrechnungen/${storno.id}`)
    },
  })
  return (
    <FormPanel
      title={`${nummer} stornieren`}
      label="Stornieren"
      form={form}
      action="Storno ausstellen"
      look="bad"
      onClose={onClose}
    >
      <p>
        Es entsteht ein Storno über {euro(-betrag_cent)} mit der nächsten Nummer.{" "}
        <UnbrokenNumbers>{nummer}</UnbrokenNumbers> bleibt lesbar, zählt aber nicht mehr; ihre Buchungen sind
        wieder offen und kommen in die nächste Abrechnung dieses Kunden.
      </p>
      <WrongBooking kunde_id={kunde_id} von={leistung_von} bis={bis} />
      <PrintedField
        label="Grund"
        hint="Steht auf dem Storno"
        lines={3}
        isRequired
        maxLength={500}
        {...form.field("grund")}
      />
    </FormPanel>
  )
}
