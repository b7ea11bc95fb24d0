import { query } from "../../db/query.ts"
import { pfandbestaende, pfandverlauf } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import type { Buchung } from "../pfandbuchungen/kette.ts"
import { vorzeichen } from "../../lib/buchungsart.ts"
import type { Fehler } from "./model.ts"

type Tag = { tag: string; zugang_cent: number; abgang_cent: number; erste_nr: number; letzte_nr: number }
type Bestand = { pfandartikel_id: string | null; bestand: number; wert_cent: number }

/** A hundred years, and more articles than a company has. */
const alleTage = query<Tag>`
  SELECT v.tag, v.zugang_cent, v.abgang_cent, v.erste_nr, v.letzte_nr FROM ${pfandverlauf} v
  ORDER BY v.tag LIMIT 36600`
const alleBestaende = query<Bestand>`
  SELECT s.pfandartikel_id, s.bestand, s.wert_cent FROM ${pfandbestaende} s ORDER BY s.pfandartikel_id LIMIT 100000`

/**
 * Sums by day and by article, reckoned from the bookings, to compare with those that triggers keep (migration 0014).
 */
export class Summen {
  readonly #tage = new Map<string, Tag>()
  readonly #bestaende = new Map<string | null, Bestand>()

  add({ gebucht_am, pfandartikel_id, art, menge, summe_cent, lfd_nr }: Buchung): void {
    const tag = gebucht_am.slice(0, 10)
    const erster = { tag, zugang_cent: 0, abgang_cent: 0, erste_nr: lfd_nr, letzte_nr: 0 }
    const am = this.#tage.getOrInsert(tag, erster)
    if (summe_cent > 0) am.zugang_cent += summe_cent
    else am.abgang_cent -= summe_cent
    am.letzte_nr = lfd_nr
    const leer = { pfandartikel_id, bestand: 0, wert_cent: 0 }
    const von = this.#bestaende.getOrInsert(pfandartikel_id, leer)
    von.bestand += vorzeichen(art) * menge
    von.wert_cent += summe_cent
  }

  /** @returns where the database keeps something else */
  differences(tenant: TenantDb): Fehler {
    const tage = unequal(this.#tage, tenant.all(alleTage, {}), ({ tag }) => tag)
    const bestaende = unequal(this.#bestaende, tenant.all(alleBestaende, {}), (von) => von.pfandartikel_id)
    return [
      ...tage.map((tag) => ({
        art: "verlauf" as const,
        msg: `Die Summen des Tages ${tag} stimmen nicht mit den Buchungen überein`,
      })),
      ...bestaende.map((id) => ({
        art: "bestand" as const,
        msg: `Der Bestand ${id === null ? "aller Geräte" : `des Artikels ${id}`} stimmt nicht mit den Buchungen überein`,
      })),
    ]
  }
}

/** @returns the keys of what is not the same in both, or in one only */
function unequal<K, V extends object>(soll: Map<K, V>, stored: V[], keyOf: (value: V) => K): K[] {
  const ist = new Map(stored.map((value) => [keyOf(value), value]))
  const same = (key: K): boolean => {
    const [one, other] = [soll.get(key), ist.get(key)]
    return one !== undefined && other !== undefined && Bun.deepEquals(one, other)
  }
  return [...new Set([...soll.keys(), ...ist.keys()])].filter((key) => !same(key))
}
