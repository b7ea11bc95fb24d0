import { useState } from "react"
import type { Input } from "../api/call.ts"
import { Panel } from "../dialogs/dialog.tsx"
import type { Fault } from "../api/fault.ts"
import { Faults, type Faulty } from "../fields/faults.tsx"
import { Choice, CountField, TextField } from "../fields/field.tsx"
import { FileButton } from "../parts/file-button.tsx"
import { plural } from "../values/format.ts"

type Path = "/api/geraete/etiketten.pdf" | "/api/pfandartikel/etiketten.pdf"
type Query = NonNullable<Input<"get", Path>["query"]>

const forms = [
  { id: "4x12", label: "Bogen A4, 4 × 12 (45,7 × 21,2 mm)" },
  { id: "3x8", label: "Bogen A4, 3 × 8 (63,5 × 33,9 mm)" },
  { id: "eigen", label: "Bogen A4, eigene Maße" },
  { id: "rolle24", label: "Rolle 24 mm (50 × 24 mm)" },
  { id: "rolle62", label: "Rolle 62 mm (62 × 29 mm)" },
] as const satisfies readonly { id: NonNullable<Query["form"]>; label: string }[]

type Field = {
  label: string
  /** Least and largest value in mm. */
  from: number
  to: number
  /** Initial text. Empty margins mean: in the middle. */
  typed: string
  hint?: string
  isRequired?: true
}

/** Measures in mm. */
const measures = {
  versatz_x: { label: "Nach rechts", from: -10, to: 10, typed: "0", hint: "Wenn der Druck verrutscht ist" },
  versatz_y: { label: "Nach unten", from: -10, to: 10, typed: "0", hint: "Mit Minus: nach oben" },
  breite: { label: "Breite", from: 15, to: 210, typed: "70", isRequired: true },
  hoehe: { label: "Höhe", from: 8, to: 297, typed: "36", isRequired: true },
  zwischen_x: { label: "Abstand nebeneinander", from: 0, to: 50, typed: "0" },
  zwischen_y: { label: "Abstand untereinander", from: 0, to: 50, typed: "0" },
  links: { label: "Rand links", from: 0, to: 100, typed: "", hint: "Leer: in der Mitte" },
  oben: { label: "Rand oben", from: 0, to: 100, typed: "" },
} satisfies Record<string, Field>
type Measure = keyof typeof measures
type Pair = readonly [Measure, Measure]

const SHIFT: Pair = ["versatz_x", "versatz_y"]
/** Measures of a sheet that is not among the known ones. */
const OWN: readonly Pair[] = [
  ["breite", "hoehe"],
  ["zwischen_x", "zwischen_y"],
  ["links", "oben"],
]
const START = Object.fromEntries(
  Object.entries(measures).map(([name, { typed }]) => [name, typed]),
) as Record<Measure, string>
const names: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(measures).map(([name, { label }]) => [name, label])),
  spalten: "Spalten",
  zeilen: "Zeilen",
  start: "Erster freier Platz",
}

/** `45,7` or `45.7 mm` → 457. @returns tenths of a millimetre; undefined for empty text, NaN for anything else */
function readTenths(text: string): number | undefined {
  if (text.trim() === "") return undefined
  const [, sign = "", whole = "", tenth = "0"] =
    /^\s*([-−]?)(\d{1,3})(?:[.,](\d)0*)?\s*(?:mm)?\s*$/.exec(text) ?? []
  if (whole === "") return Number.NaN
  return (sign === "" ? 1 : -1) * (Number(whole) * 10 + Number(tenth))
}

/** @returns what is wrong with a typed measure */
function faultIn({ from, to, isRequired }: Field, text: string): string | undefined {
  const tenths = readTenths(text)
  if (tenths === undefined) return isRequired ? "fehlt" : undefined
  if (Number.isNaN(tenths)) return "Bitte ein Maß in mm, höchstens eine Stelle nach dem Komma"
  return tenths < 10 * from || tenths > 10 * to ? `Bitte ein Maß von ${from} bis ${to} mm` : undefined
}

type Props = {
  path: Path
  /** Filters of the list, as the service has them. */
  filters: object
  count: number | undefined
  /** Only for the ticked rows. */
  isChosen?: boolean
  onClose: () => void
}

