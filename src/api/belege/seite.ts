import { query } from "../../db/query.ts"
import { belegdateien, belege } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { formatDatum, formatEuro } from "../../lib/format.ts"
import type { Belegseite } from "../../print/dokumente/seite.ts"
import type { Beleg } from "./ablage.ts"
import { findLinkantwort, type Linkantwort } from "./antworten.ts"
import { getFirma } from "./kopf.ts"

export type { Belegseite } from "../../print/dokumente/seite.ts"

/** Everything that a link shows. */
export type LinkView = {
  beleg: Beleg
  seite: Belegseite
  /** What the customer said by the link; null where they did not. */
  said: Linkantwort | null
  zeitzone: string
}

/** Without the bytes beside it. */
const inhaltOf = query<{ inhalt: string | null }, { id: string }>`
  SELECT d.inhalt FROM ${belegdateien} d WHERE d.id = :id`

/** @returns what a link shows; undefined where that is nothing, as of a document that is kept for the auditor alone */
export function viewByLink(tenant: TenantReader, beleg_id: string): LinkView | undefined {
  const beleg = tenant.find(belege, beleg_id)
  const datei = tenant.first(inhaltOf, { id: beleg_id })
  if (!beleg || !datei || beleg.gesperrt === 1) return undefined
  const { zeitzone } = getFirma(tenant)
  const seite = datei.inhalt === null ? seiteOf(tenant, beleg) : (JSON.parse(datei.inhalt) as Belegseite)
  return { beleg, seite, said: findLinkantwort(tenant, beleg_id), zeitzone }
}

/** For a document that was kept before there were links: what is known of it. All else is in its file. */
function seiteOf(tenant: TenantReader, { titel, bis, saldo_cent }: Beleg): Belegseite {
  const { name, telefon, email } = getFirma(tenant)
  return {
    firma: name,
    kontakt: [telefon, email].filter((line) => line !== null),
    angaben: [
      ["Beleg", titel],
      ...(bis === null ? [] : [["Stichtag", formatDatum(bis)] as const]),
      ...(saldo_cent === null ? [] : [["Saldo", formatEuro(saldo_cent)] as const]),
    ],
    tabellen: [],
    saetze: [],
  }
}
