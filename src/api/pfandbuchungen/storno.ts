import { query } from "../../db/query.ts"
import {
  anfangsvorgaenge,
  geraete,
  geraete_bewegungen,
  pfandbuchungen,
  pfandumbewertungen,
  pfandverluste,
} from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { moveGeraet } from "./move-geraet.ts"
import { conflict, missing } from "../../lib/refusal.ts"
import type { Actor } from "../frame/session.ts"
import { reverseGebinde } from "./zeilen.ts"
import { bookVorgang } from "./vorgang.ts"
import type { Buchung } from "./chain.ts"
import { writeProtokoll } from "../shared/record.ts"
import { buchungsartInWords, gegenart, piecesOf, vorzeichen } from "../../lib/buchungsart.ts"
import { formatDatum, formatQuantity } from "../../lib/format.ts"
import { depositOf, leavesValue, readValues } from "../pfandlots/paid.ts"
import { localTime } from "../shared/time.ts"
import { MINUS } from "../shared/sign.ts"

const booked = query<Buchung & { storniert: number }, { vorgang_id: string }>`
  SELECT b.*, EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id) AS storniert
  FROM ${pfandbuchungen} b WHERE b.vorgang_id = :vorgang_id ORDER BY b.lfd_nr`

/** @returns what was booked together, with whether it was reversed; nothing for a missing Vorgang */
export const listVorgang = (tenant: TenantDb, vorgang_id: string) => tenant.all(booked, { vorgang_id })

type Moved = { vorgang_id: string; geraet_id: string; kunde_id: string | null; lfd_nr: number }

/** A later Vorgang, not reversed, that moved the device or kept its deposit: of one customer, or of anybody. */
const movedOn = query<{ geraetenummer: string; verlust: 0 | 1 }, Moved>`
  SELECT g.geraetenummer, v.id IS NOT NULL AS verlust
  FROM ${pfandbuchungen} b CROSS JOIN ${geraete} g ON g.id = b.geraet_id
  LEFT JOIN ${pfandverluste} v ON v.id = b.vorgang_id
  WHERE b.geraet_id = :geraet_id AND b.lfd_nr > :lfd_nr AND b.vorgang_id <> :vorgang_id
    AND (:kunde_id IS NULL OR b.kunde_id = :kunde_id)
    AND (b.art IN ('anfangsbestand', 'ausgabe', 'ruecknahme') OR v.id IS NOT NULL AND b.storno_von IS NULL)
    AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id) LIMIT 1`

/** When the customer received what a booking took back: what was reversed counts as never booked. */
const received = query<{ erfasst_am: string }, Omit<Moved, "vorgang_id">>`
  SELECT b.erfasst_am FROM ${pfandbuchungen} b
  WHERE b.geraet_id = :geraet_id AND b.kunde_id = :kunde_id AND b.lfd_nr < :lfd_nr
    AND b.art IN ('anfangsbestand', 'ausgabe') AND b.storno_von IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id)
  ORDER BY b.lfd_nr DESC LIMIT 1`

/** At which of the customer's places a device was before it came back then. */
const cameFrom = query<
  { standort_id: string | null },
  { geraet_id: string; kunde_id: string; erfasst_am: string }
>`
  SELECT w.standort_id FROM ${geraete_bewegungen} w
  WHERE w.geraet_id = :geraet_id AND w.art = 'ruecknahme' AND +w.kunde_id = :kunde_id AND w.erfasst_am = :erfasst_am
  ORDER BY w.id LIMIT 1`

type Where = { kunde_id: string; pfandartikel_id: string; lfd_nr: number }

const revaluedLater = query<{ n: number }, Where>`
  SELECT 1 AS n FROM ${pfandumbewertungen} u CROSS JOIN ${pfandbuchungen} b ON b.vorgang_id = u.id
  WHERE u.kunde_id = :kunde_id AND u.pfandartikel_id = :pfandartikel_id AND +b.lfd_nr > :lfd_nr
    AND b.storno_von IS NULL AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id) LIMIT 1`

const returnedLater = query<{ n: number }, Where>`
  SELECT 1 AS n FROM ${pfandbuchungen} b
  WHERE b.kunde_id = :kunde_id AND b.pfandartikel_id = :pfandartikel_id AND b.lfd_nr > :lfd_nr
    AND b.art IN ${MINUS} AND b.storno_von IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id) LIMIT 1`

