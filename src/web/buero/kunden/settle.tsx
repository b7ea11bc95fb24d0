import { useLocation } from "wouter"
import { type Answer, call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Panel } from "../../ui/dialog.tsx"
import { DateField } from "../../ui/field.tsx"
import { Form, useForm } from "../../ui/form.tsx"
import { euro, pieces, today } from "../../ui/format.ts"
import { refresh, useGet } from "../../ui/query.ts"
import { amountInWords } from "../abrechnungen/words.ts"
import { toast } from "../../ui/toast.tsx"
import { FormButtons } from "../../ui/form-buttons.tsx"

type Abrechnung = Answer<"get", "/api/abrechnungen/{id}">

/** Settles what one customer has open up to a day; what that would be is seen before. */
export function Settle({ id, onClose }: { id: string; onClose: () => void }) {
  const [, navigate] = useLocation()
  const form = useForm<{ bis: string | null }, Abrechnung>({
    draft: `abrechnungen/neu/${id}`,
    initial: { bis: today() },
    save: ({ bis }, neu) =>
      call("post", "/api/abrechnungen", { body: { id: neu, kunde_id: id, bis: bis ?? today() } }),
    saved: (made) => {
      void refresh("/api/abrechnungen", "/api/datev/pruefung")
      toast(`${made.nummer} ist ausgestellt`)
      onClose()
      navigate(`/abrechnungen/${made.id}`)
    },
  })
  const { bis } = form.values
  const preview = useGet(
    "/api/abrechnungen/vorschau",
    { query: { kunde_id: id, bis: bis ?? "" } },
    { enabled: bis !== null, keep: true },
  )
  const { data, error } = preview
  return (
    <Panel title="Jetzt abrechnen" onClose={onClose}>
      <Form form={form} label="Abrechnen">
        <DateField
          label="Bis einschließlich"
          hint="Was danach erfasst ist, bleibt offen"
          {...form.field("bis")}
        />
        <p role="status" className={error ? "bad" : ""}>
          {error
            ? messageOf(error)
            : data &&
              (data.buchungen === 0
                ? "Bis dahin ist nichts offen."
                : `${pieces(data.buchungen)} ${data.buchungen === 1 ? "Buchung" : "Buchungen"}: ${amountInWords(
                    data,
                  )} ${euro(Math.abs(data.betrag_cent))}${
                    data.abrechnung_ist === "beleg" ? "" : `, davon USt ${euro(Math.abs(data.ust_cent))}`
                  }.`)}
        </p>
        <p className="muted">Die Abrechnung ist unveränderlich; eine falsche hebt ein Gegenbeleg auf.</p>
        <FormButtons
          action="Abrechnen"
          busy={form.busy}
          isDisabled={!data || error !== null || data.buchungen === 0}
          cancel={onClose}
        />
      </Form>
    </Panel>
  )
}
