import { query } from "../../db/query.ts"
import { geraete, geraete_bewegungen, kunden, pfandbuchungen } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { formatDatum } from "../../lib/format.ts"
import { conflict } from "../../lib/refusal.ts"
import { writeProtokoll } from "../shared/record.ts"
import { days } from "../shared/time.ts"
import type { Actor } from "../frame/session.ts"

type Geraet = Row<typeof geraete>

type Move = {
  geraet_id: string
  art: "ausgabe" | "ruecknahme"
  kunde_id: string
  /** Status of a device after its return; `lager` by default. */
  nach_status?: "lager" | "wartung"
  lieferung_id?: string
  /** Which of the customer's places it is brought to; what comes back comes from where it is. */
  standort_id?: string | null
  notiz?: string
  erfasst_am: string
  /** Since when it is there, where a Storno puts it back: ISO 8601 UTC; `erfasst_am` by default. */
  seit?: string | undefined
  /** Undoing a return may have to fetch the device from maintenance, from where nothing is issued otherwise. */
  auch_aus_wartung?: boolean
}

/**
 * Moves a device to a customer or back, and records that. Only the ledger calls this, so that custody and
 * deposit always agree.
 *
 * @throws Refusal missing for a missing device, conflict when it is not where it should be
 */
export function moveGeraet(tenant: TenantDb, actor: Actor, move: Move): void {
  const { geraet_id, art, kunde_id, nach_status = "lager", lieferung_id, notiz, erfasst_am } = move
  const status_seit = move.seit ?? erfasst_am
  const geraet = tenant.get(geraete, geraet_id, "Gerät nicht gefunden")
  const isHere = geraet.status === "lager" || (move.auch_aus_wartung && geraet.status === "wartung")
  if (art === "ausgabe" && !isHere) throw conflict(whereItIs(tenant, geraet))
  if (art === "ruecknahme" && geraet.kunde_id !== kunde_id) throw conflict(whereItIs(tenant, geraet))
  const standort_id = art === "ausgabe" ? (move.standort_id ?? null) : geraet.standort_id
  const place =
    art === "ausgabe"
      ? { status: "beim_kunden" as const, kunde_id, standort_id }
      : { status: nach_status, kunde_id: null, standort_id: null }
  const moved = tenant.update(geraete, geraet_id, { ...place, status_seit })
  writeProtokoll(tenant, actor, ACTIONS[art], geraete, geraet, moved)
  tenant.insert(geraete_bewegungen, {
    geraet_id,
    art,
    von_status: geraet.status,
    nach_status: place.status,
    kunde_id,
    standort_id,
    lieferung_id: lieferung_id ?? null,
    notiz: notiz ?? null,
    gebucht_von: actor.id,
    erfasst_am,
  })
}

const ACTIONS = { ausgabe: "geraete.ausgegeben", ruecknahme: "geraete.zurueckgenommen" } as const

/** States as messages name a place, with the article that a list of states (lib/arten.ts) leaves out. */
const places: Record<Exclude<Geraet["status"], "beim_kunden">, string> = {
  lager: "im Lager",
  wartung: "in der Wartung",
  verloren: "als verloren gemeldet",
  ausgemustert: "ausgemustert",
}

function whereItIs(tenant: TenantDb, { geraetenummer, status, kunde_id }: Geraet): string {
  if (status !== "beim_kunden") return `Das Gerät ${geraetenummer} ist ${places[status]}`
  const kunde = kunde_id === null ? undefined : tenant.find(kunden, kunde_id)
  return `Das Gerät ${geraetenummer} ist beim Kunden ${kunde?.name ?? "unbekannt"}`
}

/** When it came back last: what was reversed counts as never booked. */
const cameBack = query<{ erfasst_am: string }, { geraet_id: string }>`
  SELECT b.erfasst_am FROM ${pfandbuchungen} b
  WHERE b.geraet_id = :geraet_id AND b.art = 'ruecknahme' AND b.storno_von IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id)
  ORDER BY b.lfd_nr DESC LIMIT 1`

type Movement = { geraet_id: string; erfasst_am: string; isReturn: boolean }

/**
 * A device is in one place at a time, on paper too: it cannot come back before it went out. Days are compared, as the
 * office gives no more than the day, and telephones' clocks differ.
 *
 * @returns in German, what keeps a return from a day before the device was issued, or an issue from one before it came back
 */
export function outOfOrder(
  tenant: TenantReader,
  { geraet_id, erfasst_am, isReturn }: Movement,
): string | undefined {
  const { status_seit, geraetenummer } = tenant.get(geraete, geraet_id, "Gerät nicht gefunden")
  // Its last move was at `status_seit`: nothing later can be out of order.
  if (status_seit === null || erfasst_am >= status_seit) return undefined
  const since = isReturn ? status_seit : tenant.first(cameBack, { geraet_id })?.erfasst_am
  const dayOf = days(tenant)
  if (since === undefined || dayOf(erfasst_am) >= dayOf(since)) return undefined
  const day = formatDatum(dayOf(since))
  return isReturn
    ? `Das Gerät ${geraetenummer} ist erst seit dem ${day} beim Kunden und kann nicht davor zurückgekommen sein`
    : `Das Gerät ${geraetenummer} kam erst am ${day} zurück und kann nicht davor ausgegeben worden sein`
}

/** @throws Refusal conflict */
export function requireInOrder(tenant: TenantReader, movement: Movement): void {
  const why = outOfOrder(tenant, movement)
  if (why !== undefined) throw conflict(`${why}; bitte den Tag prüfen`)
}
