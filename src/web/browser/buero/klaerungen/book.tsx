import { klaerungsfelder } from "../../../../lib/felder/klaerung.ts"
import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { KeysHint } from "../../ui/parts/keys-hint.tsx"
import { TextField } from "../../ui/fields/field.tsx"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { useDoubt } from "../../ui/forms/use-doubt.tsx"
import { doubtOfLines } from "../../ui/lines/doubt-of-lines.ts"
import { isNamed, type Line, lineOf, requirePieces } from "../../ui/lines/lines.ts"
import { LinesEditor } from "../../ui/lines/lines-editor.tsx"
import { useLinesFocus } from "../../ui/lines/rows.ts"
import { useGet } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import type { Klaerung } from "./words.ts"
import { refreshBooked } from "../../ui/lines/refresh-booked.ts"

type Values = { lines: Line[]; entscheidung: string }
type Props = { klaerung: Klaerung; onClose: () => void; onDiscard: () => void }

/** Makes up for what was refused, with the numbers of the driver or better ones. */
export function Book({ klaerung, onClose, onDiscard }: Props) {
  const { id, kunde_id, lieferung_id, art, angaben } = klaerung
  const focus = useLinesFocus()
  const initial = {
    lines: angaben.positionen.map((one) => lineOf(one, one.ist_ausgabe, one.ist_ruecknahme)),
    entscheidung: "",
  }
  const isFailure = art === "fehlschlag"
  const isBooked = kunde_id !== null && !isFailure
  const lieferung = useGet(
    "/api/lieferungen/{id}",
    { path: { id: lieferung_id ?? "" } },
    { enabled: isBooked && lieferung_id !== null, watch: true },
  ).data
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
          ...(entscheidung.trim() && { entscheidung }),
        },
      })
    },
    saved: () => {
      void refreshBooked()
      toast(isBooked ? "Gebucht" : isFailure ? "Als nicht zugestellt festgehalten" : "Zählung festgehalten")
      onClose()
    },
  })
  const { form: asking, asked } = useDoubt(
    form,
    isBooked ? ({ lines }) => doubtOfLines({ kundeId: kunde_id, lines, tag: null, focus }) : undefined,
  )
  return (
    <Form form={asking} label="Nachholen" books>
      {isBooked && <LinesEditor focus={focus} kundeId={kunde_id} form={form} />}
      <TextField
        label="Bemerkung zur Entscheidung"
        maxLength={klaerungsfelder.entscheidung.max}
        {...form.field("entscheidung")}
      />
      {isBooked && lieferung?.status === "zugestellt" && (
        <p className="remark">
          Die Lieferung ist schon zugestellt, und was dabei war, ist gebucht. Was hier steht, kommt mit
          „Buchen“ dazu: Bitte vorher bei der Lieferung nachsehen.
        </p>
      )}
      <p className="muted">
        {kunde_id === null
          ? "Die Zählung steht dann unter Feierabend, neben dem, was auf dem Wagen sein müsste. Gebucht wird damit nichts."
          : isFailure
            ? "Steht die Lieferung noch aus, gilt sie dann als nicht zugestellt."
            : "Steht die Lieferung noch aus, wird sie damit abgeschlossen; sonst wird im Pfandbuch zu ihr gebucht."}
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
