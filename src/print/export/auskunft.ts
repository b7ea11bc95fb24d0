import { dayIn, formatDatum, formatEuro, formatLand, formatMoment, isDayOnly } from "../../lib/format.ts"

/** Page of all stored data of a person, for any browser to show and print. In pieces, as it may be long. */

export type Auskunftszeile = Readonly<Record<string, string | number | null>>
export type Section = {
  titel: string
  zeilen: Iterable<Auskunftszeile>
  /** Rows with few fields stand in a table; the others field by field. */
  tabelle: boolean
}
type Auskunft = {
  firma: string
  anschrift: string
  name: string
  kundennummer: string
  zeitzone: string
  /** Instant. */
  erstellt_am: string
  sections: Iterable<Section>
  /** Records that must be kept, until when and why. */
  aufbewahrt: readonly { was: string; anzahl: number; bis: string; grund: string }[]
}

/** Columns that are left out: references, derived values, measures of files, names of employees. */
const hidden =
  /^(?:(?!ust_id$)(?:.*_)?id|.*_sort|version|aktualisiert_am|sha256|nummer_wert|(?:vorschau_)?pfad|sortierung|breite|hoehe|bytes|typ|reihenfolge|(?:gebucht|hochgeladen|entschieden|erstellt)_von(?:_name)?)$/
const umlaute: Readonly<Record<string, string>> = {
  strasse: "Straße",
  plz: "PLZ",
  email: "E-Mail",
  rechnungs_email: "E-Mail für Rechnungen",
  laengengrad: "Längengrad",
  kaeuferreferenz: "Käuferreferenz",
  empfaenger_name: "Empfänger",
  ust_id: "USt-IdNr.",
  debitor_nr: "Debitorennummer",
  lfd_nr: "Nr.",
  aenderungen: "Änderungen",
  adresse: "Netzadresse",
  gueltig_bis: "Gültig bis",
}
const yesNo = new Set(["aktiv", "gesperrt", "ungeplant"])

/** @returns the name of a column, or a value, with its umlauts and capitals */
const german = (word: string): string =>
  word
    .replaceAll("_", " ")
    .replace(/aender|geraet|klaer|taetig/g, (part) => part.replace("ae", "ä"))
    .replace(/loesch|behoerde|abgeloest/g, (part) => part.replace("oe", "ö"))
    .replace(/ruecknahme|uebernahme/g, (part) => part.replace("ue", "ü"))
    .replace(/^.| (?:ausgabe|rücknahme|datum|bemerkung|status|bilder|kunden)\b/g, (part) =>
      part.replace(/[a-zäöü]/, (letter) => letter.toUpperCase()),
    )

const label = (name: string): string => umlaute[name] ?? german(name.replace(/_(?:cent|am)$/, ""))

const html = (text: string): string => Bun.escapeHTML(text)

/** @returns nested data as words: `Name: Adler → Krone; Ort: Celle` */
function inWords(value: unknown, zeitzone: string): string {
  if (value === null || value === undefined) return ""
  if (Array.isArray(value))
    return value
      .map((one) => inWords(one, zeitzone))
      .filter(Boolean)
      .join(" → ")
  if (typeof value !== "object") return plain(String(value), zeitzone)
  return Object.entries(value)
    .filter(([name]) => !hidden.test(name))
    .map(([name, one]) => [label(name), inWords(one, zeitzone)])
    .filter(([, words]) => words !== "")
    .map(([name, words]) => `${name}: ${words}`)
    .join("; ")
}

function plain(value: string, zeitzone: string): string {
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(value))
    return isDayOnly(value, zeitzone) ? formatDatum(dayIn(value, zeitzone)) : formatMoment(value, zeitzone)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDatum(value)
  return /^[a-z]+(?:[._][a-z]+)*$/.test(value) ? german(value.replace(".", ": ")) : value
}

