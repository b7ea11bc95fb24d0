import { type ReactNode, useRef } from "react"
import { klaerungsfelder } from "../../../../lib/felder/klaerung.ts"
import { bookedInWords } from "../../../../lib/gebucht.ts"
import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { KeysHint } from "../../ui/parts/form-buttons.tsx"
import { TextField } from "../../ui/fields/field.tsx"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { type Doubt, useDoubt } from "../../ui/forms/use-doubt.tsx"
import { doubtOfLines } from "../../ui/lines/doubt-of-lines.ts"
import { isNamed, type Line, lineOf, requirePieces } from "../../ui/lines/lines.ts"
import { LinesEditor } from "../../ui/lines/lines-editor.tsx"
import { useLinesFocus } from "../../ui/lines/rows.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { BETWEEN, keptTogether } from "../../ui/values/contents.ts"
import { moment, pieces } from "../../ui/values/format.ts"
import type { Booked, Klaerung } from "./words.ts"
import { FigureHead } from "../../ui/parts/figure-head.tsx"

type Values = { lines: Line[]; entscheidung: string }
type Props = {
  klaerung: Klaerung
  onClose: () => void
  onDiscard: () => void
  /** What else the driver has said, shown below the lines. */
  children: ReactNode
}

/** Books what was refused, with the driver's numbers or corrected ones. */
export function Book({ klaerung, onClose, onDiscard, children }: Props) {
  const { id, kunde_id, art, angaben } = klaerung
  const focus = useLinesFocus()
  const initial = {
    lines: angaben.positionen.map((one) => lineOf(one, one.ist_ausgabe, one.ist_ruecknahme)),
    entscheidung: "",
  }
  const isFailure = art === "fehlschlag"
  const isBooked = kunde_id !== null && !isFailure
  /** Number of the delivery's latest booking that was shown: the service refuses if there is a later one. */
  const seen = useRef<number>(undefined)
  const form = useForm<Values, Klaerung>({
    draft: `klaerungen/${id}/buchen`,
    initial,
    save: async ({ lines, entscheidung }) => {
      requirePieces(lines)
      const isChanged = JSON.stringify(lines) !== JSON.stringify(initial.lines)
      return call("post", "/api/klaerungen/{id}/buchen", {
        path: { id },
        body: {
          ...(isChanged && { positionen: positionsOf(lines, angaben.positionen) }),
          ...(seen.current !== undefined && { zusaetzlich_zu: seen.current }),
          ...(entscheidung.trim() && { entscheidung }),
        },
      })
    },
    saved: () => {
      toast(isBooked ? "Gebucht" : isFailure ? "Als nicht zugestellt festgehalten" : "Zählung festgehalten")
    },
    leave: onClose,
  })
  const { form: asking, asked } = useDoubt(
    form,
    isBooked
      ? async ({ lines }) => {
          const booked = await askBooked(id)
          seen.current = booked?.lfd_nr
          const unusual = await doubtOfLines({ kundeId: kunde_id, lines, tag: null, focus })
          return booked ? onTop(booked, lines, unusual) : unusual
        }
      : undefined,
  )
  return (
    <Form form={asking} label="Nachholen" books>
      {isBooked && (
        <section className="stack" aria-label="Gemeldet">
          <h3>Gemeldet</h3>
          <LinesEditor focus={focus} kundeId={kunde_id} form={form} />
        </section>
      )}
      {klaerung.schon_gebucht && <AlreadyBooked booked={klaerung.schon_gebucht} />}
      {children}
      <TextField
        label="Bemerkung zur Entscheidung"
        maxLength={klaerungsfelder.entscheidung.max}
        {...form.field("entscheidung")}
      />
      <p className="muted">
        {kunde_id === null
          ? "Die Zählung steht dann unter Feierabend, neben dem, was auf dem Wagen sein müsste. Gebucht wird damit nichts."
          : isFailure
            ? "Ist die Lieferung noch geplant oder unterwegs, gilt sie dann als nicht zugestellt."
            : "Ist die Lieferung noch geplant oder unterwegs, gilt sie damit als zugestellt. Sonst kommt die Buchung zu ihr dazu."}
      </p>
      <div className="buttons">
        <Button type="submit" look="primary" icon="check" isPending={asking.busy}>
          {isBooked ? "Buchen" : "Festhalten"}
        </Button>
        <Button look="bad" onPress={onDiscard}>
          Meldung verwerfen …
        </Button>
        <KeysHint does="buchen" />
      </div>
      {asked}
    </Form>
  )
}

/** @returns what is booked of the delivery now, which may be more than when this was opened */
const askBooked = (id: string): Promise<Booked | null> =>
  call("get", "/api/klaerungen/{id}", { path: { id } }).then(({ schon_gebucht }) => schon_gebucht)

/** @returns the question whether this comes on top of what is booked, together with what else is unusual */
const onTop = (booked: Booked, lines: Line[], unusual: Doubt | undefined): Doubt => ({
  title: "Zu dieser Lieferung ist schon gebucht",
  question: [
    `Gebucht am ${moment(booked.gebucht_am)}: ${keptTogether(bookedInWords(booked.positionen).join(BETWEEN))}.`,
    `Dazu kommt jetzt: ${keptTogether(bookedInWords(lines.map(countedOf)).join(BETWEEN)) || "nichts"}.`,
    "Ist es dasselbe, bitte die Meldung verwerfen: Sonst wäre es zweimal gebucht.",
    ...(unusual?.question ?? []),
  ],
  action: "Zusätzlich buchen",
  ...(unusual?.goTo && { goTo: unusual.goTo }),
})

const countedOf = ({ bezeichnung, out, back }: Line) => ({
  bezeichnung,
  ausgabe: out ?? 0,
  ruecknahme: back ?? 0,
})

type Given = Klaerung["angaben"]["positionen"][number]

/** Keeps the driver's remarks on a returned device. */
const positionsOf = (lines: Line[], given: Given[]) =>
  lines.filter(isNamed).map(({ id, isDevice, out, back }) => {
    const { zustand, bemerkung } = given.find(({ geraet_id }) => geraet_id === id) ?? {}
    return {
      ...(isDevice ? { geraet_id: id } : { pfandartikel_id: id }),
      ist_ausgabe: out ?? 0,
      ist_ruecknahme: back ?? 0,
      ...(isDevice && back && zustand && { zustand: zustand as "in_ordnung" | "beschaedigt" }),
      ...(isDevice && back && bemerkung && { bemerkung }),
    }
  })

/** The delivery's bookings, for comparison with what the driver says: nothing is to be booked twice. */
const AlreadyBooked = ({ booked: { gebucht_am, positionen } }: { booked: Booked }) => (
  <section className="stack" aria-label="Schon gebucht">
    <p className="remark">
      Zu dieser Lieferung ist schon gebucht, zuletzt am {moment(gebucht_am)}. Ist die Meldung dasselbe, bitte
      verwerfen: Sonst wäre es zweimal gebucht.
    </p>
    <table className="plain-table">
      <FigureHead name="Schon gebucht" figures={["Hin", "Zurück"]} />
      <tbody>
        {positionen.map(({ pfandartikel_id, geraet_id, bezeichnung, nummer, ausgabe, ruecknahme }) => (
          <tr key={pfandartikel_id ?? geraet_id}>
            <th scope="row">
              {bezeichnung} <span className="muted">{nummer}</span>
            </th>
            <td className="figures">{pieces(ausgabe)}</td>
            <td className="figures">{pieces(ruecknahme)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
