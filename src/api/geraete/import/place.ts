import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { standorte } from "../../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../../db/tenant-db.ts"
import { seen } from "../../../lib/lookalikes.ts"
import { geraetestandInWords } from "../../../lib/arten.ts"
import type { Actor } from "../../frame/session.ts"
import { asOf } from "../../import/table/day.ts"
import type { ImportOrder, ImportRow, RowFault } from "../../import/table/importer.ts"
import type { FoundKunde, kundenFinder } from "../../import/table/kunde.ts"
import { bookVorgang } from "../../pfandbuchungen/vorgang.ts"
import type { Pruefart } from "../../pruefplaene/due.ts"
import { derivedId } from "../../shared/claim.ts"
import type { NewGeraet } from "../model.ts"
import type { Geraet } from "../rules.ts"
import { changeStatus } from "../status.ts"

/** Where a device of a table is, and which customer has paid a deposit for it. */

export type Status = Geraet["status"]
export type Importgeraet = Static<typeof NewGeraet> & {
  kunde?: string
  status?: Status
  /** What the customer has paid, if it is not the deposit of the device; in cents. */
  bezahlt_cent?: number
  kunde_id?: string
  /** Name of a place of the customer, and its id once it is found. */
  standort_name?: string
  standort_id?: string | undefined
  /** The customer whom `kunde` and the other cells name. */
  gefunden?: FoundKunde
  [prueffeld: `${Pruefart}_${string}`]: string | undefined
}

/** What the row itself says, not the stored device. */
export type PlaceOfRow = {
  bezahlt_cent?: number | undefined
  status?: Status | undefined
  standort_id?: string | undefined
}

/** @returns whether the device is gone, but its deposit is still on the customer's account */
const isOnlyOpen = ({ bezahlt_cent = 0, status = "beim_kunden" }: PlaceOfRow): boolean =>
  bezahlt_cent > 0 && status !== "beim_kunden"

/** Books a device as an opening balance of the customer who has it, and then its status, if it is not there any more. */
export function bookOpening(
  tenant: TenantDb,
  actor: Actor,
  geraet: Geraet,
  {
    kunde_id,
    standort_id,
    bezahlt_cent = geraet.pfand_cent,
    status = "beim_kunden",
  }: PlaceOfRow & { kunde_id: string },
  { id, stichtag }: ImportOrder,
): void {
  bookVorgang(tenant, actor, {
    vorgang_id: derivedId(id, geraet.geraetenummer),
    kunde_id,
    ...(standort_id !== undefined && { standort_id }),
    erfasst_am: asOf(tenant, stichtag),
    positionen: [{ geraet_id: geraet.id, art: "anfangsbestand", menge: 1, betrag_cent: bezahlt_cent }],
  })
  if (status === "beim_kunden") return
  changeStatus(tenant, actor, geraet.id, { status: "verloren" })
  if (status !== "verloren") changeStatus(tenant, actor, geraet.id, { status })
}

type Found = ReturnType<ReturnType<typeof kundenFinder>>

/**
 * Checks the customer of a device, and completes the row.
 *
 * @param isOpenAt whether a customer of this id has a deposit of the stored device on the account
 * @returns the faults
 */
export function checkKunde(
  row: ImportRow<Importgeraet>,
  found: Found,
  isOpenAt: (kunde_id: string) => boolean,
): RowFault[] {
  const { zeile, input, given, existing: before, patch } = row
  const fault = (feld: string, msg: string): RowFault[] => [{ zeile, feld, msg }]
  if (found && "msg" in found) return fault(found.feld, found.msg)
  const kunde = found?.kunde
  delete patch["kundenname"]
  delete patch["debitor"]
  // No field of the device: it is booked with the opening balance.
  delete patch["bezahlt_cent"]
  if (kunde) {
    input.kunde_id = kunde.id
    input.gefunden = kunde
    if (before) patch["kunde"] = kunde.kundennummer
  }
  if (patch["kunde"] === before?.felder["kunde"]) delete patch["kunde"]
  const { status } = given as PlaceOfRow
  const is = before?.felder["status"] as Status
  if (is !== "beim_kunden" && kunde && isOpenAt(kunde.id)) {
    delete patch["kunde"]
    if ((status ?? "beim_kunden") !== is)
      return fault(
        "kunde",
        `hat das Pfand dafür noch auf dem Konto, und das Gerät ist ${geraetestandInWords[is]}: Gebucht wird es kein zweites Mal. Bitte beim Gerät ändern, was daran nicht stimmt`,
      )
  }
  if (before) return checkPlace(row, status, fault)
  if (input.bezahlt_cent !== undefined && !kunde)
    return fault("bezahlt_cent", "gibt es nur bei einem Gerät, das beim Kunden ist")
  if (status === "beim_kunden" && !kunde) return fault("kunde", "fehlt: bei welchem Kunden ist es?")
  if (kunde && status !== undefined && status !== "beim_kunden" && !isOnlyOpen(given))
    return fault(
      "status",
      "passt nicht: ein Gerät mit einem Kunden ist beim Kunden. Ist sein Pfand noch auf dessen Konto, bitte unter „Pfand beim Kunden“ den Betrag eintragen; sonst den Kunden weglassen",
    )
  return []
}