function cell(name: string, value: string | number, zeitzone: string): string {
  if (name === "datei")
    return `<a href="${html(encodeURI(String(value)))}">${html(String(value).split("/").at(-1) ?? "")}</a>`
  if (typeof value === "number") {
    if (name.endsWith("_cent")) return formatEuro(value)
    return yesNo.has(name) ? (value === 1 ? "ja" : "nein") : String(value)
  }
  if (name === "land") return html(formatLand(value))
  return html(/^\{.*\}$/s.test(value) ? inWords(JSON.parse(value), zeitzone) : plain(value, zeitzone))
}

const fieldsOf = (zeile: Auskunftszeile): string[] => Object.keys(zeile).filter((name) => !hidden.test(name))

function* table(zeilen: Iterable<Auskunftszeile>, zeitzone: string): Generator<string> {
  let columns: string[] | undefined
  for (const zeile of zeilen) {
    if (!columns) {
      columns = fieldsOf(zeile)
      yield `<table><thead><tr>${columns.map((name) => `<th>${html(label(name))}</th>`).join("")}</tr></thead><tbody>`
    }
    const cells = columns.map(
      (name) => `<td>${zeile[name] == null ? "" : cell(name, zeile[name], zeitzone)}</td>`,
    )
    yield `<tr>${cells.join("")}</tr>\n`
  }
  yield columns ? "</tbody></table>" : NOTHING
}

const NOTHING = "<p>Nichts gespeichert.</p>"

function* records(zeilen: Iterable<Auskunftszeile>, zeitzone: string): Generator<string> {
  let any = false
  for (const zeile of zeilen) {
    any = true
    const rows = fieldsOf(zeile).flatMap((name) => {
      const value = zeile[name]
      if (value === null || value === undefined || value === "") return []
      return `<div><dt>${html(label(name))}</dt><dd>${cell(name, value, zeitzone)}</dd></div>`
    })
    yield `<dl>${rows.join("")}</dl>\n`
  }
  if (!any) yield NOTHING
}

const STYLE = `body{font:15px/1.45 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222}
h2{margin-top:2rem;border-bottom:1px solid #bbb}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.2rem .5rem;border-bottom:1px solid #ddd;vertical-align:top}
dl{border:1px solid #ddd;padding:.5rem .75rem;break-inside:avoid}dl div{display:flex;gap:1rem}
dt{flex:0 0 13rem;color:#555}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}`

/** @returns the page, piece by piece */
export function* auskunftHtml(auskunft: Auskunft): Generator<string> {
  const { firma, anschrift, name, kundennummer, zeitzone, erstellt_am, sections, aufbewahrt } = auskunft
  yield `<!doctype html><html lang="de"><meta charset="utf-8"><title>Auskunft nach Art. 15 DSGVO</title>
<style>${STYLE}</style><h1>Auskunft nach Art. 15 DSGVO</h1>
<p>${html(name)}, Kundennummer ${html(kundennummer)}. Stand ${formatMoment(erstellt_am, zeitzone)}.</p>
<p>Verantwortlich: ${html(firma)}${anschrift && `, ${html(anschrift)}`}</p>
<p>Zwecke: Belieferung, Verwaltung von Leihgut und Pfand, Abrechnung und deren Nachweis (Art. 6 Abs. 1 Buchst. b und c
DSGVO). Herkunft: Ihre Angaben und was bei Lieferung und Rückgabe aufgenommen wurde. Empfänger: die Mitarbeiter der
Firma, und soweit Gesetze es verlangen Steuerberatung und Finanzamt. Es gibt keine automatisierte Entscheidung und
keine Übermittlung in Drittländer durch dieses Programm.</p>
<p>Sie können Berichtigung, Löschung und Einschränkung verlangen, der Verarbeitung widersprechen, Ihre Daten erhalten und
sich bei einer Aufsichtsbehörde für den Datenschutz beschweren.</p>
<h2>Wie lange es aufbewahrt wird</h2>
<p>Solange Sie Kunde sind; danach nur, was das Gesetz aufzubewahren verlangt:</p>\n`
  yield* table(aufbewahrt, zeitzone)
  for (const { titel, zeilen, tabelle } of sections) {
    yield `\n<h2>${html(titel)}</h2>\n`
    yield* tabelle ? table(zeilen, zeitzone) : records(zeilen, zeitzone)
  }
  yield "</html>\n"
}
