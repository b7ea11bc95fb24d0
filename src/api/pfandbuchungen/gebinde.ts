import { query } from "../../db/query.ts"
import { gebindebewegungen } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { vorzeichen } from "../../lib/buchungsart.ts"
import { countLots, takeOldest } from "../../lib/fifo.ts"
import { hasChangedParts, listTeileAt, type Teil } from "../shared/artikelstand.ts"
import type { Buchung } from "./chain.ts"

type Bewegung = Pick<Row<typeof gebindebewegungen>, "gebinde_id" | "teile" | "menge">

/** Gebinde of a customer by the parts with which they went out, those that went out first in front. */
const held = query<{ teile: string; menge: number }, { kunde_id: string; gebinde_id: string }>`
  SELECT g.teile, sum(g.menge) AS menge FROM ${gebindebewegungen} g
  WHERE g.kunde_id = :kunde_id AND g.gebinde_id = :gebinde_id
  GROUP BY g.teile ORDER BY min(g.id)`

const inVorgang = query<Bewegung, { vorgang_id: string }>`
  SELECT g.gebinde_id, g.teile, g.menge FROM ${gebindebewegungen} g WHERE g.vorgang_id = :vorgang_id ORDER BY g.id`

type Posten = { art: Buchung["art"]; menge: number }

/**
 * Parts of the gebinde of one Vorgang. They go out with the parts of their day, and come back with the parts with which
 * they went out, first in, first out. More than went out come back with the parts of their day.
 */
export class Gebindeteile {
  readonly #tenant: TenantReader
  readonly #kunde_id: string
  readonly #moment: string
  readonly #moves: Bewegung[] = []

  /** @param moment of the parts: when it happened, or when the lorry was loaded. ISO 8601 UTC */
  constructor(tenant: TenantReader, kunde_id: string, moment: string) {
    this.#tenant = tenant
    this.#kunde_id = kunde_id
    this.#moment = moment
  }

  /** @returns the parts as which gebinde are booked, each article once */
  split(gebinde_id: string, { art, menge }: Posten): Teil[] {
    const today = JSON.stringify(listTeileAt(this.#tenant, gebinde_id, this.#moment))
    // Most never get other parts: then it does not matter which came back, and nothing is read of what went out.
    const isOneKind = vorzeichen(art) > 0 || !hasChangedParts(this.#tenant, gebinde_id)
    const lots = isOneKind ? [] : takeOldest(this.#out(gebinde_id), menge)
    const rest = { teile: today, menge: menge - countLots(lots) }
    const pieces = new Map<string, number>()
    for (const lot of rest.menge > 0 ? [...lots, rest] : lots) {
      this.#moves.push({ gebinde_id, teile: lot.teile, menge: vorzeichen(art) * lot.menge })
      for (const teil of JSON.parse(lot.teile) as Teil[])
        pieces.set(teil.pfandartikel_id, (pieces.get(teil.pfandartikel_id) ?? 0) + lot.menge * teil.menge)
    }
    return [...pieces].map(([pfandartikel_id, sum]) => ({ pfandartikel_id, menge: sum }))
  }

  #out(gebinde_id: string): { teile: string; menge: number }[] {
    const counts = new Map<string, number>()
    const own = this.#moves.filter((one) => one.gebinde_id === gebinde_id)
    for (const { teile, menge } of [
      ...this.#tenant.all(held, { kunde_id: this.#kunde_id, gebinde_id }),
      ...own,
    ])
      counts.set(teile, (counts.get(teile) ?? 0) + menge)
    return [...counts].filter(([, menge]) => menge > 0).map(([teile, menge]) => ({ teile, menge }))
  }

  /** Keeps with which parts they were booked. */
  store(tenant: TenantDb, vorgang_id: string): void {
    const rows = this.#moves.map((move) => ({ ...move, vorgang_id, kunde_id: this.#kunde_id }))
    if (rows.length > 0) tenant.insertAll(gebindebewegungen, rows)
  }
}

/** Takes back the gebinde of a Vorgang that is reversed. */
export function reverseGebinde(
  tenant: TenantDb,
  kunde_id: string,
  vorgang_id: string,
  storno_id: string,
): void {
  const rows = tenant
    .all(inVorgang, { vorgang_id })
    .map((move) => ({ ...move, menge: -move.menge, kunde_id, vorgang_id: storno_id }))
  if (rows.length > 0) tenant.insertAll(gebindebewegungen, rows)
}
