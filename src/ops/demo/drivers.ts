import { changeEinstellungen, getEinstellungen } from "../../api/fahrer/einstellungen.ts"
import { collectUngeplant } from "../../api/fahrer/ungeplant.ts"
import { createFeierabend } from "../../api/feierabend/rules.ts"
import { createKlaerung } from "../../api/klaerungen/rules.ts"
import type { Actor } from "../../api/frame/session.ts"
import { query } from "../../db/query.ts"
import { lieferpositionen, lieferungen } from "../../db/schema.ts"
import type { Ids } from "./set-up.ts"
import type { TenantDb } from "../../db/tenant-db.ts"

const lastDelivery = query<{ id: string; datum: string }, { fahrer_id: string }>`
  SELECT l.id, l.datum FROM ${lieferungen} l
  WHERE l.fahrer_id = :fahrer_id AND l.status = 'zugestellt' ORDER BY l.datum DESC, l.id DESC LIMIT 1`

const returns = query<{ pfandartikel_id: string; menge: number }, { fahrer_id: string; datum: string }>`
  SELECT p.pfandartikel_id, sum(p.ist_ruecknahme) AS menge
  FROM ${lieferungen} l CROSS JOIN ${lieferpositionen} p ON p.lieferung_id = l.id
  WHERE l.fahrer_id = :fahrer_id AND l.datum = :datum AND p.ist_ruecknahme > 0
  GROUP BY p.pfandartikel_id ORDER BY p.pfandartikel_id`

/**
 * Records of drivers beside their deliveries: an unplanned pick-up, an evening's count with something missing, and a
 * stop that the service refused and the office has not decided yet.
 *
 * @returns the stop that a picture of a damage belongs to
 */
export function tellDrivers(
  tenant: TenantDb,
  admin: Actor,
  [first, second]: Actor[],
  { artikel, kunden }: Ids,
): string | undefined {
  if (!first || !second) return undefined
  const kasten = artikel("BIER-20")
  const { fehlschlag_gruende } = getEinstellungen(tenant)
  changeEinstellungen(
    tenant,
    admin,
    { fehlschlag_gruende: [...fehlschlag_gruende, "Hund im Hof"] },
    undefined,
  )
  collectUngeplant(tenant, first, {
    kunde_id: kunden[9] ?? "",
    empfaenger_name: "Herr Behn",
    positionen: [{ pfandartikel_id: kasten, ist_ruecknahme: 4 }],
  })
  const trip = tenant.first(lastDelivery, { fahrer_id: second.id })
  if (!trip) return undefined
  createFeierabend(tenant, second, {
    datum: trip.datum,
    bemerkung: "Ein Kasten ist beim Abladen zerbrochen",
    // Everything was counted but one piece of the first article.
    positionen: tenant
      .all(returns, { fahrer_id: second.id, datum: trip.datum })
      .map(({ pfandartikel_id, menge }, i) => ({
        art: "leergut" as const,
        pfandartikel_id,
        gezaehlt: i === 0 ? menge - 1 : menge,
      })),
  })
  createKlaerung(tenant, second, {
    art: "abschluss",
    lieferung_id: trip.id,
    versuch: 1,
    ablehnung: "Die Lieferung ist schon zugestellt (1. Versuch).",
    angaben: {
      empfaenger_name: "Frau Meyer",
      positionen: [{ pfandartikel_id: kasten, ist_ruecknahme: 2 }],
    },
  })
  return trip.id
}
