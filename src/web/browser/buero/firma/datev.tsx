import { Link } from "react-aria-components"
import { datevfelder } from "../../../../lib/felder/datev.ts"
import { standardkonto } from "../../../../lib/kontenrahmen.ts"
import type { Answer } from "../../ui/api/call.ts"
import { Choice, CountField, TextField, Toggle } from "../../ui/fields/field.tsx"
import { formOf, labelled, type NamesOf, optionsOf, type Values } from "../../ui/forms/form-of.ts"
import type { FormState } from "../../ui/forms/form.tsx"
import { recordAt } from "../../ui/forms/use-edit.ts"
import { TaxAdvice } from "../../ui/parts/tax-advice.tsx"
import { Section } from "./section.tsx"

/** One row each of accounts and tax keys. */
const rows = [
  { label: "Pfand, Regelsteuersatz", konto: "konto_regel", schluessel: "bu_regel" },
  { label: "Pfand, ermäßigter Satz", konto: "konto_ermaessigt", schluessel: "bu_ermaessigt" },
  { label: "Transporthilfsmittel", konto: "konto_transport", schluessel: "bu_transport" },
  { label: "Gerätepfand", konto: "konto_geraetepfand", schluessel: "bu_geraetepfand" },
] as const

const months = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [
    `${String(i + 1).padStart(2, "0")}-01`,
    `1. ${new Intl.DateTimeFormat("de-DE", { month: "long", timeZone: "UTC" }).format(Date.UTC(2026, i, 1))}`,
  ]),
)

const fixed = (yes: boolean): string => (yes ? "Ja" : "Nein")
const monthInWords = (day: string): string => months[day] ?? day
const declared = formOf(datevfelder)
const { labels, words } = declared
const datevform = { ...declared, words: { ...words, wj_beginn: monthInWords, festschreibung: fixed } }

type Rahmen = Parameters<typeof standardkonto>[0]

/** @returns the chart's account for a purpose, with the name of the chart */
const usualInWords = (rahmen: Rahmen, zweck: Parameters<typeof standardkonto>[1] = "erloes"): string =>
  `${standardkonto(rahmen, zweck)} nach ${words.skr(rahmen.skr)}`

const accountInWords = (rahmen: Rahmen, konto: number | null, taxKey: string | null): string => {
  const key = taxKey ? `, BU-Schlüssel ${taxKey}` : ""
  if (konto === null) return `${usualInWords(rahmen)}${key}`
  return `${konto}${key || ", Automatikkonto"}`
}

/** Settings for the bookkeeping's files. */
export function Datev({ einstellungen }: { einstellungen: Answer<"get", "/api/datev/einstellungen"> }) {
  const { berater, mandant } = einstellungen
  return (
    <Section
      at="datev"
      about={
        berater === null || mandant === null
          ? "Für den Export der Abrechnungen. Solange Berater- und Mandantennummer fehlen, gibt es nur das Journal."
          : "Für den Export der Abrechnungen."
      }
      facts={[
        ["Berater, Mandant", [berater, mandant].filter((one) => one !== null).join(", ")],
        ["Wirtschaftsjahr", `ab ${monthInWords(einstellungen.wj_beginn)}`],
        ["Konten", `${words.skr(einstellungen.skr)}, ${einstellungen.kontenlaenge} Stellen`],
        ...rows.map(
          ({ label, konto, schluessel }) =>
            [label, accountInWords(einstellungen, einstellungen[konto], einstellungen[schluessel])] as const,
        ),
        ["Frühere Sätze", `${einstellungen.konto_alt ?? usualInWords(einstellungen)}`],
        ["Kautionen", `${einstellungen.konto_kaution ?? usualInWords(einstellungen, "erhalten")}`],
        [
          "Kleinunternehmer",
          `${einstellungen.konto_kleinunternehmer ?? usualInWords(einstellungen, "kleinunternehmer")}`,
        ],
        [
          "Debitoren",
          einstellungen.debitor_basis === 0
            ? "wie die Kundennummer"
            : `${einstellungen.debitor_basis} + Kundennummer`,
        ],
        ["Festschreibung", fixed(einstellungen.festschreibung === 1)],
      ]}
      edited={{ ...recordAt("/api/datev/einstellungen", einstellungen, datevform), draft: "firma/datev" }}
      Fields={Fields}
    >
      <TaxAdvice />
      <p>
        <Link href="/datev">Zum Export für DATEV</Link>
      </p>
    </Section>
  )
}

function Fields({ form }: { form: FormState<Values<typeof datevfelder>> }) {
  const field = labelled(form, labels)
  const number = (name: NamesOf<typeof datevfelder, "count">) => ({
    ...field(name),
    grouped: false,
    max: datevfelder[name].max,
  })
  const { skr } = form.values
  const rahmen = { skr, kontenlaenge: form.values.kontenlaenge ?? 4 }
  const usual = (zweck?: Parameters<typeof usualInWords>[1]): string =>
    `Leer gelassen: ${usualInWords(rahmen, zweck)}`
  return (
    <>
      <TaxAdvice />
      <div className="pair">
        <CountField {...number("berater")} />
        <CountField {...number("mandant")} />
      </div>
      <div className="pair">
        <Choice {...field("wj_beginn")} options={optionsOf(months)} />
        <Choice {...field("skr")} options={optionsOf(datevfelder.skr.words)} />
        <CountField {...number("kontenlaenge")} />
      </div>
      <p className="muted">
        Ein BU-Schlüssel sagt DATEV, welche Umsatzsteuer in einer Buchung steckt, etwa 3 für 19 % und 2 für 7
        %. Leer gelassene Konten folgen dem Kontenrahmen {words.skr(skr)}, mit dem BU-Schlüssel ihres Satzes.
        Ein eigenes Konto ohne BU-Schlüssel gilt als Automatikkonto: Es rechnet die Umsatzsteuer selbst.
      </p>
      {rows.map(({ konto, schluessel }) => (
        <div className="pair" key={konto}>
          <CountField {...number(konto)} hint={usual()} />
          <TextField {...field(schluessel)} inputMode="numeric" maxLength={4} />
        </div>
      ))}
      <div className="pair">
        <CountField
          {...number("konto_alt")}
          hint={`${usual()}. Kein Automatikkonto: Der BU-Schlüssel folgt dem Satz.`}
        />
        <CountField {...number("konto_kaution")} hint={usual("erhalten")} />
      </div>
      <CountField
        {...number("konto_kleinunternehmer")}
        hint={`Nur für Kleinunternehmer nach § 19 UStG. ${usual("kleinunternehmer")}`}
      />
      <CountField
        {...number("debitor_basis")}
        hint="Wird zur Kundennummer gezählt, wo beim Kunden kein Debitorenkonto eingetragen ist."
      />
      <Toggle {...field("festschreibung")} label="Buchungen beim Einlesen festschreiben" />
    </>
  )
}
