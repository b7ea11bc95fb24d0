import type { Static } from "@sinclair/typebox"
import { geraete } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { geraetestandInWords } from "../../../lib/arten.ts"
import { derivedId } from "../../shared/claim.ts"
import { withOwnNumber } from "../../import/table/codes.ts"
import { inWords } from "../../import/table/columns.ts"
import { asOf } from "../../import/table/day.ts"
import { otherDeposits, otherThanDeposit } from "../../import/table/deposits.ts"
import type { Given, Importer, ImportOrder, ImportRow, RowFault } from "../../import/table/importer.ts"
import {
  inWords as kundeInWords,
  isKundenangabe,
  type Kopf,
  type Kundenangabe,
  kundenFinder,
  toldKunden,
} from "../../import/table/kunde.ts"
import { outOfOrder } from "../../pfandbuchungen/move-geraet.ts"
import { bookVorgang } from "../../pfandbuchungen/vorgang.ts"
import type { Pruefart } from "../../pruefplaene/faellig.ts"
import { formatEuro } from "../../../lib/format.ts"
import { localTime } from "../../shared/time.ts"
import type { Actor } from "../../frame/session.ts"
import { NewGeraet } from "../model.ts"
import { changeGeraet, changeStatus, createGeraet, type Geraet } from "../rules.ts"
import { missedHints } from "./missed.ts"
import { severalHints } from "./anzahl.ts"
import { finders, wholeNumbers } from "./finden.ts"
import { restorePruefungen, undoGeraet } from "./ruecknahme.ts"
import {
  isPrueffeld,
  oddHints,
  lookAtPruefungen,
  pruefwerte,
  pruefzeiten,
  storePruefungen,
  usualHints,
  usualIntervals,
} from "./pruefungen.ts"
import { columnsIn, geraeteColumns, placed } from "./spalten.ts"

type Status = Geraet["status"]
type New = Static<typeof NewGeraet> & {
  kunde?: string
  status?: Status
  /** Deposit on the customer's account, where it is not the device's. */
  bezahlt_cent?: number
  kunde_id?: string
  /** Customer who was found. */
  gefunden?: Kopf
  [prueffeld: `${Pruefart}_${string}`]: string | undefined
}

const only = (values: Given, isWanted: (field: string) => boolean): Given =>
  Object.fromEntries(Object.entries(values).filter(([field]) => isWanted(field)))

/** @param parse reads one device, as POST /api/geraete does */
export const geraeteImporter = (parse: (input: unknown) => unknown): Importer<New> => ({
  art: "geraete",
  one: "Gerät",
  many: "Geräte",
  was: "Geräte",
  about: "Mit dem Kunden, der es hat, wird ein Gerät als Anfangsbestand gebucht.",
  zeile: NewGeraet,
  spalten: withOwnNumber(columnsIn, "geraetenummer", wholeNumbers),
  key: "geraetenummer",
  passedOver: ["Seit"],
  compose: placed,
  check: ({ kunde, status, bezahlt_cent, ...all }) => ({
    ...(parse(only(all, (field) => !isPrueffeld(field) && !isKundenangabe(field))) as Static<
      typeof NewGeraet
    >),
    ...only(all, isPrueffeld),
    ...(typeof kunde === "string" && { kunde }),
    ...(typeof status === "string" && { status: status as Status }),
    ...(typeof bezahlt_cent === "number" && { bezahlt_cent }),
  }),
  number: ({ geraetenummer }) => geraetenummer,
  name: ({ bezeichnung }) => bezeichnung,
  details: (input) => [
    ...inWords(geraeteColumns, ["pfand_cent", "status", "seriennummer", "barcode", ...pruefzeiten])(input),
    ...(input.gefunden ? [`bei ${holderInWords(input, input.gefunden)}`] : []),
  ],
  becomes: (input, feld) =>
    feld === "kunde" && input.gefunden ? holderInWords(input, input.gefunden) : undefined,
  ...finders(geraeteColumns),
  blanks: usualIntervals,
  hints: (tenant, rows, seen) => [
    ...otherThanDeposit(seen.columns),
    ...otherDeposits(seen.table, seen.columns),
    ...missedHints(seen),
    ...severalHints(seen),
    ...usualHints(seen.columns),
    ...oddHints(
      rows.map(({ given, input }) => ({ given, name: input.geraetenummer })),
      localTime(tenant).datum,
    ),
    ...toldKunden(rows.map(({ zeile, given, input }) => ({ zeile, given, kunde: input.gefunden }))),
  ],
  resolve,
  look,
  create: (tenant, actor, { input }, order) => {
    const { kunde: _, kunde_id, status, gefunden: __, bezahlt_cent, ...all } = input
    const rest = only(all, (field) => !isPrueffeld(field)) as Static<typeof NewGeraet>
    const { record: geraet } = createGeraet(tenant, actor, rest)
    storePruefungen(tenant, actor, geraet.id, input)
    if (kunde_id !== undefined) takeOver(tenant, actor, geraet, { kunde_id, bezahlt_cent }, order)
    else if (status !== undefined && status !== "lager" && status !== "beim_kunden")
      changeStatus(tenant, actor, geraet.id, { status })
    return geraet.id
  },
  change: (tenant, actor, { existing: before, input, patch: { kunde, status: _, ...patch } }, order) => {
    const rest = only(patch, (field) => !isPrueffeld(field))
    const geraet = changeGeraet(tenant, actor, before?.id ?? "", rest, before?.version)
    storePruefungen(tenant, actor, geraet.id, input, patch)
    const { kunde_id, bezahlt_cent } = input
    if (kunde !== undefined && kunde_id !== undefined)
      takeOver(tenant, actor, geraet, { kunde_id, bezahlt_cent }, order)
    return Object.keys(patch).some(isPrueffeld) ? pruefwerte(tenant, [geraet.id]).get(geraet.id) : undefined
  },
  undo: undoGeraet,
  version: (tenant, id) => tenant.find(geraete, id)?.version,
  restore: (tenant, actor, id, { kunde, status: _, ...before }, version, after) => {
    const rest = only(before, (field) => !isPrueffeld(field))
    changeGeraet(tenant, actor, id, rest, version)
    const others = restorePruefungen(tenant, actor, id, before, after)
    const stays = [...(kunde === undefined ? [] : ["wo es ist"]), ...others]
    return stays.length === 0
      ? undefined
      : `Nicht zurückgesetzt: ${stays.join(" und ")}; bitte beim Gerät selbst ändern`
  },
})

