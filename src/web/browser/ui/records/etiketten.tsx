import { useState } from "react"
import type { Input } from "../api/call.ts"
import { Panel } from "../dialogs/dialog.tsx"
import type { Fault } from "../api/fault.ts"
import { Faults, type Faulty } from "../fields/faults.tsx"
import { Choice, CountField, TextField } from "../fields/field.tsx"
import { FileButton } from "../parts/file-button.tsx"
import { pieces } from "../values/format.ts"

type Path = "/api/geraete/etiketten.pdf" | "/api/pfandartikel/etiketten.pdf"
type Query = NonNullable<Input<"get", Path>["query"]>

const forms = [
  { id: "4x12", label: "Bogen A4, 4 × 12 (45,7 × 21,2 mm)" },
  { id: "3x8", label: "Bogen A4, 3 × 8 (63,5 × 33,9 mm)" },
  { id: "eigen", label: "Bogen A4, eigene Maße" },
  { id: "rolle24", label: "Rolle 24 mm (50 × 24 mm)" },
  { id: "rolle62", label: "Rolle 62 mm (62 × 29 mm)" },
] as const satisfies readonly { id: NonNullable<Query["form"]>; label: string }[]

/** Typed measures in mm. Empty margins: in the middle. */
const OWN = { breite: "70", hoehe: "36", zwischen_x: "0", zwischen_y: "0", links: "", oben: "" }
const SHIFT = { versatz_x: "0", versatz_y: "0" }
type Measure = keyof typeof OWN | keyof typeof SHIFT

/** Measures with their least and their largest value in mm. */
const measures: Record<Measure, { label: string; from: number; to: number; required?: true }> = {
  breite: { label: "Breite", from: 15, to: 210, required: true },
  hoehe: { label: "Höhe", from: 8, to: 297, required: true },
  zwischen_x: { label: "Abstand nebeneinander", from: 0, to: 50 },
  zwischen_y: { label: "Abstand untereinander", from: 0, to: 50 },
  links: { label: "Rand links", from: 0, to: 100 },
  oben: { label: "Rand oben", from: 0, to: 100 },
  versatz_x: { label: "Nach rechts", from: -10, to: 10 },
  versatz_y: { label: "Nach unten", from: -10, to: 10 },
}
const names: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(measures).map(([name, { label }]) => [name, label])),
  spalten: "Spalten",
  zeilen: "Zeilen",
  start: "Erster freier Platz",
}

/** `45,7` or `45.7 mm` → 457; empty: undefined. @returns NaN for what is no such measure */
function readTenths(text: string): number | undefined {
  if (text.trim() === "") return undefined
  const [, sign = "", whole = "", tenth = "0"] =
    /^\s*([-−]?)(\d{1,3})(?:[.,](\d)0*)?\s*(?:mm)?\s*$/.exec(text) ?? []
  if (whole === "") return Number.NaN
  return (sign === "" ? 1 : -1) * (Number(whole) * 10 + Number(tenth))
}

/** @returns what is wrong with a typed measure */
function faultIn(name: Measure, text: string): string | undefined {
  const { from, to, required } = measures[name]
  const tenths = readTenths(text)
  if (tenths === undefined) return required ? "fehlt" : undefined
  if (Number.isNaN(tenths)) return "Bitte ein Maß in mm, höchstens eine Stelle nach dem Komma"
  return tenths < 10 * from || tenths > 10 * to ? `Bitte ein Maß von ${from} bis ${to} mm` : undefined
}

const faultsIn = (texts: Partial<Record<Measure, string>>): Faulty =>
  Object.fromEntries(
    (Object.entries(texts) as [Measure, string][]).flatMap(([name, text]) => {
      const fault = faultIn(name, text)
      return fault === undefined ? [] : [[name, fault]]
    }),
  )

type MmProps = { name: Measure; value: string; onChange: (value: string) => void; hint?: string }
const Mm = (props: MmProps) => (
  <TextField {...props} label={`${measures[props.name].label} in mm`} inputMode="decimal" />
)

const pairs = [
  ["breite", "hoehe"],
  ["zwischen_x", "zwischen_y"],
  ["links", "oben"],
] as const
type Grid = { spalten: number | null; zeilen: number | null }
type OwnProps = {
  grid: Grid
  onGrid: (grid: Grid) => void
  own: typeof OWN
  onOwn: (own: typeof OWN) => void
}

