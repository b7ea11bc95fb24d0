import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { abrechnungen, abrechnungskoepfe, belege, pfandbuchungen } from "../../db/schema.ts"
import type { belegarten } from "../../db/schema/values.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { localTime } from "../shared/time.ts"
import type { LoeschungReply } from "./model.ts"

type Kept = Static<typeof LoeschungReply>["aufbewahrt"][number]
type Belegart = (typeof belegarten)[number]

/** Books are kept ten years from the end of the year (AO § 147 Abs. 3). */
const BOOK_YEARS = 10

const perArt = query<{ art: Belegart; anzahl: number; bis: string }, { kunde_id: string }>`
  SELECT b.art, count(*) AS anzahl, max(b.aufbewahren_bis) AS bis
  FROM ${belege} b WHERE b.kunde_id = :kunde_id GROUP BY b.art`

const empfaenger = query<{ anzahl: number; bis: string | null }, { kunde_id: string }>`
  SELECT count(*) AS anzahl, max(h.aufbewahren_bis) AS bis
  FROM ${abrechnungen} a CROSS JOIN ${abrechnungskoepfe} h ON h.id = a.id WHERE a.kunde_id = :kunde_id`

const buchungenOf = query<{ anzahl: number; zuletzt_am: string | null }, { kunde_id: string }>`
  SELECT count(*) AS anzahl, max(b.gebucht_am) AS zuletzt_am
  FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id`

const words: Record<Belegart, string> = {
  abrechnung: "Abrechnungen",
  lieferschein: "Lieferscheine mit Unterschrift",
  saldenuebernahme: "Saldenübernahmen",
  kontoauszug: "Kontoauszüge",
  saldenbestaetigung: "Saldenbestätigungen",
  erinnerung: "Erinnerungen",
  datev: "DATEV-Dateien",
  journal: "Journale",
}
const BUCHUNGSBELEGE = "AO § 147: Buchungsbelege acht Jahre"
const letters = new Set<Belegart>(["kontoauszug", "saldenbestaetigung", "erinnerung"])

/** @returns what must be kept of a person who is being erased, until when, and by which rule */
export function listKept(tenant: TenantReader, kunde_id: string): Kept[] {
  const { anzahl = 0, zuletzt_am = null } = tenant.first(buchungenOf, { kunde_id }) ?? {}
  const papiere = tenant.all(perArt, { kunde_id }).map(({ art, anzahl: count, bis }) => ({
    was: words[art],
    anzahl: count,
    bis,
    grund: letters.has(art) ? "AO § 147: Geschäftsbriefe sechs Jahre" : BUCHUNGSBELEGE,
  }))
  const { anzahl: koepfe = 0, bis: last } = tenant.first(empfaenger, { kunde_id }) ?? {}
  if (last)
    papiere.push({ was: "Empfänger von Abrechnungen", anzahl: koepfe, bis: last, grund: BUCHUNGSBELEGE })
  if (zuletzt_am === null) return papiere
  // The year of the books is that of the company's days, which begins before that of UTC.
  const jahr = Number(localTime(tenant, zuletzt_am).datum.slice(0, 4))
  const bis = `${jahr + BOOK_YEARS}-12-31`
  return [
    { was: "Buchungen im Pfandbuch, ohne Namen", anzahl, bis, grund: "AO § 147: Bücher zehn Jahre" },
    ...papiere,
  ]
}
