import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { lagerartikel, lagerbewegungen, pfandartikel } from "../../db/schema.ts"
import type { NewRow, Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { splitArtikel } from "../shared/staende.ts"
import { derivedId, claimRequest } from "../shared/claim.ts"
import { readErfasstAm } from "../shared/time.ts"
import { byId, postenNames, withPersonNames } from "../shared/names.ts"
import { owners, searchedPage } from "../shared/fitting.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { writeProtokoll } from "../shared/record.ts"
import { Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import { spalten } from "./bestand.ts"
import type { LagerbewegungReply, LagerStorno, NewLagerbewegung } from "./model.ts"

type Lagerbewegung = Row<typeof lagerbewegungen>
type Reply = Static<typeof LagerbewegungReply>

export const lagerbewegungenList = new List<Lagerbewegung>({
  table: lagerbewegungen,
  columns: ["*"],
  sorts: { "-erfasst_am": "-erfasst_am" },
  equal: ["pfandartikel_id"],
})

type New = Omit<NewRow<typeof lagerbewegungen>, "gebucht_von">

/** Stores a movement. One from before the article was counted does not change its stock: the count has it already. */
function store(tenant: TenantDb, actor: Actor, values: New): Lagerbewegung {
  const bewegung = tenant.insert(lagerbewegungen, { ...values, gebucht_von: actor.id })
  const stand = tenant.find(lagerartikel, values.pfandartikel_id)
  const column = spalten[values.art]
  if (stand && values.erfasst_am > stand.gezaehlt_am)
    tenant.update(lagerartikel, stand.id, { [column]: stand[column] + values.menge })
  writeProtokoll(tenant, actor, "lagerbewegungen.gebucht", lagerbewegungen, undefined, bewegung)
  return bewegung
}

const ofRequest = query<Lagerbewegung, { ids: string }>`
  SELECT b.* FROM json_each(:ids) j CROSS JOIN ${lagerbewegungen} b ON b.id = j.value`

/** @returns an id for each part: the client's own for the first, so that a repetition finds what it booked */
const idOf = (id: string, index: number): string => (index === 0 ? id : derivedId(id, String(index)))

/**
 * Books what the company bought, sold or scrapped of its own stock; customers' accounts are not touched.
 *
 * @returns the movements, one for each part of a gebinde, and whether this request booked them
 * @throws Refusal missing, conflict, invalid
 */
export function bookLagerbewegung(
  tenant: TenantDb,
  actor: Actor,
  input: Static<typeof NewLagerbewegung>,
): Created<{ bewegungen: Reply[] }> {
  const erfasst_am = readErfasstAm(input.erfasst_am, tenant.now())
  const artikel = tenant.get(pfandartikel, input.pfandartikel_id, "Pfandartikel nicht gefunden")
  const parts = splitArtikel(tenant, artikel, input.menge, erfasst_am)
  const id = input.id ?? Bun.randomUUIDv7()
  if (!claimRequest(tenant, "lagerbewegungen", input.id, input)) {
    const ids = JSON.stringify(parts.map((_, index) => idOf(id, index)))
    return new Created({ bewegungen: withNames(tenant, tenant.all(ofRequest, { ids })) }, false)
  }
  const { art, bemerkung = null } = input
  const booked = parts.map((part, index) =>
    store(tenant, actor, {
      id: idOf(id, index),
      ...part,
      art,
      bemerkung,
      storno_von: null,
      erfasst_am,
    }),
  )
  return new Created({ bewegungen: withNames(tenant, booked) }, true)
}

/** Takes a movement back, once: as if it had never happened. @throws Refusal missing, conflict */
export function reverseLagerbewegung(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  input: Static<typeof LagerStorno>,
): Reply {
  const original = tenant.get(lagerbewegungen, id, "Lagerbewegung nicht gefunden")
  if (original.storno_von !== null) throw conflict("Ein Storno kann nicht storniert werden; bitte neu buchen")
  if (withNames(tenant, [original])[0]?.storniert) throw conflict("Diese Bewegung ist bereits storniert")
  const { pfandartikel_id, art, menge, erfasst_am } = original
  const storno = store(tenant, actor, {
    pfandartikel_id,
    art,
    menge: -menge,
    bemerkung: input.bemerkung ?? null,
    storno_von: id,
    erfasst_am,
  })
  return withNames(tenant, [storno])[0] as Reply
}

const stornierte = query<{ id: string }, { ids: string }>`
  SELECT s.storno_von AS id FROM json_each(:ids) j CROSS JOIN ${lagerbewegungen} s ON s.storno_von = j.value`

function withNames(tenant: TenantReader, bewegungen: Lagerbewegung[]): Reply[] {
  const reversed = byId(tenant, stornierte, bewegungen, ({ id }) => id)
  const nameOf = postenNames(tenant, bewegungen)
  return withPersonNames(tenant, bewegungen, "gebucht_von").map((one) => ({
    ...one,
    ...nameOf(one),
    storniert: reversed.has(one.id),
  }))
}

/** @returns what was bought, sold and scrapped, the latest first */
export function listLagerbewegungen(
  tenant: TenantReader,
  request: PageRequest & { q?: string; pfandartikel_id?: string },
): PageOf<Reply> {
  const page = searchedPage(tenant, lagerbewegungenList, request, [owners.artikel()])
  return { ...page, items: withNames(tenant, page.items) }
}
