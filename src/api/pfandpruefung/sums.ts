import { query } from "../../db/query.ts"
import { pfandbestaende, pfandverlauf } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import type { Buchung } from "../pfandbuchungen/chain.ts"
import { piecesOf } from "../../lib/buchungsart.ts"
import type { Faults } from "./model.ts"

type Day = { tag: string; zugang_cent: number; abgang_cent: number; erste_nr: number; letzte_nr: number }
type Artikelsumme = { pfandartikel_id: string | null; bestand: number; wert_cent: number }

/** A hundred years, and more articles than a company has. */
const everyDay = query<Day>`
  SELECT v.tag, v.zugang_cent, v.abgang_cent, v.erste_nr, v.letzte_nr FROM ${pfandverlauf} v
  ORDER BY v.tag LIMIT 36600`
const everyBestand = query<Artikelsumme>`
  SELECT s.pfandartikel_id, s.bestand, s.wert_cent FROM ${pfandbestaende} s ORDER BY s.pfandartikel_id LIMIT 100000`

/**
 * Sums by day and by article, calculated from the bookings, to compare with those that triggers keep (migration 0014).
 */
export class Buchungssummen {
  readonly #tage = new Map<string, Day>()
  readonly #bestaende = new Map<string | null, Artikelsumme>()

  add({ gebucht_am, pfandartikel_id, art, menge, summe_cent, lfd_nr }: Buchung): void {
    const tag = gebucht_am.slice(0, 10)
    const first = { tag, zugang_cent: 0, abgang_cent: 0, erste_nr: lfd_nr, letzte_nr: 0 }
    const am = this.#tage.getOrInsert(tag, first)
    if (summe_cent > 0) am.zugang_cent += summe_cent
    else am.abgang_cent -= summe_cent
    am.letzte_nr = lfd_nr
    const empty = { pfandartikel_id, bestand: 0, wert_cent: 0 }
    const von = this.#bestaende.getOrInsert(pfandartikel_id, empty)
    von.bestand += piecesOf({ art, menge })
    von.wert_cent += summe_cent
  }

  /** @returns a fault for each day and article of which the database keeps another sum */
  differences(tenant: TenantDb): Faults {
    const days = unequal(this.#tage, tenant.all(everyDay, {}), ({ tag }) => tag)
    const bestaende = unequal(this.#bestaende, tenant.all(everyBestand, {}), (von) => von.pfandartikel_id)
    return [
      ...days.map((day) => ({
        art: "verlauf" as const,
        msg: `Die Summen des Tages ${day} stimmen nicht mit den Buchungen überein`,
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
  const byKey = new Map(stored.map((value) => [keyOf(value), value]))
  const same = (key: K): boolean => {
    const [one, other] = [soll.get(key), byKey.get(key)]
    return one !== undefined && other !== undefined && Bun.deepEquals(one, other)
  }
  return [...new Set([...soll.keys(), ...byKey.keys()])].filter((key) => !same(key))
}
