import { today } from "../../ui/values/format.ts"
import { reminderOf, type Tone } from "../../ui/values/reminders.ts"
import type { Wanted } from "../../ui/records/job.tsx"

/** What is printed for many. */
export const kinds = [
  { id: "saldenbestaetigungen", label: "Saldenbestätigungen" },
  { id: "kontoauszuege", label: "Kontoauszüge" },
  { id: "erinnerungen", label: "Erinnerungen" },
] as const
export type Art = (typeof kinds)[number]["id"]

/** What is entered; the kinds share the fields. */
export type Values = {
  art: Art
  von: string | null
  bis: string | null
  ort: string
  fahrer: string
  ab_tagen: number | null
  mit_bestand: boolean
  nur_aktive: boolean
  nur_leergut: boolean
  stufe: Tone
  frist: string | null
}

/** No driver is asked for. */
export const ANYBODY = "alle"

/** Body of the request: only filters that are set and belong to this kind. */
export function wantedOf(values: Values): Wanted {
  const { art, von, bis, ort, fahrer, ab_tagen, mit_bestand, nur_aktive } = values
  const reminds = art === "erinnerungen"
  return {
    ...(!reminds && { bis: bis ?? today(), ...(mit_bestand && { mit_bestand }) }),
    ...(reminds && reminderOf(values)),
    ...(art === "kontoauszuege" && von !== null && { von }),
    ...(ort.trim() !== "" && { ort }),
    ...(fahrer !== ANYBODY && { fahrer_id: fahrer }),
    ...(nur_aktive && { aktiv: 1 }),
    ...(ab_tagen !== null && { ab_tagen }),
  }
}
