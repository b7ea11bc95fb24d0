import { type Answer, call } from "../../ui/api/call.ts"
import { Choice, CountField, TextField, Toggle } from "../../ui/fields/field.tsx"
import { Advice } from "../../ui/parts/advice.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { refresh } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { Section } from "./section.tsx"

export type DatevEinstellungen = Answer<"get", "/api/datev/einstellungen">
type Values = Omit<
  DatevEinstellungen,
  "version" | "festschreibung" | "kontenlaenge" | "debitor_basis" | Keys
> & {
  kontenlaenge: number | null
  debitor_basis: number | null
  festschreibung: boolean
} & Record<Keys, string>
type Keys = (typeof rows)[number]["schluessel"]

/** One row each of accounts and tax keys. */
const rows = [
  { label: "Pfand, Regelsteuersatz", konto: "konto_regel", schluessel: "bu_regel" },
  { label: "Pfand, ermäßigter Satz", konto: "konto_ermaessigt", schluessel: "bu_ermaessigt" },
  { label: "Transporthilfsmittel", konto: "konto_transport", schluessel: "bu_transport" },
  { label: "Gerätepfand", konto: "konto_geraetepfand", schluessel: "bu_geraetepfand" },
] as const

const monate = Array.from({ length: 12 }, (_, i) => ({
  id: `${String(i + 1).padStart(2, "0")}-01`,
  label: `1. ${new Intl.DateTimeFormat("de-DE", { month: "long", timeZone: "UTC" }).format(Date.UTC(2026, i, 1))}`,
}))
const rahmen = [
  { id: "03", label: "SKR 03" },
  { id: "04", label: "SKR 04" },
] as const

const labels: Record<keyof Values, string> = {
  berater: "Beraternummer",
  mandant: "Mandantennummer",
  wj_beginn: "Beginn des Wirtschaftsjahres",
  skr: "Kontenrahmen",
  kontenlaenge: "Stellen eines Sachkontos",
  konto_regel: "Konto: Pfand, Regelsteuersatz",
  konto_ermaessigt: "Konto: Pfand, ermäßigter Satz",
  konto_transport: "Konto: Transporthilfsmittel",
  konto_geraetepfand: "Konto: Gerätepfand",
  konto_alt: "Konto: Pfand zu früheren Sätzen (16 %, 5 %)",
  konto_kleinunternehmer: "Konto: Pfand als Kleinunternehmer",
  konto_kaution: "Konto: Kautionen ohne Umsatzsteuer",
  bu_regel: "BU-Schlüssel: Pfand, Regelsteuersatz",
  bu_ermaessigt: "BU-Schlüssel: Pfand, ermäßigter Satz",
  bu_transport: "BU-Schlüssel: Transporthilfsmittel",
  bu_geraetepfand: "BU-Schlüssel: Gerätepfand",
  debitor_basis: "Debitorenkonten beginnen bei",
  festschreibung: "Festschreibung",
}

const labelOf = (options: readonly { id: string; label: string }[], id: string): string =>
  options.find((one) => one.id === id)?.label ?? id
const fixed = (yes: boolean): string => (yes ? "Ja" : "Nein")

const valuesOf = ({ version: _, ...set }: DatevEinstellungen): Values => ({
  ...set,
  festschreibung: set.festschreibung === 1,
  bu_regel: set.bu_regel ?? "",
  bu_ermaessigt: set.bu_ermaessigt ?? "",
  bu_transport: set.bu_transport ?? "",
  bu_geraetepfand: set.bu_geraetepfand ?? "",
})
/** Numbers that were emptied and must be there are refused by the service, at their fields. */
const bodyOf = (values: Values) => ({
  ...values,
  kontenlaenge: values.kontenlaenge ?? Number.NaN,
  debitor_basis: values.debitor_basis ?? Number.NaN,
  festschreibung: values.festschreibung ? 1 : 0,
  bu_regel: values.bu_regel || null,
  bu_ermaessigt: values.bu_ermaessigt || null,
  bu_transport: values.bu_transport || null,
  bu_geraetepfand: values.bu_geraetepfand || null,
})

const accountInWords = (konto: number | null, schluessel: string | null): string => {
  const key = schluessel ? `, BU-Schlüssel ${schluessel}` : ""
  if (konto === null) return `nach dem Kontenrahmen${key}`
  return `${konto}${key || ", Automatikkonto"}`
}
/** Of accounts that have no key, or the one of the rate. */
const chosenInWords = (konto: number | null): string =>
  konto === null ? "nach dem Kontenrahmen" : `${konto}`

