import { pruefartInWords } from "../../../../lib/arten.ts"
import { useState } from "react"
import { call } from "../../ui/api/call.ts"
import { ApiFault, faultBefore } from "../../ui/api/fault.ts"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { Choice, CountField, DateField, TextField } from "../../ui/fields/field.tsx"
import { optionsOf } from "../../ui/forms/form-of.ts"
import { useForm } from "../../ui/forms/form.tsx"
import { date, shifted, today } from "../../ui/values/format.ts"
import type { Plan, Pruefart } from "../../ui/records/pruefart.tsx"
import { refresh } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import type { Geraet } from "./fields.tsx"
import { MOST_INTERVALL, units } from "./intervall.ts"

export type Shown = { what: "plan"; plan?: Plan } | { what: "geprueft" | "freigabe"; plan: Plan }
type Props = { geraet: Geraet; taken: Pruefart[]; shown: Shown; onClose: () => void }
type FormProps = { geraet: Geraet; plan: Plan; onClose: () => void }

/** One of the forms about a device's tests. */
export function PruefPanel({ geraet, taken, shown, onClose }: Props) {
  if (shown.what === "geprueft") return <TestedForm geraet={geraet} plan={shown.plan} onClose={onClose} />
  if (shown.what === "freigabe") return <ReleaseForm geraet={geraet} plan={shown.plan} onClose={onClose} />
  return <PlanForm geraet={geraet} taken={taken} plan={shown.plan} onClose={onClose} />
}

type PlanValues = {
  art: Pruefart
  intervall: number | null
  intervall_in: Plan["intervall_in"]
  letzte: string | null
  naechste: string | null
}

const NEW = { intervall: 24, intervall_in: "monate", letzte: null, naechste: null } as const

const valuesOf = ({ art, intervall, intervall_in, letzte, naechste }: Plan): PlanValues => ({
  art,
  intervall,
  intervall_in,
  letzte,
  naechste,
})

const labels = {
  intervall: "Alle",
  intervall_in: "Zeitraum",
  letzte: "Zuletzt geprüft",
  naechste: "Nächste Prüfung",
}
const words = {
  intervall_in: (unit: string) => units.find(({ id }) => id === unit)?.label ?? unit,
  letzte: date,
  naechste: date,
}

/** @returns the plan as it is stored now: a test that was noted meanwhile has changed it */
async function readPlan(geraet: Geraet, art: Pruefart): Promise<Plan> {
  const { items } = await call("get", "/api/geraete/{id}/pruefplaene", { path: { id: geraet.id } })
  const plan = items.find((one) => one.art === art)
  if (!plan) throw new ApiFault(404, "Diese Prüfung ist nicht mehr vorgesehen.", [])
  return plan
}

function PlanForm({ geraet, taken, plan, onClose }: Omit<Props, "shown"> & { plan: Plan | undefined }) {
  const free = optionsOf(pruefartInWords).filter(({ id }) => id === plan?.art || !taken.includes(id))
  const form = useForm<PlanValues, Plan>({
    draft: `geraete/${geraet.id}/pruefplan/${plan?.art ?? "neu"}`,
    initial: plan ? valuesOf(plan) : { ...NEW, art: free[0]?.id ?? "tuev" },
    save: ({ art, intervall, naechste, ...rest }, _, version) => {
      if (!plan && taken.includes(art)) throw faultBefore("art", "ist schon vorgesehen")
      return call("put", "/api/geraete/{id}/pruefplaene/{art}", {
        path: { id: geraet.id, art },
        body: { ...rest, intervall: intervall ?? 0, ...(naechste && { naechste }) },
        ...(version !== undefined && { ifMatch: version }),
      })
    },
    ...(plan && {
      record: {
        labels,
        words,
        values: valuesOf(plan),
        version: plan.version,
        read: async () => {
          const now = await readPlan(geraet, plan.art)
          return { values: valuesOf(now), version: now.version }
        },
      },
    }),
    saved: ({ art, naechste }) => {
      toast(`${pruefartInWords[art]}: fällig am ${date(naechste)}`)
    },
    leave: onClose,
  })
  if (free.length === 0) return null
  return (
    <FormPanel
      title={plan ? `${pruefartInWords[plan.art]}: Termin ändern` : "Prüfung vorsehen"}
      form={form}
      onClose={onClose}
    >
      {!plan && <Choice label="Prüfung" options={free} {...form.field("art")} />}
      <div className="pair">
        <CountField label="Alle" min={1} max={MOST_INTERVALL} {...form.field("intervall")} isRequired />
        <Choice label="Zeitraum" options={units} {...form.field("intervall_in")} />
      </div>
      <DateField label="Zuletzt geprüft" {...form.field("letzte")} />
      <DateField
        label="Nächste Prüfung"
        hint="Ohne Angabe: letzte Prüfung plus Zeitraum. Bis zu diesem Tag darf das Gerät ausgegeben werden"
        {...form.field("naechste")}
      />
    </FormPanel>
  )
}

