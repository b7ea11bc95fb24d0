import { MOST_IN_YARD } from "../../../../lib/figures.ts"
import { useEffect, useRef, useState } from "react"
import { useAccount } from "../../ui/session/account.tsx"
import { type Answer, call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Button } from "../../ui/parts/button.tsx"
import { CountField, TextField } from "../../ui/fields/field.tsx"
import { FigureHead } from "../../ui/parts/figure-head.tsx"
import { Form, type FormState, useForm } from "../../ui/forms/form.tsx"
import { moment, pieces, plural } from "../../ui/values/format.ts"
import { useList } from "../../ui/state/list.ts"
import { refresh, useGet } from "../../ui/state/query.ts"
import { useKeysForNext } from "../../ui/keys/keys-ahead.ts"
import type { Thing } from "../../ui/state/thing.ts"
import { ThingSelect } from "../../ui/fields/thing-select.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { type Line, lineDraft } from "./open-line.ts"
import { Rest } from "./rest.tsx"
import { unitsInWords, unitsOf } from "../../ui/values/units.ts"

export type Inventur = Answer<"get", "/api/inventuren/{id}">
type Counted = Answer<"get", "/api/inventuren/{id}/gezaehlt">

const person = (name: string | null): string => name ?? "Betreiber"

/** Everybody's lines and their sums; how much is expected is shown to nobody who does not ask for it. */
export function Counting({ inventur }: { inventur: Inventur }) {
  const { id } = inventur
  const { data, error } = useGet("/api/inventuren/{id}/gezaehlt", { path: { id } }, { watch: true })
  return (
    <div className="record">
      <div className="record-main">
        <Enter id={id} />
        {error && <p role="alert">{messageOf(error)}</p>}
        {data && <Sums gezaehlt={data} />}
        <Rest id={id} />
      </div>
      <aside className="record-side" aria-label="Wer zählt">
        <h2>Wer zählt</h2>
        {data?.personen.length === 0 && (
          <p className="muted">
            Noch niemand. Fahrer und Kollegen finden die Inventur am Telefon unter „Hof zählen“.
          </p>
        )}
        <ul className="counters">
          {data?.personen.map((one) => (
            <li key={one.gezaehlt_von}>
              <strong>{person(one.gezaehlt_von_name)}</strong>
              <span>
                {pieces(one.stueck)} Stück{one.geraete > 0 && `, ${plural(one.geraete, "Gerät", "Geräte")}`}
              </span>
              <span className="muted">zuletzt {moment(one.zuletzt_am)}</span>
            </li>
          ))}
        </ul>
        <Mine id={id} />
      </aside>
    </div>
  )
}

/** One line after the other, by keyboard or with a scanner that types. */
function Enter({ id }: { id: string }) {
  const section = useRef<HTMLElement>(null)
  const before = useRef<Thing>(null)
  const offer = useOffer()
  // Of the line that was counted last: the next one is mostly there, too.
  const [place, setPlace] = useState("")
  const form = useForm<Line, unknown>({
    draft: lineDraft(id),
    initial: { thing: null, menge: null, ort: place },
    save: ({ thing, menge, ort }, line) =>
      call("post", "/api/inventuren/{id}/zaehlungen", {
        path: { id },
        body: {
          id: line,
          ...(ort.trim() && { ort }),
          positionen: [
            thing?.isDevice
              ? { geraet_id: thing.id, menge: 1 }
              : { pfandartikel_id: thing?.id ?? "", menge: menge ?? 0 },
          ],
        },
      }),
    saved: (_, { thing, ort }, goesOn) => {
      void refresh("/api/inventuren")
      toast(`${thing?.bezeichnung} ist gezählt`)
      if (!goesOn) form.reset({ thing: null, menge: null, ort })
      setPlace(ort)
    },
  })
  useKeysForNext(form.busy)
  const { thing } = form.values
  useEffect(() => {
    // Ready for the next line, without the mouse.
    if (before.current && !thing) section.current?.querySelector("input")?.focus()
    before.current = thing
  }, [thing])
  const choose = (found: Thing): void => {
    // Another line would be overwritten by the one that was given up.
    offer.withdraw()
    form.set({ thing: found })
  }
  const giveUp = (): void => {
    // A line that is on its way may be counted already.
    if (form.busy) return
    const given = form.values
    form.reset()
    if (given.menge !== null) offer.make(() => form.set(given))
  }
  return (
    <section aria-label="Zählen" ref={section}>
      {thing ? (
        <LineForm form={form} thing={thing} giveUp={giveUp} />
      ) : (
        <ThingSelect onFind={choose} autoFocus />
      )}
    </section>
  )
}

