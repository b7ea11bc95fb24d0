import { query } from "../../db/query.ts"
import { pfandbuchungen, tenants } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { START, type Buchung, hashForm, kettenHash } from "../pfandbuchungen/chain.ts"
import { checkAbrechnungen, findNotOnce } from "./abrechnungen.ts"
import { checkLager } from "./lager.ts"
import type { Faults, Hinweise, Pfandpruefung } from "./model.ts"
import { checkSalden } from "./salden.ts"
import { Buchungssummen } from "./sums.ts"
import { ENOUGH } from "../../lib/pruefungen.ts"
import { loop } from "../../lib/turns.ts"
import { createPruefung } from "./stored.ts"

/** Bookings read in one piece, which takes a few milliseconds. */
const BUCHUNGEN = 250

const kette = query<Buchung, { nach: number; limit: number }>`
  SELECT b.* FROM ${pfandbuchungen} b WHERE b.lfd_nr > :nach ORDER BY b.lfd_nr LIMIT :limit`

/**
 * Checks the ledger against its hash chain, and the balances against the ledger, while others have their turn in
 * between. Changes nothing, and needs little memory however long the ledger is.
 */
export const checkPfandbuch = (tenant: TenantDb): Promise<Pfandpruefung> =>
  loop.through(tenant.id, inPieces(tenant))

/** Checks as `checkPfandbuch`, and yields after each piece of a few milliseconds. */
export function* inPieces(tenant: TenantDb): Generator<undefined, Pfandpruefung> {
  const faults: Faults = []
  const { nr, hash } = yield* checkKette(tenant, faults)
  const hinweise: Hinweise = []
  yield* checkSalden(tenant, { faults, hinweise })
  yield* checkAbrechnungen(tenant, faults)
  yield* checkLager(tenant, faults)
  return {
    in_ordnung: faults.length === 0,
    buchungen: nr,
    letzter_hash: nr > 0 ? hash : null,
    fehler: faults.slice(0, ENOUGH),
    hinweise,
  }
}

/** Checks the chain, and the sums over all bookings. @returns number and hash of the last booking */
function* checkKette(tenant: TenantDb, faults: Faults): Generator<undefined, { nr: number; hash: string }> {
  const limits = tenant.get(tenants, tenant.id)
  let previous = START
  let nr = 0
  const sums = new Buchungssummen()
  for (;;) {
    const nach = nr
    const part = tenant.all(kette, { nach, limit: BUCHUNGEN })
    for (const buchung of part) {
      if (buchung.lfd_nr !== nr + 1)
        faults.push({ art: "kette", msg: `Vor Buchung ${buchung.lfd_nr} fehlt eine` })
      if (buchung.hash !== kettenHash(previous, buchung, hashForm(buchung.lfd_nr, limits))) {
        faults.push({ art: "kette", msg: `Buchung ${buchung.lfd_nr} wurde nachträglich verändert` })
      }
      sums.add(buchung)
      previous = buchung.hash
      nr = buchung.lfd_nr
    }
    faults.push(...findNotOnce(tenant, { nach, bis: nr }))
    if (faults.length >= ENOUGH) return { nr, hash: previous }
    if (part.length < BUCHUNGEN) {
      // Compared at the same moment as the last bookings were read.
      faults.push(...sums.differences(tenant))
      return { nr, hash: previous }
    }
    yield
  }
}

type Commit = <T>(work: () => T) => Promise<T>

/** Checks under way, by company. Each reads all of a ledger, maybe millions of bookings: one at a time is enough. */
const running = new Map<string, Promise<Pfandpruefung>>()

/**
 * Checks the ledger of a company, while others have their turn in between, and stores the result. Whoever asks
 * meanwhile gets the same result. It is stored even if all of them hang up.
 *
 * @param commit stores the result
 */
export function provePfandbuch(tenant: TenantDb, commit: Commit): Promise<Pfandpruefung> {
  const begun = running.get(tenant.id)
  if (begun) return begun
  const proof = prove(tenant, commit).finally(() => running.delete(tenant.id))
  running.set(tenant.id, proof)
  return proof
}

async function prove(tenant: TenantDb, commit: Commit): Promise<Pfandpruefung> {
  const result = await checkPfandbuch(tenant)
  await commit(() => createPruefung(tenant, result))
  return result
}
