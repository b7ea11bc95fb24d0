import { useEffect, useRef, useState } from "react"
import { useAccount } from "../../ui/account.tsx"
import { type Answer, call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Button } from "../../ui/button.tsx"
import { Choice, DateField, TextField } from "../../ui/field.tsx"
import { Form, useForm } from "../../ui/form.tsx"
import { today } from "../../ui/format.ts"
import { useFocusLater } from "../../ui/focus.ts"
import { isTyping } from "../../ui/keys-ahead.ts"
import { KundeSelect } from "../../ui/kunde-select.tsx"
import { Page } from "../../ui/page.tsx"
import { refresh, useGet } from "../../ui/query.ts"
import type { Sache } from "../../ui/sache.ts"
import { SacheSelect } from "../../ui/sache-select.tsx"
import { toast } from "../../ui/toast.tsx"
import { useParam } from "../../ui/url.ts"
import { readLine, usualLines } from "./find.ts"
import { Lines } from "./lines-table.tsx"
import { type Art, isCorrection, isCounted, type Line, positionsOf, rowOf } from "./lines.ts"
import { type Booked, LastBooked, Totals } from "./totals.tsx"

type Values = {
  kundeId: string
  name: string
  /** Which way the lines go that are added. */
  art: Art
  /** A day before today, or null for now. */
  tag: string | null
  grund: string
  lines: Line[]
}
type Vorgang = Answer<"post", "/api/pfandbuchungen">

const EMPTY: Values = { kundeId: "", name: "", art: "ruecknahme", tag: null, grund: "", lines: [] }
const ways = [
  { id: "ruecknahme", label: "Rücknahme" },
  { id: "ausgabe", label: "Ausgabe" },
] as const
const corrections = [
  { id: "korrektur_plus", label: "Korrektur: mehr beim Kunden" },
  { id: "korrektur_minus", label: "Korrektur: weniger beim Kunden" },
  { id: "anfangsbestand", label: "Anfangsbestand" },
] as const

