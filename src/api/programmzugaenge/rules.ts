import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { programmzugaenge } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { addDays } from "../../lib/day.ts"
import { programmfelder } from "../../lib/felder/programmzugang.ts"
import { isEnding } from "../../lib/programme.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import { Created } from "../frame/reply.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { type Author, writeProtokoll } from "../shared/record.ts"
import { requireNobody } from "../shared/nobody.ts"
import { createRecord, resource } from "../shared/resource.ts"
import { instants, localTime } from "../shared/time.ts"
import { hashOfToken, newKey } from "./key.ts"
import type { NewProgrammzugang, NewProgrammzugangReply, ProgrammzugangReply } from "./model.ts"
import type { Recht } from "./rechte.ts"

type Zugangszeile = Row<typeof programmzugaenge>
type Programmzugang = Static<typeof ProgrammzugangReply>

export const GONE = "Programmzugang nicht gefunden"

/** Most that are neither revoked nor ended. */
const MOST_IN_FORCE = 50
/** Days that an access lasts at most: three years. */
const MOST_DAYS = 3 * 366

const kind = resource({
  table: programmzugaenge,
  fields: programmfelder,
  gone: GONE,
  inUse: "Ein Zugang wird widerrufen, nicht gelöscht",
})

export const programmzugaengeList = new List<Zugangszeile>({
  table: programmzugaenge,
  columns: ["*"],
  sorts: { "-id": "-id" },
})

const inForce = query<{ n: number }, { now: string }>`
  SELECT count(*) AS n FROM ${programmzugaenge} p WHERE p.widerrufen_am IS NULL AND p.endet_am > :now`

const toReply = ({ rechte, ...zeile }: Zugangszeile): Programmzugang => ({
  ...zeile,
  rechte: rechte.split(" ") as Recht[],
})

/** As many as the page reads that lists those that end. */
const LATEST = 200

/** @returns how many keys that are in use end within days */
export function countEnding(tenant: TenantReader): number {
  const { datum } = localTime(tenant)
  return listProgrammzugaenge(tenant, { limit: LATEST }).items.filter((key) => isEnding(key, datum)).length
}

export function listProgrammzugaenge(tenant: TenantReader, request: PageRequest): PageOf<Programmzugang> {
  const page = programmzugaengeList.page(tenant, request)
  return { ...page, items: page.items.map(toReply) }
}

/**
 * @returns the access with its key, which nobody can read again; without it for a repeated request
 * @throws Refusal invalid for a day that is over or too far away; conflict
 */
export function createProgrammzugang(
  tenant: TenantDb,
  author: Author,
  input: Static<typeof NewProgrammzugang>,
): Created<Static<typeof NewProgrammzugangReply>> {
  const { schluessel, kennung } = newKey()
  const { record, first } = createRecord(tenant, author, kind, input, () => {
    requireNobody(tenant, input.id)
    const { rechte, ...fields } = input
    const today = localTime(tenant).datum
    if (fields.gueltig_bis < today) throw invalid("gueltig_bis", "liegt in der Vergangenheit")
    if (fields.gueltig_bis > addDays(today, MOST_DAYS))
      throw invalid("gueltig_bis", "ist weiter als drei Jahre hin")
    if ((tenant.first(inForce, { now: tenant.now() })?.n ?? 0) >= MOST_IN_FORCE)
      throw conflict(`Es gibt schon ${MOST_IN_FORCE} Zugänge; bitte erst welche widerrufen`)
    const { vor: endet_am = "" } = instants(tenant, { bis: fields.gueltig_bis })
    return { ...fields, rechte: rechte.join(" "), endet_am, kennung, token_hash: hashOfToken(schluessel) }
  })
  return new Created({ ...toReply(record), schluessel: first ? schluessel : null }, first)
}

/** Its key is refused from the next request on; what it did stays in the log. Safe to repeat. @throws Refusal missing */
export function revokeProgrammzugang(tenant: TenantDb, author: Author, id: string): Programmzugang {
  const before = tenant.get(programmzugaenge, id, GONE)
  if (before.widerrufen_am !== null) return toReply(before)
  const after = tenant.update(programmzugaenge, id, { widerrufen_am: tenant.now() })
  writeProtokoll(tenant, author, "programmzugaenge.widerrufen", programmzugaenge, before, after)
  return toReply(after)
}
