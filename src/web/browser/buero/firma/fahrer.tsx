import type { Answer } from "../../ui/api/call.ts"
import { ApiFault } from "../../ui/api/fault.ts"
import { TextField, Toggle } from "../../ui/fields/field.tsx"
import { labelled } from "../../ui/forms/form-of.ts"
import type { FormState } from "../../ui/forms/form.tsx"
import { recordAt } from "../../ui/forms/use-edit.ts"
import { Section } from "./section.tsx"

type FahrerEinstellungen = Answer<"get", "/api/fahrer/einstellungen">
/** `gruende`: one reason per line. */
type Values = { gruende: string; ungeplant: boolean }

const allowed = (yes: boolean): string => (yes ? "Erlaubt" : "Nicht erlaubt")
const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)

const fields = {
  labels: {
    gruende: "Gründe, wenn nicht zugestellt werden konnte",
    ungeplant: "Ungeplante Abholungen",
  },
  words: { gruende: (text: string) => linesOf(text).join(", "), ungeplant: allowed },
  valuesOf: ({ fehlschlag_gruende, ungeplant_erlaubt }: FahrerEinstellungen): Values => ({
    gruende: fehlschlag_gruende.join("\n"),
    ungeplant: ungeplant_erlaubt === 1,
  }),
  bodyOf: ({ gruende, ungeplant }: Values) => ({
    fehlschlag_gruende: linesOf(gruende),
    ungeplant_erlaubt: ungeplant ? 1 : 0,
  }),
}

/** Permissions of drivers, and their reasons to choose from. */
export function Fahrer({ einstellungen }: { einstellungen: FahrerEinstellungen }) {
  const stored = recordAt("/api/fahrer/einstellungen", einstellungen, fields)
  return (
    <Section
      at="fahrer"
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
        [fields.labels.ungeplant, allowed(einstellungen.ungeplant_erlaubt === 1)],
      ]}
      edited={{
        ...stored,
        draft: "firma/fahrer",
        save: (values, version) => stored.save(values, version).catch(atTheirLines),
      }}
      Fields={Fields}
    />
  )
}

function Fields({ form }: { form: FormState<Values> }) {
  const field = labelled(form, fields.labels)
  return (
    <>
      <TextField
        {...field("gruende")}
        lines={8}
        hint="Eine Zeile je Grund, höchstens zwölf; in dieser Reihenfolge stehen sie zum Antippen."
      />
      <Toggle {...field("ungeplant")} label="Fahrer dürfen bei ihren Kunden ungeplant abholen" />
    </>
  )
}

/** @throws the error again; faults of single reasons are moved to the text field, each with the number of its line */
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