/** Returned empties and all else that is booked by hand: a customer, lines, Strg+Enter. */
export default function Buchen() {
  const { rolle } = useAccount()
  const isAdmin = rolle !== "user"
  const [wanted, setWanted] = useParam("kunde")
  const [booked, setBooked] = useState<Booked>()
  // Another customer's form is another one: its fields begin anew.
  const [round, setRound] = useState(0)
  const box = useRef<HTMLTableSectionElement>(null)
  const focusLater = useFocusLater(box)
  const focusOn = (id: string): void => focusLater(`[data-menge="${id}"]`)
  const foot = useRef<HTMLDivElement>(null)
  const form = useForm<Values, Vorgang>({
    draft: "buchen",
    initial: EMPTY,
    save: (values, id) => call("post", "/api/pfandbuchungen", { body: bodyOf(values, id) }),
    saved: ({ pfandkonto, buchungen }, values) => {
      const sum = buchungen.reduce((all, { summe_cent }) => all + summe_cent, 0)
      setBooked({ id: values.kundeId, name: values.name, sum, balance: pfandkonto.wert_cent })
      toast(`Für ${values.name} gebucht`)
      form.reset(EMPTY)
      setWanted("")
      setRound((count) => count + 1)
      void refresh("/api/kunden", "/api/pfandbuchungen", "/api/pfandsalden", "/api/heute")
    },
  })
  const { values, set } = form
  const konto = useGet(
    "/api/kunden/{id}/pfandkonto",
    { path: { id: values.kundeId } },
    { enabled: values.kundeId !== "" },
  )

  const choose = async (kunde: { id: string; name: string } | undefined): Promise<void> => {
    if (kunde?.id === values.kundeId) return
    set({ kundeId: kunde?.id ?? "", name: kunde?.name ?? "", lines: values.lines.filter(isCounted) })
    if (!kunde) return
    try {
      const usual = await usualLines(kunde.id)
      form.change(({ lines }) => {
        const all = [...lines, ...usual.filter(({ id }) => !lines.some((line) => line.id === id))]
        return { lines: all }
      })
      const line = values.lines.find(isCounted) ?? usual[0]
      if (line) focusOn(rowOf(line))
      // A new customer brings nothing as usual: it goes on with the first article, unless somebody is elsewhere by now.
      else if (!isTyping()) foot.current?.querySelector("input")?.focus()
    } catch (error) {
      toast(messageOf(error as Error), { bad: true })
    }
  }
  useWanted(wanted, values.kundeId, (kunde) => {
    setRound((count) => count + 1)
    void choose(kunde)
  })

  const add = async (hit: Sache): Promise<void> => {
    const before = values.lines.filter(({ id }) => id === hit.id)
    // Full ones for empty ones: the same article once more, the other way.
    const same = before.find(({ isDevice, art }) => isDevice || art === values.art)
    if (same) return focusOn(rowOf(same))
    try {
      const line = {
        ...(await readLine(hit, values.art)),
        ...(before.length > 0 && { again: before.length }),
      }
      form.change(({ lines }) => ({ lines: [...lines, line] }))
      // A device is one piece: the next one can be scanned at once.
      if (!line.isDevice) focusOn(rowOf(line))
    } catch (error) {
      toast(messageOf(error as Error), { bad: true })
    }
  }
  const needsReason = values.lines.some((line) => isCounted(line) && isCorrection(line))
  return (
    <Page title="Rückgabe und Buchung">
      {booked && <LastBooked {...booked} />}
      <Form form={form} className="buchen" label="Rückgabe und Buchung">
        <div className="buchen-head">
          <div className="customer">
            <KundeSelect
              key={`${round} ${values.kundeId === "" ? "" : values.name}`}
              chosen={values.name}
              onChoose={(kunde) => void choose(kunde)}
              autoFocus={values.kundeId === "" && !wanted}
            />
          </div>
          <Choice
            label="Neue Zeilen sind"
            value={values.art}
            onChange={(art) => set({ art })}
            options={isAdmin ? [...ways, ...corrections] : ways}
          />
          <DateField label="Geschehen am" value={values.tag ?? today()} onChange={(tag) => set({ tag })} />
        </div>
        {values.lines.length === 0 && (
          <p className="muted">
            {values.kundeId === ""
              ? "Zuerst den Kunden wählen: Was er üblicherweise bringt, steht dann hier bereit."
              : "Dieser Kunde hat noch nichts zurückgebracht. Bitte unten einen Artikel oder ein Gerät dazunehmen."}
          </p>
        )}
        <Lines
          box={box}
          lines={values.lines}
          konto={konto.data}
          faults={form.faults}
          isAdmin={isAdmin}
          set={(lines) => set({ lines })}
        />
        <div className="buchen-foot" ref={foot}>
          <SacheSelect onFind={(hit) => void add(hit)} />
          <Totals lines={values.lines} konto={konto.data} />
        </div>
        <TextField
          label={needsReason ? "Grund" : "Grund oder Bemerkung"}
          hint={
            needsReason
              ? "Eine Korrektur braucht einen Grund: er steht für immer bei der Buchung."
              : undefined
          }
          isRequired={needsReason}
          maxLength={500}
          {...form.field("grund")}
        />
        <div className="buttons">
          <Button
            type="submit"
            look="primary"
            icon="check"
            isPending={form.busy}
            isDisabled={values.kundeId === "" || !values.lines.some(isCounted)}
          >
            Buchen
          </Button>
          <Button
            look="quiet"
            onPress={() => {
              form.reset(EMPTY)
              setWanted("")
              setRound((count) => count + 1)
            }}
          >
            Verwerfen
          </Button>
          <span className="muted keys-hint">Enter: nächste Zeile · Strg+Enter: buchen</span>
        </div>
      </Form>
    </Page>
  )
}

const bodyOf = ({ kundeId, grund, tag, lines }: Values, id: string) => ({
  id,
  kunde_id: kundeId,
  positionen: positionsOf(lines),
  ...(grund.trim() && { grund }),
  // At noon, so that it is that day wherever the clock stands.
  ...(tag !== null && tag < today() && { erfasst_am: new Date(`${tag}T12:00`).toISOString() }),
})

/** The customer that the address names, on whose page one was before. */
function useWanted(id: string, chosen: string, found: (kunde: { id: string; name: string }) => void): void {
  const { data } = useGet("/api/kunden/{id}", { path: { id } }, { enabled: id !== "" && id !== chosen })
  const handled = useRef("")
  useEffect(() => {
    if (!data || handled.current === data.id) return
    handled.current = data.id
    found(data)
  })
}
