import type { TenantReader } from "../../db/tenant-db.ts"
import { journalHeading, journalLines } from "../../print/export/journal.ts"
import { getEinstellungen } from "./einstellungen.ts"
import { kontoOf } from "./konten.ts"
import { isGebucht, pagesOf } from "./posten.ts"

const WOFUER = {
  warenumschliessung: "Pfand Warenumschließung",
  transporthilfsmittel: "Transporthilfsmittel",
  geraetepfand: "Gerätepfand",
  kaution: "Kaution",
}

/** @returns the settlements of a month as a table, for everybody without DATEV; a page at a time */
export function* writeJournal(tenant: TenantReader, monat: string): Generator<string> {
  const einstellungen = getEinstellungen(tenant)
  yield journalHeading()
  for (const page of pagesOf(tenant, monat, einstellungen))
    yield journalLines(
      page.flatMap(({ steuern, art, ...posten }) =>
        steuern.map(({ klasse, satz, netto_cent, ust_cent }) => ({
          ...posten,
          storno: art === "storno",
          gebucht: isGebucht(posten, { klasse }),
          wofuer: WOFUER[klasse],
          konto: kontoOf(einstellungen, { ...posten, klasse, satz }).konto,
          satz,
          netto_cent,
          ust_cent,
        })),
      ),
    )
}
