import { GONE } from "../shared/kundenkopf.ts"
import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import {
  geraete,
  kunden,
  pfandartikel,
  pfandkonten,
  pfandsalden,
  pfandwerte,
  standorte,
} from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { readPaid, type Betragsbestand } from "../pfandlots/paid.ts"
import type { PfandkontoReply } from "./model.ts"

type Kundenkonto = Static<typeof PfandkontoReply>
type Kontoartikel = Omit<Kundenkonto["artikel"][number], "negativ" | "bezahlt">
type Kontogeraet = Omit<Kundenkonto["geraete"][number], "beim_kunden"> & { hier: number }

const artikelstaende = query<Kontoartikel, { kunde_id: string }>`
  SELECT k.pfandartikel_id, a.nummer, a.bezeichnung, k.bestand, k.wert_cent, k.seit_am
  FROM ${pfandkonten} k CROSS JOIN ${pfandartikel} a ON a.id = k.pfandartikel_id
  WHERE k.kunde_id = :kunde_id AND (k.bestand <> 0 OR k.wert_cent <> 0) ORDER BY a.nummer`

const geraetestaende = query<Kontogeraet, { kunde_id: string }>`
  SELECT k.geraet_id, g.geraetenummer, g.bezeichnung, g.kunde_id IS k.kunde_id AS hier, s.name AS standort_name,
    k.wert_cent, k.seit_am
  FROM ${pfandkonten} k CROSS JOIN ${geraete} g ON g.id = k.geraet_id
  LEFT JOIN ${standorte} s ON s.id = g.standort_id AND s.kunde_id = k.kunde_id
  WHERE k.kunde_id = :kunde_id AND (g.kunde_id = k.kunde_id OR k.seit_am IS NOT NULL OR k.wert_cent <> 0) ORDER BY g.geraetenummer`

type Artikelwert = Betragsbestand & { pfandartikel_id: string }

const artikelwerte = query<Artikelwert, { kunde_id: string }>`
  SELECT w.pfandartikel_id, w.betrag_cent, w.bestand
  FROM ${pfandkonten} k CROSS JOIN ${pfandwerte} w
  ON w.pfandartikel_id = k.pfandartikel_id AND w.kunde_id = k.kunde_id
  WHERE k.kunde_id = :kunde_id AND k.bestand > 0`

type Kopf = {
  kundennummer: string
  name: string
  wert_cent: number | null
  negative_konten: number | null
  seit_am: string | null
}

const kopf = query<Kopf, { kunde_id: string }>`
  SELECT k.kundennummer, k.name, s.wert_cent, s.negative_konten, s.seit_am
  FROM ${kunden} k LEFT JOIN ${pfandsalden} s ON s.kunde_id = k.id WHERE k.id = :kunde_id`

/**
 * @returns what a customer holds, per article and device, and the deposit on it
 * @throws Refusal missing
 */
export function getPfandkonto(tenant: TenantReader, kunde_id: string): Kundenkonto {
  const kunde = tenant.getFirst(kopf, { kunde_id }, GONE)
  return {
    kunde_id,
    kundennummer: kunde.kundennummer,
    name: kunde.name,
    wert_cent: kunde.wert_cent ?? 0,
    seit_am: kunde.seit_am,
    negativ: (kunde.negative_konten ?? 0) > 0,
    artikel: listArtikel(tenant, kunde_id),
    geraete: tenant
      .all(geraetestaende, { kunde_id })
      .map(({ hier, ...stand }) => ({ ...stand, beim_kunden: hier === 1 })),
  }
}

function listArtikel(tenant: TenantReader, kunde_id: string) {
  const values = Map.groupBy(tenant.all(artikelwerte, { kunde_id }), (value) => value.pfandartikel_id)
  return tenant.all(artikelstaende, { kunde_id }).map((stand) => {
    const { pfandartikel_id, bestand } = stand
    const konto = { kunde_id, pfandartikel_id, geraet_id: null }
    const bezahlt = readPaid(tenant, konto, values.get(pfandartikel_id) ?? [])
    return { ...stand, negativ: bestand < 0, bezahlt }
  })
}
