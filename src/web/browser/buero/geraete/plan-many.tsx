import { pruefartInWords } from "../../../../lib/arten.ts"
import { call } from "../../ui/api/call.ts"
import { faultBefore } from "../../ui/api/fault.ts"
import { Choice, CountField, DateField } from "../../ui/fields/field.tsx"
import { optionsOf } from "../../ui/forms/form-of.ts"
import type { BulkAction } from "../../ui/lists/use-bulk.ts"
import { stateInWords } from "../../ui/parts/badge.tsx"
import type { Plan, Pruefart } from "../../ui/records/pruefart.tsx"
import type { Item } from "../../ui/state/list.ts"
import { date } from "../../ui/values/format.ts"
import { MOST_INTERVALL, units } from "./intervall.ts"

type Geraet = Item<"/api/geraete">
type Planned = Pick<Plan, "intervall_in"> & {
  art: Pruefart
  intervall: number | null
  naechste: string | null
}

// A bulk action keeps its input as text.
const write = (planned: Planned): string => JSON.stringify(planned)
const read = (value: string): Planned => JSON.parse(value) as Planned

/** What is planned for several devices: the kind of test, how often, and when it is due next. */
function Fields({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const planned = read(value)
  const field = <K extends keyof Planned>(name: K) => ({
    value: planned[name],
    onChange: (one: Planned[K]) => onChange(write({ ...planned, [name]: one })),
  })
  return (
    <div className="form">
      <Choice label="Prüfung" options={optionsOf(pruefartInWords)} {...field("art")} />
      <div className="pair">
        <CountField label="Alle" min={1} max={MOST_INTERVALL} {...field("intervall")} isRequired />
        <Choice label="Zeitraum" options={units} {...field("intervall_in")} />
      </div>
      <DateField
        label="Nächste Prüfung"
        hint="Bis zu diesem Tag dürfen die Geräte ausgegeben werden"
        {...field("naechste")}
        isRequired
      />
    </div>
  )
}

/** Plans a test for several devices at once; one that has it already keeps its own dates. */
export const planning: BulkAction<Geraet> = {
  name: "Prüfung vorsehen",
  verb: "zur Prüfung vorsehen",
  done: "zur Prüfung vorgesehen",
  question: "Für alle gilt derselbe Termin. Wo diese Prüfung schon vorgesehen ist, bleibt ihr Termin.",
  against: ({ status }) =>
    status === "ausgemustert" ? `sein Stand ist „${stateInWords("geraet", status)}“` : undefined,
  input: {
    initial: write({ art: "tuev", intervall: 24, intervall_in: "monate", naechste: null }),
    fits: (value) => {
      const { intervall, naechste } = read(value)
      return intervall !== null && naechste !== null
    },
    Show: Fields,
  },
  run: async ({ id }, value) => {
    const { art, intervall, intervall_in, naechste } = read(value)
    const { items } = await call("get", "/api/geraete/{id}/pruefplaene", { path: { id } })
    const there = items.find((plan) => plan.art === art)
    if (there)
      throw faultBefore(
        "art",
        `${pruefartInWords[art]} ist schon vorgesehen, fällig am ${date(there.naechste)}`,
      )
    return call("put", "/api/geraete/{id}/pruefplaene/{art}", {
      path: { id, art },
      body: { intervall: intervall ?? 0, intervall_in, ...(naechste && { naechste }) },
    })
  },
}