/** Settings for the bookkeeping's files. */
export function Datev({ einstellungen }: { einstellungen: DatevEinstellungen }) {
  const { berater, mandant } = einstellungen
  return (
    <Section
      title="Buchführung (DATEV)"
      about={
        berater === null || mandant === null
          ? "Für den Export der Abrechnungen. Solange Berater- und Mandantennummer fehlen, gibt es nur das Journal."
          : "Für den Export der Abrechnungen."
      }
      facts={[
        ["Berater, Mandant", [berater, mandant].filter((one) => one !== null).join(", ")],
        ["Wirtschaftsjahr", `ab ${labelOf(monate, einstellungen.wj_beginn)}`],
        ["Konten", `${labelOf(rahmen, einstellungen.skr)}, ${einstellungen.kontenlaenge} Stellen`],
        ...rows.map(
          ({ label, konto, schluessel }) =>
            [label, accountInWords(einstellungen[konto], einstellungen[schluessel])] as const,
        ),
        ["Frühere Sätze", chosenInWords(einstellungen.konto_alt)],
        ["Kautionen", chosenInWords(einstellungen.konto_kaution)],
        ["Kleinunternehmer", chosenInWords(einstellungen.konto_kleinunternehmer)],
        ["Debitoren ab", `${einstellungen.debitor_basis}`],
        ["Festschreibung", fixed(einstellungen.festschreibung === 1)],
      ]}
      renderEdit={(close) => <Edit einstellungen={einstellungen} onClose={close} />}
    >
      <Advice />
    </Section>
  )
}

function Edit({ einstellungen, onClose }: { einstellungen: DatevEinstellungen; onClose: () => void }) {
  const form = useForm<Values, unknown>({
    draft: "firma/datev",
    initial: valuesOf(einstellungen),
    save: (values, _id, version) =>
      call("patch", "/api/datev/einstellungen", {
        body: bodyOf(values),
        ...(version !== undefined && { ifMatch: version }),
      }),
    saved: () => {
      void refresh("/api/datev/einstellungen", "/api/protokoll")
      toast("Gespeichert")
      onClose()
    },
    record: {
      version: einstellungen.version,
      labels,
      words: {
        skr: (id) => labelOf(rahmen, id),
        wj_beginn: (id) => labelOf(monate, id),
        festschreibung: fixed,
      },
      read: async () => {
        const now = await call("get", "/api/datev/einstellungen")
        return { values: valuesOf(now), version: now.version }
      },
    },
  })
  const { field } = form
  const number = { grouped: false, max: 999_999_999 } as const
  return (
    <FormPanel title="Buchführung (DATEV) bearbeiten" form={form} onClose={onClose}>
      <Advice />
      <div className="pair">
        <CountField label={labels.berater} {...field("berater")} {...number} />
        <CountField label={labels.mandant} {...field("mandant")} {...number} />
      </div>
      <div className="pair">
        <Choice label={labels.wj_beginn} {...field("wj_beginn")} options={monate} />
        <Choice label={labels.skr} {...field("skr")} options={rahmen} />
        <CountField label={labels.kontenlaenge} {...field("kontenlaenge")} {...number} />
      </div>
      <p className="muted">
        Leer gelassene Konten folgen dem Kontenrahmen, mit dem BU-Schlüssel ihres Satzes. Bei einem eigenen
        Konto ohne BU-Schlüssel gilt: es ist ein Automatikkonto und rechnet die Umsatzsteuer selbst.
      </p>
      {rows.map(({ konto, schluessel }) => (
        <div className="pair" key={konto}>
          <CountField label={labels[konto]} {...field(konto)} {...number} />
          <TextField label={labels[schluessel]} {...field(schluessel)} inputMode="numeric" maxLength={4} />
        </div>
      ))}
      <div className="pair">
        <CountField
          label={labels.konto_alt}
          {...field("konto_alt")}
          {...number}
          hint="Kein Automatikkonto: der BU-Schlüssel folgt dem Satz."
        />
        <CountField label={labels.konto_kaution} {...field("konto_kaution")} {...number} />
      </div>
      <CountField
        label={labels.konto_kleinunternehmer}
        {...field("konto_kleinunternehmer")}
        {...number}
        hint="Nur für Kleinunternehmer nach § 19 UStG."
      />
      <CountField
        label={labels.debitor_basis}
        {...field("debitor_basis")}
        {...number}
        hint="Wird zur Kundennummer gezählt, wo beim Kunden kein Debitorenkonto eingetragen ist."
      />
      <Toggle label="Buchungen beim Einlesen festschreiben" {...field("festschreibung")} />
    </FormPanel>
  )
}
