import { abrechnungsformInWords } from "../../../../lib/arten.ts"
import { useLocation } from "wouter"
import { call } from "../../ui/api/call.ts"
import { faultAt, faultBefore, messageOf } from "../../ui/api/fault.ts"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { Faults } from "../../ui/fields/faults.tsx"
import { DateField } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { euro, plural, today } from "../../ui/values/format.ts"
import { getNow, isRead, showingAnew, useGet } from "../../ui/state/query.ts"
import { type Abrechnung, amountInWords } from "../../ui/records/words.ts"
import { WrongBooking } from "../../ui/records/wrong-booking.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { listMissingOf } from "../../../../lib/kundenart.ts"
import type { Kunde } from "./fields.tsx"

type Props = {
  kunde: Kunde
  /** Day of the address, `YYYY-MM-DD`; "" for today. */
  bis: string
  onEdit: () => void
  onClose: () => void
}

/** Settles the open bookings of one customer up to a day; shows first what that comes to. */
export function Settle({ kunde, bis: asked, onEdit, onClose }: Props) {
  const { id } = kunde
  const [, navigate] = useLocation()
  const form = useForm<{ bis: string | null }, Abrechnung>({
    draft: ["abrechnungen/neu", id, asked].filter(Boolean).join("/"),
    initial: { bis: asked || today() },
    save: async ({ bis }, added) => {
      if (!bis) throw faultBefore("bis", "Bitte einen Tag eingeben")
      const input = { query: { kunde_id: id, bis } }
      const wasSeen = isRead("/api/abrechnungen/vorschau", input)
      // The expected amount is the one on the screen, however soon the form is sent.
      const { betrag_cent: erwartet_cent } = await getNow("/api/abrechnungen/vorschau", input)
      // Until it came, that of another day stood there.
      if (!wasSeen) throw faultBefore("bis", "Bitte erst ansehen, was bis dahin abgerechnet wird")
      const body = { id: added, kunde_id: id, bis, erwartet_cent }
      return showingAnew("/api/abrechnungen/vorschau", () => call("post", "/api/abrechnungen", { body }))
    },
    saved: (made) => {
      toast(`${made.nummer} ist ausgestellt`)
    },
    leave: ({ id: made }) => {
      onClose()
      navigate(`/abrechnungen/${made}`)
    },
  })
  const { bis } = form.values
  const preview = useGet(
    "/api/abrechnungen/vorschau",
    { query: { kunde_id: id, bis: bis ?? "" } },
    { enabled: bis !== null, keep: true },
  )
  const { data, error } = preview
  const obstacle = data?.hindernis
  const ofDay = faultAt(error, "bis")
  return (
    <FormPanel
      title="Jetzt abrechnen"
      label="Abrechnen"
      form={form}
      action="Abrechnen"
      books
      keys={{ does: "abrechnen" }}
      onClose={onClose}
    >
      <Faults value={ofDay ? { bis: ofDay } : form.faults}>
        <DateField
          label="Bis einschließlich"
          hint="Was danach erfasst ist, bleibt offen"
          {...form.field("bis")}
        />
      </Faults>
      <p role="status" className={error ? "bad" : ""}>
        {error
          ? !ofDay && messageOf(error)
          : data &&
            (data.buchungen === 0
              ? "Bis dahin ist nichts offen."
              : `${plural(data.buchungen, "Buchung", "Buchungen")}: ${amountInWords(
                  data,
                )} ${euro(Math.abs(data.betrag_cent))}${
                  data.abrechnung_ist === "beleg" ? "" : `, davon USt ${euro(Math.abs(data.ust_cent))}`
                }. Der Kunde bekommt die Abrechnung als ${abrechnungsformInWords[data.form]}.`)}
      </p>
      {data?.ausland_mit_ust && (
        <p className="remark">
          Der Kunde sitzt im Ausland, und die Abrechnung weist deutsche Umsatzsteuer aus. Ist das richtig?
          Bitte vorher mit dem Steuerberater klären.
        </p>
      )}
      {obstacle && <Obstacle kunde={kunde} text={obstacle} onEdit={onEdit} />}
      {asked && <WrongBooking kunde_id={id} bis={asked} />}
      <p className="muted">Die Abrechnung ist unveränderlich; eine falsche berichtigt ein Storno.</p>
    </FormPanel>
  )
}

/** Says why settling is not possible yet, with a button to enter the missing data. */
function Obstacle({ kunde, text, onEdit }: { kunde: Kunde; text: string; onEdit: () => void }) {
  const { data: firma } = useGet("/api/tenant", {})
  const isOurs = firma === undefined || firma.briefkopf_fehlt.length > 0 || listMissingOf(kunde).length === 0
  return (
    <div role="alert">
      <p className="bad">Noch kann hier nicht abgerechnet werden. {text}.</p>
      {isOurs ? (
        <ButtonLink href="/firma?abschnitt=briefkopf">Zu Firma, Anschrift und Briefkopf</ButtonLink>
      ) : (
        <Button onPress={onEdit}>Jetzt eintragen</Button>
      )}
    </div>
  )
}