/** Devices that are booked at once, two seconds' worth: each is moved by itself, and each move costs more than the one before. */
const MOST_BOOKED = 500

/** `Adler (10001), Pfand dort 50,00 €` */
const holderInWords = ({ bezahlt_cent }: New, kunde: Kopf): string =>
  [
    kundeInWords(kunde),
    ...(bezahlt_cent === undefined ? [] : [`Pfand dort ${formatEuro(bezahlt_cent)}`]),
  ].join(", ")

type Holder = { kunde_id: string; bezahlt_cent: number | undefined }

/** It was there before Pfandwerk: an opening balance, with what was paid for it. */
function takeOver(
  tenant: TenantDb,
  actor: Actor,
  geraet: Geraet,
  { kunde_id, bezahlt_cent = geraet.pfand_cent }: Holder,
  { id, stichtag }: ImportOrder,
): void {
  bookVorgang(tenant, actor, {
    vorgang_id: derivedId(id, geraet.geraetenummer),
    kunde_id,
    erfasst_am: asOf(tenant, stichtag),
    positionen: [{ geraet_id: geraet.id, art: "anfangsbestand", menge: 1, betrag_cent: bezahlt_cent }],
  })
}

/** Finds the customers; where a device is, only its operations change, but for one that lies in the yard. */
function resolve(tenant: TenantDb, rows: ImportRow<New>[]): RowFault[] {
  const today = localTime(tenant).datum
  const find = kundenFinder(
    tenant,
    rows.map(({ given }) => given as Kundenangabe),
  )
  return rows.flatMap((row) => {
    const { input, given, existing: before, patch } = row
    return [
      ...lookAtPruefungen(input, { ...row, patch: before && patch }, today),
      ...lookAtKunde(row, find(given as Kundenangabe)),
    ]
  })
}

function lookAtKunde(row: ImportRow<New>, found: ReturnType<ReturnType<typeof kundenFinder>>): RowFault[] {
  const { zeile, input, given, existing: before, patch } = row
  const fault = (feld: string, msg: string): RowFault[] => [{ zeile, feld, msg }]
  if (found && "msg" in found) return fault(found.feld, found.msg)
  const kunde = found?.kunde
  delete patch["kundenname"]
  delete patch["debitor"]
  // No field of the device: it is booked where the device is taken over.
  delete patch["bezahlt_cent"]
  if (kunde) {
    input.kunde_id = kunde.id
    input.gefunden = kunde
    if (before) patch["kunde"] = kunde.kundennummer
  }
  if (patch["kunde"] === before?.felder["kunde"]) delete patch["kunde"]
  const status = given["status"]
  if (before) return lookAtPlace(row, status, fault)
  if (input.bezahlt_cent !== undefined && !kunde)
    return fault("bezahlt_cent", "gibt es nur bei einem Gerät, das beim Kunden ist")
  if (status === "beim_kunden" && !kunde) return fault("kunde", "fehlt: bei welchem Kunden ist es?")
  if (kunde && status !== undefined && status !== "beim_kunden")
    return fault("status", "passt nicht: ein Gerät mit einem Kunden ist beim Kunden")
  return []
}

function look(tenant: TenantDb, rows: ImportRow<New>[], { stichtag }: ImportOrder): RowFault[] {
  const erfasst_am = asOf(tenant, stichtag)
  const booked = rows.filter(
    ({ input, existing: before, patch }) => input.kunde_id && (!before || "kunde" in patch),
  )
  const fault = (zeile: number, msg: string): RowFault => ({ zeile, feld: "kunde", msg })
  const tooMany = `ist zu viel auf einmal: bitte die Tabelle teilen, höchstens ${MOST_BOOKED} Geräte bei Kunden`
  return [
    ...booked.slice(0, MOST_BOOKED).flatMap(({ zeile, existing: before }) => {
      const why = before && outOfOrder(tenant, { geraet_id: before.id, erfasst_am, isReturn: false })
      return why === undefined ? [] : [fault(zeile, `passt nicht zum Stichtag: ${why}`)]
    }),
    ...booked.slice(MOST_BOOKED).map(({ zeile }) => fault(zeile, tooMany)),
  ]
}

function lookAtPlace(
  { existing: before, given, patch }: ImportRow<New>,
  status: unknown,
  fault: (field: string, msg: string) => RowFault[],
): RowFault[] {
  const is = before?.felder["status"] as Status
  const isTakenOver = "kunde" in patch && is === "lager"
  if ("kunde" in patch && !isTakenOver)
    return fault(
      "kunde",
      `ist ein anderer: das Gerät ist ${geraetestandInWords[is]}. Bitte dort zurücknehmen oder ausgeben`,
    )
  const becomes = isTakenOver ? "beim_kunden" : is
  delete patch["status"]
  if (given["status"] !== undefined && status !== becomes)
    return fault(
      "status",
      `ist ein anderer: das Gerät ist ${geraetestandInWords[becomes]}. Er wechselt nur beim Gerät selbst`,
    )
  return []
}
