import { useState } from "react"
import type { Input } from "../api/call.ts"
import { Panel } from "../dialogs/dialog.tsx"
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
const labels: Record<keyof typeof OWN, string> = {
  breite: "Breite",
  hoehe: "Höhe",
  zwischen_x: "Abstand nebeneinander",
  zwischen_y: "Abstand untereinander",
  links: "Rand links",
  oben: "Rand oben",
}

/** `45,7` or `45.7 mm` → 457; empty: undefined. @returns NaN for what is no such measure */
function readTenths(text: string): number | undefined {
  if (text.trim() === "") return undefined
  const [, sign = "", whole = "", tenth = "0"] =
    /^\s*([-−]?)(\d{1,3})(?:[.,](\d)0*)?\s*(?:mm)?\s*$/.exec(text) ?? []
  if (whole === "") return Number.NaN
  return (sign === "" ? 1 : -1) * (Number(whole) * 10 + Number(tenth))
}

type MmProps = { label: string; value: string; onChange: (value: string) => void; hint?: string }
const Mm = ({ label, hint, ...props }: MmProps) => (
  <TextField
    {...props}
    label={`${label} in mm`}
    inputMode="decimal"
    hint={
      Number.isNaN(readTenths(props.value))
        ? "Bitte ein Maß in mm, höchstens eine Stelle nach dem Komma"
        : hint
    }
  />
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
        min={1}
        max={20}
        value={grid.spalten}
        onChange={(spalten) => onGrid({ ...grid, spalten })}
      />
      <CountField
        label="Zeilen"
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
            label={labels[name]}
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
  const [shift, setShift] = useState({ versatz_x: "0", versatz_y: "0" })
  const [grid, setGrid] = useState<Grid>({ spalten: 3, zeilen: 8 })
  const [own, setOwn] = useState(OWN)
  const tenths = (texts: Record<string, string>): Record<string, number | undefined> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, readTenths(text)]))
  const isRoll = form.startsWith("rolle")
  const measures = form === "eigen" ? { ...tenths(own), ...grid } : {}
  const query = { ...filters, form, ...tenths(shift), ...measures, ...(!isRoll && { start: start ?? 1 }) }
  const isWrong = Object.values(query).some((value) => Number.isNaN(value) || value === null)
  return (
    <Panel title="Etiketten drucken" onClose={onClose}>
      <div className="stack">
        <p role="status">
          {count === undefined
            ? ""
            : `${pieces(count)} ${count === 1 ? "Etikett" : "Etiketten"}: alles, was die Liste zeigt.`}
        </p>
        <div className="form">
          <Choice label="Papier" value={form} onChange={setForm} options={forms} />
          {form === "eigen" && <OwnSheet grid={grid} onGrid={setGrid} own={own} onOwn={setOwn} />}
          {!isRoll && (
            <CountField
              label="Erster freier Platz"
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
              label="Nach rechts"
              value={shift.versatz_x}
              onChange={(versatz_x) => setShift({ ...shift, versatz_x })}
              hint="Wenn der Drucker daneben liegt"
            />
            <Mm
              label="Nach unten"
              value={shift.versatz_y}
              onChange={(versatz_y) => setShift({ ...shift, versatz_y })}
              hint="Mit Minus: nach oben"
            />
          </div>
        </div>
        <p>
          <FileButton
            path={path}
            input={{ query: query as Query }}
            look="primary"
            isDisabled={isWrong || count === 0}
          >
            Etiketten als PDF
          </FileButton>
        </p>
        <p className="muted">Beim Drucken „Tatsächliche Größe“ wählen, nicht „Anpassen“.</p>
      </div>
    </Panel>
  )
}
