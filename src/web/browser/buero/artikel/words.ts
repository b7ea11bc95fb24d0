import type { Answer } from "../../ui/api/call.ts"
import { type Einheit, einheitInWorten } from "../../../../lib/einheit.ts"
import { pieces } from "../../ui/values/format.ts"

export type Artikel = Answer<"get", "/api/pfandartikel/{id}">

export const arten = [
  { id: "einzeln", label: "Einzeln" },
  { id: "gebinde", label: "Gebinde" },
] as const

export const ustKlassen = [
  { id: "warenumschliessung", label: "Warenumschließung" },
  { id: "transporthilfsmittel", label: "Transporthilfsmittel" },
] as const

export const steuersaetze = [
  { id: "regel", label: "Regelsatz" },
  { id: "ermaessigt", label: "Ermäßigter Satz" },
  { id: "keine", label: "Keine Umsatzsteuer" },
] as const

export const einheiten = (Object.keys(einheitInWorten) as Einheit[]).map((id) => ({
  id,
  label: einheitInWorten[id],
}))

export const beiAenderung = [
  { id: "erstattung", label: "Erstatten, was bezahlt wurde" },
  { id: "umbewertung", label: "Umbewerten" },
] as const

/** @returns what a value is called among these */
export const labelIn = (options: readonly { id: string; label: string }[], value: string): string =>
  options.find(({ id }) => id === value)?.label ?? value

/** `1 × Kasten leer, 20 × Flasche 0,5 l` */
export const partsInWords = (parts: readonly { menge: number | null; bezeichnung: string }[]): string =>
  parts.map(({ menge, bezeichnung }) => `${pieces(menge ?? 0)} × ${bezeichnung}`).join(", ")
