import {
  abrechnungsformInWords,
  antwortInWords,
  belegartInWords,
  geraetestandInWords,
  lagerartInWords,
  pruefartInWords,
} from "../../../../lib/arten.ts"
import { firmenfelder } from "../../../../lib/felder/firma.ts"
import { klaerungsfelder } from "../../../../lib/felder/klaerung.ts"
import { lieferfelder } from "../../../../lib/felder/lieferung.ts"
import { fieldOf } from "../../../../lib/felder/tabellen.ts"
import { date, euro, happened } from "../../ui/values/format.ts"

/** Fields that hold one of a few words. */
const enumerated = new Set(
  "antwort status art preise ust_verfahren abrechnung_ist form intervall_in".split(" "),
)
export const values: Record<string, string> = {
  // Settlements keep the company's settings, and exports the filters they were asked with.
  ...firmenfelder.preise.wordsInLog,
  ...firmenfelder.ust_verfahren.wordsInLog,
  ...firmenfelder.abrechnung_ist.words,
  ...lieferfelder.status.words,
  ...klaerungsfelder.status.words,
  ...belegartInWords,
  storno: "Storno",
  ort: "Ort",
  schaden: "Schaden",
  beweis: "Beweis",
  ...pruefartInWords,
  tage: "Tagen",
  monate: "Monaten",
  ...geraetestandInWords,
  ...abrechnungsformInWords,
  ...lagerartInWords,
  ...antwortInWords,
  abgeschlossen: "abgeschlossen",
}
const yesNo = new Set(["kleinunternehmer", "ungeplant_erlaubt", "bestanden", "mit_geraeten", "rest_ist_null"])

/** @returns a value in the words that people know */
export function valueInWords(field: string, value: string | null, table: string): string {
  if (value === null || value === "") return "(leer)"
  const declared = fieldOf(table, field)
  const word = declared?.kind === "choice" && (declared.wordsInLog ?? declared.words)[value]
  // Not every value is one of its words: an export logs its filters for the company, perhaps under a field's name.
  if (word) return word
  if (declared?.kind === "yesNo" || yesNo.has(field)) return value === "1" ? "ja" : "nein"
  if (field.endsWith("_cent")) return euro(Number(value))
  if (field.endsWith("_am") || field === "demo_expires_at") return happened(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return date(value)
  if (value.startsWith("[")) return listInWords(value)
  return enumerated.has(field) ? (values[value] ?? value) : value
}

/** `["Nicht angetroffen","Geschlossen"]` → with commas. A text that only begins like a list stays as it is. */
function listInWords(value: string): string {
  try {
    return (JSON.parse(value) as unknown[]).join(", ")
  } catch {
    return value
  }
}
