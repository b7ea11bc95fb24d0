import { useState } from "react"
import { stoppsInWords } from "../../../../lib/feierabend.ts"
import { MOST_IN_YARD } from "../../../../lib/figures.ts"
import { type Answer, call } from "../../ui/api/call.ts"
import { faultBefore, messageOf } from "../../ui/api/fault.ts"
import { Panel } from "../../ui/dialogs/dialog.tsx"
import { CountField, PrintedField } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { type Doubt, useDoubt } from "../../ui/forms/use-doubt.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { useGet } from "../../ui/state/query.ts"
import { date, pieces } from "../../ui/values/format.ts"

/** Kinds of what is on a truck in the evening. */
export const kinds = [
  ["leergut", "Leergut und Geräte zurück"],
  ["ware", "Nicht zugestellte Ware"],
] as const

export type Truck = { datum: string; fahrer_id: string; fahrer_name: string }
type Expected = Answer<"get", "/api/feierabend/erwartet">
type Line = Expected["positionen"][number]
type Counted = Line & { gezaehlt: number }

const titleOf = ({ fahrer_name, datum }: Truck): string => `Wagen von ${fahrer_name} am ${date(datum)}`

const keyOf = ({ art, pfandartikel_id, geraet_id }: Line): string => `${art} ${pfandartikel_id ?? geraet_id}`

const NOTHING: Counted[] = []

type Props = {
  truck: Truck
  /** What was counted the last time. */
  before?: Counted[]
  onClose: () => void
}

/** Panel in which the office counts for a driver, or counts again. */
export function CountHere(props: Props) {
  const { datum, fahrer_id } = props.truck
  const read = useGet("/api/feierabend/erwartet", { query: { datum, fahrer_id } })
  const { data, error, isFetching, isFetchedAfterMount } = read
  const [isNew, setNew] = useState(false)
  // The fields are fixed when the panel opens: by what was read the last time, an old count would stand in them.
  if (data && !isNew && !error && (isFetchedAfterMount || !isFetching)) setNew(true)
  if (data && isNew) return <CountPanel {...props} expected={data.positionen} />
  return (
    error && (
      <Panel title={titleOf(props.truck)} onClose={props.onClose}>
        <p role="alert">{messageOf(error)}</p>
      </Panel>
    )
  )
}

/** Lines that are expected now, and what was found besides. */
function linesOf(expected: Line[], before: Counted[]): Line[] {
  const known = new Set(expected.map(keyOf))
  const more = before.filter((one) => one.gezaehlt > 0 && !known.has(keyOf(one)))
  return [...expected, ...more.map((one) => ({ ...one, erwartet: 0 }))]
}

type Values = { gezaehlt: Record<string, number | null>; bemerkung: string }

/** @returns a filled field only for what was counted before and is still expected in the same number */
function initialOf(lines: Line[], before: Counted[]): Values {
  const counted = new Map(before.map((one) => [keyOf(one), one]))
  const gezaehlt = lines.map((line) => {
    const last = counted.get(keyOf(line))
    return [keyOf(line), last?.erwartet === line.erwartet ? last.gezaehlt : null] as const
  })
  return { gezaehlt: Object.fromEntries(gezaehlt), bemerkung: "" }
}

/** @returns a question that names the driver's open stops; undefined without any */
async function stillOut({ datum, fahrer_id }: Truck): Promise<Doubt | undefined> {
  const { offen } = await call("get", "/api/feierabend/erwartet", { query: { datum, fahrer_id } })
  const names = offen.map((one) =>
    one.datum === datum ? one.kunde_name : `${one.kunde_name} (vom ${date(one.datum)})`,
  )
  if (names.length === 0) return undefined
  return {
    title: "Schon zählen?",
    action: "Ja, jetzt zählen",
    cancel: "Noch nicht",
    look: "primary",
    question: [
      `Noch offen: ${stoppsInWords(names)}.`,
      "Was dort noch ab- oder aufgeladen wird, steht nicht in dieser Zählung.",
    ],
  }
}

function CountPanel({ truck, before = NOTHING, expected, onClose }: Props & { expected: Line[] }) {
  const { datum, fahrer_id, fahrer_name } = truck
  // Fixed when the panel opens: bookings made meanwhile must not move the fields.
  const [lines] = useState(() => linesOf(expected, before))
  const pathOf = (line: Line): string => `positionen[${lines.indexOf(line)}].gezaehlt`
  const form = useForm<Values, unknown>({
    draft: `feierabend/${datum}/${fahrer_id}`,
    initial: initialOf(lines, before),
    save: ({ gezaehlt, bemerkung }, id) => {
      const positionen = lines.map((line) => {
        const menge = gezaehlt[keyOf(line)]
        if (menge === null || menge === undefined) throw faultBefore(pathOf(line), "zählen, auch eine 0")
        const { art, pfandartikel_id, geraet_id } = line
        return {
          art,
          ...(pfandartikel_id ? { pfandartikel_id } : { geraet_id: geraet_id ?? "" }),
          gezaehlt: menge,
        }
      })
      const body = { id, datum, fahrer_id, ...(bemerkung && { bemerkung }), positionen }
      return call("post", "/api/feierabend", { body })
    },
    saved: () => {
      toast(`Der Wagen von ${fahrer_name} ist gezählt`)
    },
    leave: onClose,
  })
  const { gezaehlt } = form.values
  const isCounted = lines.every((line) => typeof gezaehlt[keyOf(line)] === "number")
  const { form: asking, asked } = useDoubt(form, () => (isCounted ? stillOut(truck) : undefined))
  return (
    <FormPanel title={titleOf(truck)} form={asking} action="Zählung speichern" onClose={onClose}>
      <p className="muted">
        Bitte eintragen, was auf dem Wagen steht, auch eine 0; was sonst noch darauf war, in die Bemerkung.
        Gebucht wird dadurch nichts.
      </p>
      {kinds.map(([art, title]) => {
        const some = lines.filter((one) => one.art === art)
        return (
          some.length > 0 && (
            <section key={art} className="stack" aria-label={title}>
              <h3>{title}</h3>
              {some.map((one) => (
                <CountField
                  key={keyOf(one)}
                  name={pathOf(one)}
                  label={`${one.bezeichnung} (erwartet ${pieces(one.erwartet)})`}
                  max={MOST_IN_YARD}
                  value={gezaehlt[keyOf(one)] ?? null}
                  onChange={(menge) =>
                    form.set({ gezaehlt: { ...gezaehlt, [keyOf(one)]: menge } }, [pathOf(one)])
                  }
                  isRequired
                />
              ))}
            </section>
          )
        )
      })}
      <PrintedField label="Bemerkung" lines={2} maxLength={2000} {...form.field("bemerkung")} />
      {asked}
    </FormPanel>
  )
}
