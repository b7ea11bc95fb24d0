import { feldOf } from "../../../../lib/felder/tabellen.ts"
import { geraetestandInWorten, lieferstandInWorten } from "../../../../lib/stand.ts"
import { pruefarten } from "../../ui/records/pruefart.tsx"
import { date, euro, moment } from "../../ui/values/format.ts"

/** Fields that hold one of a few words. */
const enumerated = new Set(
  "status art bei_aenderung preise ust_verfahren abrechnung_ist form skr intervall_in tenants.typ".split(" "),
)
export const values: Record<string, string> = {
  standard: "auf Dauer",
  demo: "Demo",
  aktiv: "aktiv",
  abgelaufen: "abgelaufen",
  gesperrt: "gesperrt",
  netto: "ohne Umsatzsteuer vereinbart",
  brutto: "mit Umsatzsteuer vereinbart",
  laufend: "mit jeder Abrechnung",
  abrechnung: "Abrechnung",
  storno: "Storno",
  ...lieferstandInWorten,
  ort: "Ort",
  schaden: "Schaden",
  beweis: "Beweis",
  start: "Beginn",
  abschluss: "Abschluss",
  fehlschlag: "nicht zugestellt",
  feierabend: "Feierabend",
  ungeplant: "ungeplante Abholung",
  offen: "offen",
  gebucht: "gebucht",
  verworfen: "verworfen",
  "03": "SKR 03",
  "04": "SKR 04",
  ...Object.fromEntries(pruefarten.map(({ id, label }) => [id, label])),
  tage: "Tagen",
  monate: "Monaten",
  ...geraetestandInWorten,
  erstattung: "erstatten, was bezahlt wurde",
  umbewertung: "umbewerten",
  beleg: "ein Beleg",
  rechnung: "die Rechnung",
  papier: "PDF",
  zugferd: "ZUGFeRD",
  xrechnung: "XRechnung",
  zukauf: "Zukauf",
  verkauf: "Verkauf",
  verschrottung: "Verschrottung",
  abgeschlossen: "abgeschlossen",
  jahresausgleich: "Jahresausgleich",
}
const yesNo = new Set([
  "ungeplant",
  "ungeplant_erlaubt",
  "festschreibung",
  "bestanden",
  "mit_geraeten",
  "rest_ist_null",
])

/** A value as people know it. */
export function valueInWords(feld: string, value: string | null, tabelle: string): string {
  if (value === null || value === "") return "(leer)"
  const declared = feldOf(tabelle, feld)
  if (declared?.kind === "choice") return declared.words[value] ?? value
  if (declared?.kind === "yesNo" || yesNo.has(feld)) return value === "1" ? "ja" : "nein"
  if (feld.endsWith("_cent")) return euro(Number(value))
  if (feld.endsWith("_am") || feld === "demo_expires_at") return moment(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return date(value)
  if (value.startsWith("[")) return listInWords(value)
  const isEnumerated = enumerated.has(feld) || enumerated.has(`${tabelle}.${feld}`)
  return isEnumerated ? (values[value] ?? value) : value
}

/** `["Nicht angetroffen","Geschlossen"]`; somebody's own words may begin like that as well. */
function listInWords(value: string): string {
  try {
    return (JSON.parse(value) as unknown[]).join(", ")
  } catch {
    return value
  }
}