type TestValues = { datum: string | null; bestanden: "1" | "0"; bemerkung: string }
const results = [
  { id: "1", label: "Bestanden" },
  { id: "0", label: "Nicht bestanden" },
] as const

function TestedForm({ geraet, plan: { art }, onClose }: FormProps) {
  const form = useForm<TestValues, { naechste: string }>({
    draft: `geraete/${geraet.id}/geprueft/${art}`,
    initial: { datum: today(), bestanden: "1", bemerkung: "" },
    save: ({ datum, bestanden, bemerkung }, id) =>
      call("post", "/api/geraete/{id}/pruefungen", {
        path: { id: geraet.id },
        body: {
          id,
          art,
          datum: datum ?? "",
          bestanden: Number(bestanden),
          ...(bemerkung.trim() && { bemerkung }),
        },
      }),
    saved: ({ naechste }, { bestanden }) => {
      const next = bestanden === "1" ? `nächste am ${date(naechste)}` : "das Gerät ist überfällig"
      toast(`${pruefartInWords[art]} eingetragen, ${next}`)
    },
    leave: onClose,
  })
  return (
    <FormPanel title={`${geraet.geraetenummer}: ${pruefartInWords[art]}`} form={form} onClose={onClose}>
      <DateField label="Geprüft am" {...form.field("datum")} isRequired />
      <Choice label="Ergebnis" options={results} {...form.field("bestanden")} />
      <TextField
        label="Bemerkung"
        hint="Ein Zeugnis lässt sich danach anhängen"
        lines={2}
        {...form.field("bemerkung")}
      />
    </FormPanel>
  )
}

function ReleaseForm({ geraet, plan: { art, freigabe_bis, version }, onClose }: FormProps) {
  const [seen, setSeen] = useState(version)
  const form = useForm<{ bis: string | null }, Plan>({
    draft: `geraete/${geraet.id}/freigabe/${art}`,
    initial: { bis: freigabe_bis ?? shifted(today(), 7) },
    save: async ({ bis }) => {
      const path = { id: geraet.id, art }
      try {
        const body = { bis }
        return await call("post", "/api/geraete/{id}/pruefplaene/{art}/freigabe", {
          path,
          body,
          ifMatch: seen,
        })
      } catch (error) {
        // A colleague may have noted a failed test: it must be seen before the device is released.
        if (!(error instanceof ApiFault && error.status === 412)) throw error
        const now = await readPlan(geraet, art)
        setSeen(now.version)
        void refresh("/api/geraete")
        throw new ApiFault(412, changedInWords(now), [])
      }
    },
    saved: ({ freigabe_bis: bis }) => {
      toast(bis ? `Freigegeben bis ${date(bis)}` : "Nicht mehr freigegeben")
    },
    leave: onClose,
  })
  return (
    <FormPanel title={`${geraet.geraetenummer}: zur Ausgabe freigeben`} form={form} onClose={onClose}>
      <p className="muted">
        Bis zu diesem Tag darf das Gerät auch mit überfälliger {pruefartInWords[art]} ausgegeben werden. Wer
        es freigegeben hat, steht im Protokoll.
      </p>
      <DateField label="Freigegeben bis" hint="Leer: nicht freigegeben" {...form.field("bis")} />
    </FormPanel>
  )
}

const changedInWords = ({ letzte, naechste }: Plan): string =>
  `Der Termin wurde inzwischen geändert: fällig am ${date(naechste)}${letzte ? `, zuletzt geprüft am ${date(letzte)}` : ""}. Bitte ansehen, und wenn es trotzdem gilt, noch einmal speichern.`
