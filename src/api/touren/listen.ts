import type { TenantDb } from "../../db/tenant-db.ts"
import { missing } from "../../lib/refusal.ts"
import type { Halt, Tour } from "../../print/dokumente/tour.ts"
import { getFirma, startOfToday } from "../belege/kopf.ts"
import type { Actor } from "../session.ts"
import { listTouren } from "./rules.ts"

type Stopp = ReturnType<typeof listTouren>["touren"][number]["stopps"][number]

const anschrift = ({ strasse, plz, ort }: Stopp): string =>
  [strasse, [plz, ort].filter(Boolean).join(" ")].filter(Boolean).join(", ")

const halt = (stopp: Stopp): Halt => ({
  kunde: stopp.kunde_name,
  anschrift: anschrift(stopp),
  telefon: stopp.telefon,
  zeit_von: stopp.zeit_von,
  zeit_bis: stopp.zeit_bis,
  hinweis: [stopp.anlieferungshinweis, stopp.hinweis].filter(Boolean).join("\n") || null,
  status: stopp.status,
  grund: null,
  posten: stopp.positionen.map((position) => ({
    ...position,
    nummer: position.nummer ?? "",
    bezeichnung: position.bezeichnung ?? "",
  })),
})

/**
 * @returns a driver's day, ready for the lists that are made from it
 * @throws Refusal missing when the driver has no stops that day, or is another than the one who asks
 */
export function getTour(tenant: TenantDb, actor: Actor, datum: string, fahrer_id: string): Tour {
  const tour = listTouren(tenant, actor, datum).touren.find((one) => one.fahrer_id === fahrer_id)
  if (!tour) throw missing("Tour nicht gefunden")
  return {
    firma: getFirma(tenant),
    erstellt_am: startOfToday(tenant),
    datum,
    fahrer: tour.fahrer_name ?? "",
    halte: tour.stopps.map(halt),
  }
}