/**
 * A Storno books the amounts that the Vorgang had. What became of its pieces at another amount comes first: otherwise
 * the difference would stay on the account, or too much would have been refunded.
 *
 * @throws Refusal conflict that says what to reverse first
 */
function requireSameValue(tenant: TenantDb, buchungen: readonly Buchung[], isUmbewertung: boolean): void {
  for (const { kunde_id, pfandartikel_id, art } of buchungen) {
    if (pfandartikel_id === null || vorzeichen(art) < 0) continue
    const where = { kunde_id, pfandartikel_id, lfd_nr: buchungen.at(-1)?.lfd_nr ?? 0 }
    if (tenant.first(revaluedLater, where))
      throw conflict("Diese Stücke wurden danach umbewertet; bitte zuerst die Umbewertung stornieren")
    if (isUmbewertung && tenant.first(returnedLater, where))
      throw conflict("Seit der Umbewertung kam davon etwas zurück; bitte das zuerst stornieren")
  }
}

/** The latest later Vorgang of an account that was not reversed. */
const followed = query<Pick<Buchung, "gebucht_am" | "art" | "menge">, Where>`
  SELECT b.gebucht_am, b.art, b.menge FROM ${pfandbuchungen} b
  WHERE b.kunde_id = :kunde_id AND b.pfandartikel_id = :pfandartikel_id AND b.lfd_nr > :lfd_nr AND b.storno_von IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id)
  ORDER BY b.lfd_nr DESC LIMIT 1`

/** @throws Refusal conflict where something followed at another amount, with what to reverse first */
function requireNoValueLeft(tenant: TenantDb, buchungen: readonly Buchung[]): void {
  const changes = new Map<string, Map<number, number>>()
  for (const { pfandartikel_id, art, menge, betrag_cent } of buchungen) {
    if (pfandartikel_id === null) continue
    const change = changes.getOrInsertComputed(pfandartikel_id, () => new Map())
    change.set(betrag_cent, (change.get(betrag_cent) ?? 0) - piecesOf({ art, menge }))
  }
  const { kunde_id = "", lfd_nr = 0 } = buchungen.at(-1) ?? {}
  for (const [pfandartikel_id, change] of changes) {
    if (!leavesValue(readValues(tenant, kunde_id, pfandartikel_id), change)) continue
    const last = tenant.first(followed, { kunde_id, pfandartikel_id, lfd_nr })
    if (!last) throw conflict("Danach stünde wieder ein Wert ohne Stücke auf dem Konto")
    const day = formatDatum(localTime(tenant, last.gebucht_am).datum)
    throw conflict(
      `Danach ist davon etwas zu einem anderen Betrag gebucht worden; ohne Stücke bliebe ein Wert auf dem Konto. Bitte zuerst stornieren, was danach kam (zuletzt ${buchungsartInWords[last.art]} von ${formatQuantity(last.menge)} Stück, gebucht am ${day}).`,
    )
  }
}

/**
 * Books the exact opposite of a Vorgang, once. Devices go back to where they were before it, but for those that got lost.
 *
 * @param added.vorgang_id of the counter-booking
 * @returns the counter-bookings
 * @throws Refusal missing for a missing Vorgang; conflict when it was reversed already, is a Storno itself, or one of
 *   its devices has moved on
 */