/** State of the form for a sheet or roll: fields, values to send, and faults. */
function usePaper(filters: Props["filters"]) {
  const [form, setForm] = useState<(typeof forms)[number]["id"]>("4x12")
  const [texts, setTexts] = useState(START)
  const [counts, setCounts] = useState<Record<"start" | "spalten" | "zeilen", number | null>>({
    start: 1,
    spalten: 3,
    zeilen: 8,
  })
  const { start, ...grid } = counts
  const isRoll = form.startsWith("rolle")
  const isOwn = form === "eigen"
  const asked = isOwn ? [...SHIFT, ...OWN.flat()] : SHIFT
  const query = {
    ...filters,
    form,
    ...Object.fromEntries(asked.map((name) => [name, readTenths(texts[name])])),
    ...(isOwn && grid),
    ...(!isRoll && { start: start ?? 1 }),
  }
  // Faults of the service only count as long as the values are those that were sent.
  const key = JSON.stringify(query)
  const [told, setTold] = useState<{ key: string; faults: Faulty }>()
  const found = asked.map((name) => [name, faultIn(measures[name], texts[name])] as const)
  const faults: Faulty = {
    ...(told?.key === key && told.faults),
    ...Object.fromEntries(found.filter((one): one is [Measure, string] => one[1] !== undefined)),
  }
  const unread = Object.entries(query).filter(([, value]) => Number.isNaN(value) || value === null)
  const wrong = new Set([...Object.keys(faults), ...unread.map(([name]) => name)])
  const show = (faulty: Fault[]): boolean => {
    if (faulty.some(({ path: name }) => !(name in names))) return false
    setTold({ key, faults: Object.fromEntries(faulty.map(({ path: name, msg }) => [name, msg])) })
    return true
  }
  const count = (name: keyof typeof counts) => ({
    name,
    label: names[name] ?? "",
    min: 1,
    value: counts[name],
    onChange: (value: number | null) => setCounts({ ...counts, [name]: value }),
  })
  const pair = (both: Pair) => (
    <div className="pair" key={both[0]}>
      {both.map((name) => (
        <TextField
          key={name}
          name={name}
          label={`${measures[name].label} in mm`}
          hint={(measures[name] as Field).hint}
          inputMode="decimal"
          value={texts[name]}
          onChange={(text) => setTexts({ ...texts, [name]: text })}
        />
      ))}
    </div>
  )
  return { query, faults, wrong, show, form, setForm, isOwn, isRoll, count, pair }
}

/** Prints labels, as a PDF, for all rows of a list, or for the ticked ones. */
export function Etiketten({ path, filters, count, isChosen, onClose }: Props) {
  const { query, faults, wrong, show, ...paper } = usePaper(filters)
  return (
    <Panel title="Etiketten drucken" onClose={onClose}>
      <div className="stack">
        <p role="status">
          {count === undefined
            ? ""
            : `${plural(count, "Etikett", "Etiketten")}: ${isChosen ? "die Gewählten" : "alles, was die Liste zeigt"}.`}
        </p>
        <div className="form">
          <Faults value={faults}>
            <Choice label="Papier" value={paper.form} onChange={paper.setForm} options={forms} />
            {paper.isOwn && (
              <>
                <div className="pair">
                  <CountField {...paper.count("spalten")} max={20} />
                  <CountField {...paper.count("zeilen")} max={50} />
                </div>
                {OWN.map(paper.pair)}
              </>
            )}
            {!paper.isRoll && (
              <CountField
                {...paper.count("start")}
                hint="Auf einem angebrochenen Bogen; gezählt wird zeilenweise"
                max={500}
                unread={Number.NaN}
              />
            )}
            {paper.pair(SHIFT)}
          </Faults>
        </div>
        <p>
          <FileButton
            path={path}
            input={{ query: query as Query }}
            look="primary"
            isDisabled={wrong.size > 0 || count === 0}
            onFaults={show}
          >
            Etiketten als PDF
          </FileButton>
        </p>
        <p role="status" className="bad">
          {count === 0
            ? "Die Liste ist leer: es gibt nichts zu drucken."
            : wrong.size > 0 &&
              `Noch nicht zu drucken: bitte ${[...wrong].map((name) => names[name]).join(", ")} berichtigen.`}
        </p>
        <p className="muted">Beim Drucken „Tatsächliche Größe“ wählen, nicht „Anpassen“.</p>
      </div>
    </Panel>
  )
}