/** @returns the faults of a stored device whose row has another customer or status: it can only leave the Lager */
function checkPlace(
  { existing: before, given, patch }: ImportRow<Importgeraet>,
  status: Status | undefined,
  fault: (field: string, msg: string) => RowFault[],
): RowFault[] {
  const is = before?.felder["status"] as Status
  const isHandedOver = "kunde" in patch && is === "lager"
  if ("kunde" in patch && !isHandedOver)
    return fault(
      "kunde",
      `ist ein anderer: das Gerät ist ${geraetestandInWords[is]}. Bitte dort zurücknehmen oder ausgeben`,
    )
  const statusThen = status !== undefined && isOnlyOpen(given) ? status : "beim_kunden"
  const becomes = isHandedOver ? statusThen : is
  delete patch["status"]
  if (status !== undefined && status !== becomes)
    return fault(
      "status",
      `ist ein anderer: das Gerät ist ${geraetestandInWords[becomes]}. Er wechselt nur beim Gerät selbst`,
    )
  return []
}

type Ort = { id: string; kunde_id: string; name: string; aktiv: number }
const placesOf = query<Ort, { ids: string }>`
  SELECT s.id, s.kunde_id, s.name, s.aktiv FROM json_each(:ids) j CROSS JOIN ${standorte} s ON s.kunde_id = j.value`

/**
 * Finds the places of customers that rows name, as they are written or, where only one looks alike, in another spelling.
 *
 * @returns a function that completes a row whose customer is known, and returns its faults
 */
export function standortFinder(tenant: TenantReader, rows: readonly ImportRow<Importgeraet>[]) {
  const ids = new Set(rows.flatMap(({ given, input }) => (given["standort_name"] && input.kunde_id) || []))
  const all = tenant.all(placesOf, { ids: JSON.stringify([...ids]) })
  const byName = Map.groupBy(all, (one) => `${one.kunde_id} ${seen(one.name)}`)
  return ({ zeile, input, given, patch, existing }: ImportRow<Importgeraet>): RowFault[] => {
    const name = given["standort_name"]
    const isGone = existing && !("kunde" in patch) && existing.felder["status"] !== "beim_kunden"
    // An empty cell says nothing of a device that is there already, and a place nothing of one that is gone.
    if (typeof name !== "string" || name === "" || isGone) delete patch["standort_name"]
    if (typeof name !== "string" || name === "") return []
    const fault = (msg: string): RowFault[] => [{ zeile, feld: "standort_name", msg }]
    if (input.kunde_id === undefined) return fault("gibt es nur mit dem Kunden, der das Gerät hat")
    const alike = byName.get(`${input.kunde_id} ${seen(name)}`) ?? []
    const place = alike.find((one) => one.name === name) ?? alike[0]
    if (!place) return fault("heißt keiner seiner Standorte: bitte diese zuerst einlesen oder anlegen")
    if (alike.length > 1 && place.name !== name)
      return fault(
        `heißen mehrere ähnlich: ${alike.map((one) => one.name).join(", ")}. Bitte genau so schreiben`,
      )
    if (existing?.felder["standort_name"] === place.name) delete patch["standort_name"]
    if ("standort_name" in patch && place.aktiv !== 1) return fault("ist nicht mehr aktiv")
    input.standort_id = place.id
    return []
  }
}