/** A sheet that is none of the known ones. */
const OwnSheet = ({ grid, onGrid, own, onOwn }: OwnProps) => (
  <>
    <div className="pair">
      <CountField
        label="Spalten"
        name="spalten"
        min={1}
        max={20}
        value={grid.spalten}
        onChange={(spalten) => onGrid({ ...grid, spalten })}
      />
      <CountField
        label="Zeilen"
        name="zeilen"
        min={1}
        max={50}
        value={grid.zeilen}
        onChange={(zeilen) => onGrid({ ...grid, zeilen })}
      />
    </div>
    {pairs.map((pair) => (
      <div className="pair" key={pair[0]}>
        {pair.map((name) => (
          <Mm
            key={name}
            name={name}
            value={own[name]}
            onChange={(text) => onOwn({ ...own, [name]: text })}
            {...(name === "links" && { hint: "Leer: in der Mitte" })}
          />
        ))}
      </div>
    ))}
  </>
)

type Props = {
  path: Path
  /** Filters of the list. */
  filters: Omit<Query, "form" | "start" | "versatz_x" | "versatz_y" | keyof typeof OWN | "spalten" | "zeilen">
  count: number | undefined
  onClose: () => void
}

/** Labels for everything that a list shows now, as a file for the printer. */
export function Etiketten({ path, filters, count, onClose }: Props) {
  const [form, setForm] = useState<(typeof forms)[number]["id"]>("4x12")
  const [start, setStart] = useState<number | null>(1)
  const [shift, setShift] = useState(SHIFT)
  const [grid, setGrid] = useState<Grid>({ spalten: 3, zeilen: 8 })
  const [own, setOwn] = useState(OWN)
  const isRoll = form.startsWith("rolle")
  const isOwn = form === "eigen"
  const tenths = (texts: Record<string, string>): Record<string, number | undefined> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, readTenths(text)]))
  const query = {
    ...filters,
    form,
    ...tenths(shift),
    ...(isOwn && { ...tenths(own), ...grid }),
    ...(!isRoll && { start: start ?? 1 }),
  }
  // Faults that the service found belong to the values that were sent.
  const key = JSON.stringify(query)
  const [told, setTold] = useState<{ key: string; faults: Faulty }>()
  const faults = {
    ...(told?.key === key && told.faults),
    ...faultsIn({ ...shift, ...(isOwn && own) }),
  }
  const unread = Object.entries(query).filter(([, value]) => Number.isNaN(value) || value === null)
  const wrong = new Set([...Object.keys(faults), ...unread.map(([name]) => name)])
  const show = (found: Fault[]): boolean => {
    if (found.some(({ path: name }) => !(name in names))) return false
    setTold({ key, faults: Object.fromEntries(found.map(({ path: name, msg }) => [name, msg])) })
    return true
  }
  return (
    <Panel title="Etiketten drucken" onClose={onClose}>
      <div className="stack">
        <p role="status">
          {count === undefined
            ? ""
            : `${pieces(count)} ${count === 1 ? "Etikett" : "Etiketten"}: alles, was die Liste zeigt.`}
        </p>
        <div className="form">
          <Faults value={faults}>
            <Choice label="Papier" value={form} onChange={setForm} options={forms} />
            {isOwn && <OwnSheet grid={grid} onGrid={setGrid} own={own} onOwn={setOwn} />}
            {!isRoll && (
              <CountField
                label="Erster freier Platz"
                name="start"
                hint="Auf einem angebrochenen Bogen; gezählt wird zeilenweise"
                min={1}
                max={500}
                value={start}
                onChange={setStart}
                unread={Number.NaN}
              />
            )}
            <div className="pair">
              <Mm
                name="versatz_x"
                value={shift.versatz_x}
                onChange={(versatz_x) => setShift({ ...shift, versatz_x })}
                hint="Wenn der Druck verrutscht ist"
              />
              <Mm
                name="versatz_y"
                value={shift.versatz_y}
                onChange={(versatz_y) => setShift({ ...shift, versatz_y })}
                hint="Mit Minus: nach oben"
              />
            </div>
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
