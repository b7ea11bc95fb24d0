import { type Answer, call } from "../../ui/api/call.ts"
import { ApiFault } from "../../ui/api/fault.ts"
import { TextField, Toggle } from "../../ui/fields/field.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { refresh } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { Section } from "./section.tsx"

export type FahrerEinstellungen = Answer<"get", "/api/fahrer/einstellungen">
/** `gruende`: one a line. */
type Values = { gruende: string; ungeplant: boolean }

const labels: Record<keyof Values, string> = {
  gruende: "Gründe, wenn nicht zugestellt werden konnte",
  ungeplant: "Ungeplante Abholungen",
}
const allowed = (yes: boolean): string => (yes ? "Erlaubt" : "Nicht erlaubt")

const valuesOf = ({ fehlschlag_gruende, ungeplant_erlaubt }: FahrerEinstellungen): Values => ({
  gruende: fehlschlag_gruende.join("\n"),
  ungeplant: ungeplant_erlaubt === 1,
})
const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)

/** Permissions of drivers, and their reasons to choose from. */
export function Fahrer({ einstellungen }: { einstellungen: FahrerEinstellungen }) {
  return (
    <Section
      title="Fahrer"
      about="Gilt auf allen Telefonen, sobald sie den Tag das nächste Mal laden."
      facts={[
        [
          "Gründe",
          <ul key="g">
            {einstellungen.fehlschlag_gruende.map((grund) => (
              <li key={grund}>{grund}</li>
            ))}
          </ul>,
        ],
        [labels.ungeplant, allowed(einstellungen.ungeplant_erlaubt === 1)],
      ]}
      renderEdit={(close) => <Edit einstellungen={einstellungen} onClose={close} />}
    />
  )
}

function Edit({ einstellungen, onClose }: { einstellungen: FahrerEinstellungen; onClose: () => void }) {
  const form = useForm<Values, unknown>({
    draft: "firma/fahrer",
    initial: valuesOf(einstellungen),
    save: ({ gruende, ungeplant }, _id, version) =>
      call("patch", "/api/fahrer/einstellungen", {
        body: { fehlschlag_gruende: linesOf(gruende), ungeplant_erlaubt: ungeplant ? 1 : 0 },
        ...(version !== undefined && { ifMatch: version }),
      }).catch(atTheirLines),
    saved: () => {
      void refresh("/api/fahrer/einstellungen", "/api/protokoll")
      toast("Gespeichert")
      onClose()
    },
    record: {
      version: einstellungen.version,
      labels,
      words: { gruende: (text) => linesOf(text).join(", "), ungeplant: allowed },
      read: async () => {
        const now = await call("get", "/api/fahrer/einstellungen")
        return { values: valuesOf(now), version: now.version }
      },
    },
  })
  return (
    <FormPanel title="Fahrer bearbeiten" form={form} onClose={onClose}>
      <TextField
        label={labels.gruende}
        {...form.field("gruende")}
        lines={8}
        hint="Eine Zeile je Grund, höchstens zwölf; in dieser Reihenfolge stehen sie zum Antippen."
      />
      <Toggle label="Fahrer dürfen bei ihren Kunden ungeplant abholen" {...form.field("ungeplant")} />
    </FormPanel>
  )
}

/** The interface knows reasons by their place, people by their line. */
function atTheirLines(error: unknown): never {
  if (!(error instanceof ApiFault)) throw error
  const faults = error.faults.map(({ path, msg, ...fault }) => {
    const place = /^fehlschlag_gruende(?:\[(\d+)\])?/.exec(path)
    if (!place) return { ...fault, path, msg }
    const line = place[1] === undefined ? "" : `Zeile ${Number(place[1]) + 1}: `
    return { ...fault, path: "gruende", msg: line + msg }
  })
  throw new ApiFault(error.status, error.message, faults, error.retryAfter)
}