export function reverseBuchungen(
  tenant: TenantDb,
  actor: Actor,
  vorgang_id: string,
  added: { vorgang_id: string; grund: string; erfasst_am: string },
): Buchung[] {
  const buchungen = listVorgang(tenant, vorgang_id)
  const first = buchungen[0]
  if (!first) throw missing("Vorgang nicht gefunden")
  if (buchungen.some(({ storno_von }) => storno_von !== null)) {
    throw conflict("Ein Storno kann nicht storniert werden; bitte neu buchen")
  }
  if (buchungen.some(({ storniert }) => storniert === 1))
    throw conflict("Dieser Vorgang ist bereits storniert")
  const isUmbewertung = tenant.find(pfandumbewertungen, vorgang_id) !== undefined
  requireSameValue(tenant, buchungen, isUmbewertung)
  requireNoValueLeft(tenant, buchungen)
  // As the revaluation did, its Storno leaves the pieces where they are.
  if (isUmbewertung)
    tenant.insert(pfandumbewertungen, {
      id: added.vorgang_id,
      kunde_id: first.kunde_id,
      pfandartikel_id: first.pfandartikel_id ?? "",
    })
  // The deposit that the company kept is owed again. Neither booking stands in a settlement.
  const verlust = tenant.find(pfandverluste, vorgang_id)
  if (verlust) {
    const { kunde_id, pfandartikel_id, geraet_id } = verlust
    const row = tenant.insert(pfandverluste, { id: added.vorgang_id, kunde_id, pfandartikel_id, geraet_id })
    writeProtokoll(tenant, actor, "pfandverluste.storniert", pfandverluste, undefined, row)
  }
  if (tenant.find(anfangsvorgaenge, vorgang_id))
    tenant.insert(anfangsvorgaenge, { id: added.vorgang_id, kunde_id: first.kunde_id })
  reverseGebinde(tenant, first.kunde_id, vorgang_id, added.vorgang_id)
  // Reverse order, as one Vorgang may take a device back and issue it again.
  for (const buchung of buchungen.toReversed()) moveBack(tenant, actor, buchung, added.erfasst_am)
  return bookVorgang(tenant, actor, {
    ...added,
    kunde_id: first.kunde_id,
    ...(first.lieferung_id !== null && { lieferung_id: first.lieferung_id }),
    positionen: buchungen.map((buchung) => ({
      ...(buchung.pfandartikel_id === null
        ? { geraet_id: buchung.geraet_id ?? "" }
        : { pfandartikel_id: buchung.pfandartikel_id }),
      art: gegenart(buchung.art),
      menge: buchung.menge,
      betrag_cent: buchung.betrag_cent,
      storno_von: buchung.id,
      steuer: {
        klasse: buchung.klasse,
        steuersatz: buchung.steuersatz,
        kleinunternehmer: buchung.kleinunternehmer,
        ust_verfahren: buchung.ust_verfahren,
      },
    })),
  })
}

/**
 * As nothing was booked since, a device that is at no customer's got lost at this one's, and may have turned up. It stays
 * where it is; only its deposit goes.
 *
 * @throws Refusal conflict where less is open than goes
 */
function isGone(tenant: TenantDb, { kunde_id, betrag_cent }: Buchung, geraet_id: string): boolean {
  const geraet = tenant.get(geraete, geraet_id)
  if (geraet.kunde_id !== null) return false
  if (depositOf(tenant, kunde_id, geraet_id) < betrag_cent)
    throw conflict(
      `Vom Pfand für das Gerät ${geraet.geraetenummer} ist danach etwas erstattet worden; das bitte zuerst stornieren`,
    )
  return true
}

function moveBack(tenant: TenantDb, actor: Actor, buchung: Buchung, erfasst_am: string): void {
  const { geraet_id, kunde_id, art, vorgang_id, lfd_nr, lieferung_id } = buchung
  if (geraet_id === null) return
  const isKorrektur = art === "korrektur_plus" || art === "korrektur_minus"
  // A correction does not move the device, but later returns and losses were booked at the deposit that it made.
  const later = tenant.first(movedOn, {
    vorgang_id,
    geraet_id,
    lfd_nr,
    kunde_id: isKorrektur ? kunde_id : null,
  })
  if (later) {
    const what = later.verlust === 1 ? "als Verlust gebucht" : "weiter bewegt"
    throw conflict(`Das Gerät ${later.geraetenummer} wurde danach ${what}; das bitte zuerst stornieren`)
  }
  if (isKorrektur) return
  const opposite = art === "ruecknahme" ? ("ausgabe" as const) : ("ruecknahme" as const)
  if (opposite === "ruecknahme" && isGone(tenant, buchung, geraet_id)) return
  // Whoever asks how long it is out must not hear of the day on which somebody corrected a mistake.
  const seit =
    opposite === "ausgabe" ? tenant.first(received, { geraet_id, kunde_id, lfd_nr })?.erfasst_am : undefined
  moveGeraet(tenant, actor, {
    geraet_id,
    kunde_id,
    art: opposite,
    notiz: "Storno",
    erfasst_am,
    seit,
    ...(opposite === "ausgabe" &&
      tenant.first(cameFrom, { geraet_id, kunde_id, erfasst_am: buchung.erfasst_am })),
    auch_aus_wartung: true,
    ...(lieferung_id !== null && { lieferung_id }),
  })
}