/** Offers to bring a line back that was given up, as long as no other one stands in its place. */
function useOffer(): { make: (restore: () => void) => void; withdraw: () => void } {
  const withdraw = useRef<() => void>(undefined)
  useEffect(() => () => withdraw.current?.(), [])
  return {
    make: (run) => {
      const action = { label: "Wiederherstellen", run }
      withdraw.current = toast("Verworfen, nichts davon ist gezählt", { action })
    },
    withdraw: () => withdraw.current?.(),
  }
}

type LineProps = { form: FormState<Line>; thing: Thing; giveUp: () => void }

function LineForm({ form, thing, giveUp }: LineProps) {
  return (
    <Form form={form} label="Zählen" className="form count-line">
      <p>
        <strong>{thing.bezeichnung}</strong>{" "}
        <span className="muted">
          {thing.isDevice ? "Gerät " : ""}
          {thing.nummer}
        </span>
      </p>
      {thing.teile && <p className="muted">{`1 × ${thing.bezeichnung} zählt als ${thing.teile}`}</p>}
      <div className="pair">
        {!thing.isDevice && (
          <CountField
            label={unitsInWords[thing.einheit ?? "stueck"]}
            hint="Kommt zu dem dazu, was schon gezählt ist"
            min={0}
            max={MOST_IN_YARD}
            {...form.field("menge")}
            isRequired
            autoFocus
          />
        )}
        <TextField label="Wo" hint="Etwa Halle 2" maxLength={60} {...form.field("ort")} />
      </div>
      <div className="buttons">
        <Button type="submit" look="primary" isPending={form.busy}>
          Zählen
        </Button>
        <Button look="quiet" onPress={giveUp}>
          Abbrechen
        </Button>
      </div>
    </Form>
  )
}

function Sums({ gezaehlt: { artikel, geraete } }: { gezaehlt: Counted }) {
  return (
    <section aria-labelledby="summen">
      <h2 id="summen">Bisher gezählt</h2>
      {artikel.length === 0 && geraete === 0 && <p className="muted">Noch nichts.</p>}
      {artikel.length > 0 && (
        <table className="plain-table">
          <FigureHead name="Artikel" figures={["Von wem", "Gezählt"]} />
          <tbody>
            {artikel.map(({ pfandartikel_id, nummer, bezeichnung, einheit, menge, personen }) => (
              <tr key={pfandartikel_id}>
                <th scope="row">
                  {bezeichnung} <span className="muted">{nummer}</span>
                </th>
                <td className="figures muted">
                  {personen.map((one) => `${person(one.gezaehlt_von_name)} ${pieces(one.menge)}`).join(", ")}
                </td>
                <td className="figures">
                  <strong>{unitsOf(menge, einheit)}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {geraete > 0 && <p>{plural(geraete, "Gerät ist gefunden.", "Geräte sind gefunden.")}</p>}
    </section>
  )
}

/** One's own last lines, which can be taken back. */
function Mine({ id }: { id: string }) {
  const own = useAccount().id
  const { items } = useList("/api/inventuren/{id}/zaehlungen", {
    path: { id },
    query: { gezaehlt_von: own, limit: 10 },
  })
  const { run } = useAction("/api/inventuren")
  const remove = (erfassung_id: string): void =>
    run(() =>
      call("delete", "/api/inventuren/{id}/zaehlungen/{erfassung_id}", { path: { id, erfassung_id } }),
    )
  if (items.length === 0) return null
  return (
    <>
      <h2>Meine letzten Zeilen</h2>
      <ul className="counters">
        {items.map((one) => (
          <li key={one.id}>
            <span>
              <strong className="figures">{pieces(one.menge)}</strong> {one.bezeichnung}
            </span>
            <span className="muted">
              {moment(one.erfasst_am)}
              {one.ort && `, ${one.ort}`}
            </span>
            <Button
              look="quiet"
              label={`${one.bezeichnung} zurücknehmen`}
              onPress={() => remove(one.erfassung_id)}
            >
              Zurücknehmen
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
