import { useState } from "react"
import { buchungsartInWords } from "../../../../lib/buchungsart.ts"
import { Button } from "../../ui/parts/button.tsx"
import { KeysHint } from "../../ui/parts/form-buttons.tsx"
import { Choice, DateField, TextField } from "../../ui/fields/field.tsx"
import { Faults, type Faulty } from "../../ui/fields/faults.tsx"
import { Form } from "../../ui/forms/form.tsx"
import { DraftNotice } from "../../ui/forms/draft-notice.tsx"
import { useKeysForNext } from "../../ui/keys/keys-ahead.ts"
import { useToday } from "../../ui/values/use-today.ts"
import { KundeSelect } from "../../ui/fields/kunde-select.tsx"
import { ThingSelect } from "../../ui/fields/thing-select.tsx"
import { LINES } from "../../ui/lines/lines.ts"
import { DepositThen } from "./deposit-then.tsx"
import { DevicesThere } from "./devices-there.tsx"
import { ForLieferung } from "./for-lieferung.tsx"
import { BookingLines } from "./lines-table.tsx"
import type { Art } from "../../ui/lines/unusual.ts"
import { isCounted, needsReason } from "./lines.ts"
import { type Booked, Totals } from "./totals.tsx"
import { type Kunde, type Started, useBooking, type Values } from "./use-booking.ts"

const ways = [
  { id: "ruecknahme", label: buchungsartInWords.ruecknahme },
  { id: "ausgabe", label: buchungsartInWords.ausgabe },
] as const
/** Their labels say which way a correction goes. */
const corrections = [
  { id: "korrektur_plus", label: "Korrektur: mehr beim Kunden" },
  { id: "korrektur_minus", label: "Korrektur: weniger beim Kunden" },
  { id: "anfangsbestand", label: buchungsartInWords.anfangsbestand },
] as const
type Props = {
  draft: string
  /** With an empty `id` until a customer is chosen. */
  kunde: Kunde
  /** Id of a Vorgang whose lines are filled in, to book it again; empty for none. */
  like: string
  /** Id of a device whose deposit is to be corrected; empty for none. */
  geraet: string
  choose: (kunde: Kunde | undefined, draft: Started) => void
  /** Called when the form is discarded, with what was in it. */
  left: (draft: Started) => void
  booked: (done: Booked) => void
  onNext: () => void
}

/** The form of one customer; Strg+Enter books it. */
export function Booking({ draft, kunde, like, geraet, choose, left, booked, onNext }: Props) {
  const { form, asked, konto, preview, isAdmin, focus, add, chooseArt, chooseTag } = useBooking({
    draft,
    kunde,
    like,
    geraet,
    booked,
    onNext,
  })
  const { values, set } = form
  useKeysForNext(form.busy)
  const isEmpty = !values.lines.some(isCounted)
  /** The values at the moment when Strg+Enter could not book them, to say why as long as they are unchanged. */
  const [barred, setBarred] = useState<Values>()
  const isReasoned = needsReason(values.lines)
  return (
    <Form
      form={form}
      className="buchen"
      label="Rückgabe buchen"
      books
      barred={() => setBarred(values)}
      // The notice stands below the head, and „Verwerfen“ discards everything, with a way back.
      draftNotice={null}
    >
      <Head
        kunde={kunde}
        values={values}
        faults={preview.ofDay ? { ...form.faults, erfasst_am: preview.ofDay } : form.faults}
        arten={isAdmin ? [...ways, ...corrections] : ways}
        onKunde={(next) => choose(next, form.draft)}
        onArt={chooseArt}
        onDay={chooseTag}
      />
      <DraftNotice form={form} />
      {values.lieferung && (
        <ForLieferung lieferung={values.lieferung} onRemove={() => set({ lieferung: null })} />
      )}
      {values.lines.length === 0 && (
        <p className="muted">
          {kunde.id === ""
            ? "Zuerst den Kunden wählen: Was er üblicherweise bringt, steht dann hier bereit."
            : "Dieser Kunde hat noch nichts zurückgebracht. Bitte unten einen Artikel oder ein Gerät dazunehmen."}
        </p>
      )}
      <DepositThen like={like} lines={values.lines} />
      <BookingLines
        focus={focus}
        lines={values.lines}
        konto={konto}
        preview={preview}
        faults={form.faults}
        isAdmin={isAdmin}
        set={(lines) => set({ lines }, LINES)}
      />
      <div className="buchen-foot add-line">
        <div>
          <ThingSelect kundeId={kunde.id} onFind={(hit) => void add(hit)} />
          <DevicesThere
            art={values.art}
            konto={konto}
            lines={values.lines}
            add={(device) => void add(device)}
          />
        </div>
        <Totals lines={values.lines} konto={konto} preview={preview} />
      </div>
      <TextField
        label={isReasoned ? "Grund" : "Grund oder Bemerkung"}
        hint={
          isReasoned ? "Eine Korrektur braucht einen Grund: er steht für immer bei der Buchung." : undefined
        }
        isRequired={isReasoned}
        maxLength={500}
        {...form.field("grund")}
      />
      <div className="buttons">
        <Button
          type="submit"
          look="primary"
          icon="check"
          isPending={form.busy}
          isDisabled={kunde.id === "" || isEmpty || preview.isRefused}
        >
          Buchen
        </Button>
        <Button
          look="quiet"
          // What is being sent may already be booked.
          isDisabled={form.busy}
          onPress={() => {
            form.reset()
            left(form.draft)
          }}
        >
          Verwerfen
        </Button>
        {barred === values ? (
          <span className="fault" role="alert">
            {isEmpty
              ? "Noch nichts gezählt"
              : kunde.id === ""
                ? "Noch kein Kunde gewählt"
                : "So lässt es sich nicht buchen"}
          </span>
        ) : (
          <KeysHint does="buchen" hasLines />
        )}
      </div>
      {asked}
    </Form>
  )
}

type HeadProps = {
  kunde: Kunde
  values: Values
  /** With the fault of a day for which nothing can be calculated, before anything is sent. */
  faults: Faulty
  arten: readonly { id: Art; label: string }[]
  onKunde: (kunde: Kunde | undefined) => void
  onArt: (art: Art) => void
  onDay: (day: string | null) => void
}

/** For whom, in which direction, and when. */
function Head({ kunde, values, faults, arten, onKunde, onArt, onDay }: HeadProps) {
  const today = useToday()
  // A day that was already set when the form opened is easily overlooked.
  const [taken] = useState(values.tag ?? today)
  const tag = values.tag ?? today
  return (
    <div className="buchen-head">
      <div className="customer">
        <KundeSelect chosen={kunde.name} onChoose={onKunde} autoFocus={kunde.id === ""} />
      </div>
      <Choice label="Neue Zeilen sind" value={values.art} onChange={onArt} options={arten} />
      <Faults value={faults}>
        <DateField
          label="Geschehen am"
          name="erfasst_am"
          value={tag}
          onChange={onDay}
          hint={tag === taken && tag !== today && <strong role="status">Übernommen, nicht heute</strong>}
        />
      </Faults>
    </div>
  )
}
