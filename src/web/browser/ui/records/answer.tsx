import { antwortInWords } from "../../../../lib/arten.ts"
import { antwortfelder } from "../../../../lib/felder/beleg.ts"
import type { Beleg } from "./answer-state.tsx"
import { call } from "../api/call.ts"
import { Choice, DateField, TextField } from "../fields/field.tsx"
import { textOf } from "../forms/form-of.ts"
import { FormPanel } from "../forms/edit-panel.tsx"
import { useForm } from "../forms/form.tsx"
import { date, moment, today } from "../values/format.ts"
import { showingAnew, useGet } from "../state/query.ts"
import { toast } from "../parts/toast.tsx"
import { statesOf } from "../parts/badge.tsx"

type Values = { antwort: "bestaetigt" | "bestritten"; datum: string | null; bemerkung: string }

/** Records a customer's answer to a balance; the latest counts. */
export function AnswerPanel({ beleg, onClose }: { beleg: Beleg; onClose: () => void }) {
  const { id, titel, antwort, antwort_datum, antwort_bemerkung } = beleg
  // The customer may answer by a link while this is open.
  const { data } = useGet("/api/belege/{id}", { path: { id } }, { watch: true })
  const { linkantwort } = data ?? beleg
  const initial: Values = {
    antwort: antwort ?? "bestaetigt",
    datum: antwort_datum ?? today(),
    bemerkung: antwort_bemerkung ?? "",
  }
  const form = useForm<Values, Beleg>({
    draft: `belege/${id}/antwort`,
    initial,
    save: ({ antwort: said, datum, bemerkung }) => {
      const body = {
        antwort: said,
        ...(datum && { datum }),
        bemerkung: bemerkung.trim() === "" ? null : bemerkung,
        linkantwort_am: linkantwort?.erstellt_am ?? null,
      }
      return showingAnew("/api/belege", () =>
        call("post", "/api/belege/{id}/antwort", { path: { id }, body }),
      )
    },
    saved: (saved) => {
      toast(`Antwort vom ${date(saved.antwort_datum)} ist festgehalten`)
    },
    leave: onClose,
  })
  return (
    <FormPanel title="Antwort des Kunden" label="Antwort" form={form} action="Festhalten" onClose={onClose}>
      <p className="muted">{titel}</p>
      {linkantwort && (
        <p className="remark">
          {`Über Link am ${moment(linkantwort.erstellt_am)}, ${linkantwort.name}: ${antwortInWords[linkantwort.antwort]}. ${linkantwort.bemerkung ?? ""}`}
        </p>
      )}
      <Choice label="Der Saldo ist" options={statesOf("antwort")} {...form.field("antwort")} />
      <DateField label="Antwort vom" {...form.field("datum")} />
      <TextField
        {...textOf(antwortfelder.antwort_bemerkung)}
        hint="Bei einem bestrittenen Saldo: was der Kunde anders sieht"
        lines={3}
        {...form.field("bemerkung")}
      />
    </FormPanel>
  )
}
