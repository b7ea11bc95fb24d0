import type { Static } from "@sinclair/typebox"
import { geraete } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { withOwnNumber } from "../../import/table/own-number.ts"
import { fieldsInWords } from "../../import/table/columns.ts"
import { asOf } from "../../import/table/day.ts"
import { otherDeposits, otherThanDeposit } from "../../import/table/deposits.ts"
import type { Given, Importer, ImportOrder, ImportRow, RowFault } from "../../import/table/importer.ts"
import {
  kundeInWords,
  isKundenangabe,
  type FoundKunde,
  type Kundenangabe,
  kundenFinder,
  kundenHints,
} from "../../import/table/kunde.ts"
import { outOfOrder } from "../../pfandbuchungen/move-geraet.ts"
import { formatEuro } from "../../../lib/format.ts"
import { localTime } from "../../shared/time.ts"
import { NewGeraet } from "../model.ts"
import { isOpenAt } from "../offen.ts"
import { changeGeraet, createGeraet } from "../rules.ts"
import { changeStatus } from "../status.ts"
import { formHints, missedHints, severalHints } from "./hints.ts"
import { finders, storedNumbers } from "./find.ts"
import { restorePruefungen, undoGeraet } from "./ruecknahme.ts"
import {
  isPrueffeld,
  oddHints,
  checkPruefungen,
  pruefwerte,
  pruefzeiten,
  storePruefungen,
} from "./pruefungen.ts"
import { columnsIn, geraeteColumns, placeAsStatus } from "./spalten.ts"
import { usualHints, usualIntervals } from "./usual-intervals.ts"
import {
  type PlaceOfRow,
  checkKunde,
  type Importgeraet,
  standortFinder,
  type Status,
  bookOpening,
} from "./place.ts"

const only = (values: Given, isWanted: (field: string) => boolean): Given =>
  Object.fromEntries(Object.entries(values).filter(([field]) => isWanted(field)))

/** @param parse checks one device, as POST /api/geraete does */
export const geraeteImporter = (parse: (input: unknown) => unknown): Importer<Importgeraet> => ({
  art: "geraete",
  one: "Gerät",
  many: "Geräte",
  was: "Geräte",
  about: "Mit dem Kunden, der es hat, wird ein Gerät als Anfangsbestand gebucht.",
  zeile: NewGeraet,
  spalten: withOwnNumber(columnsIn, "geraetenummer", storedNumbers),
  key: "geraetenummer",
  exportOnly: ["Seit"],
  compose: placeAsStatus,
  check: ({ kunde, standort_name, status, bezahlt_cent, ...all }) => ({
    ...(parse(only(all, (field) => !isPrueffeld(field) && !isKundenangabe(field))) as Static<
      typeof NewGeraet
    >),
    ...only(all, isPrueffeld),
    ...(typeof kunde === "string" && { kunde }),
    ...(typeof standort_name === "string" && { standort_name }),
    ...(typeof status === "string" && { status: status as Status }),
    ...(typeof bezahlt_cent === "number" && { bezahlt_cent }),
  }),
  number: ({ geraetenummer }) => geraetenummer,
  name: ({ bezeichnung }) => bezeichnung,
  details: (input) => [
    ...fieldsInWords(geraeteColumns, ["pfand_cent", "status", "seriennummer", "barcode", ...pruefzeiten])(
      input,
    ),
    ...(input.gefunden ? [`bei ${holderInWords(input, input.gefunden)}`] : []),
  ],
  becomes: (input, feld) =>
    feld === "kunde" && input.gefunden ? holderInWords(input, input.gefunden) : undefined,
  ...finders(geraeteColumns),
  defaults: usualIntervals,
  hints: (tenant, rows, seen) => [
    ...otherThanDeposit(seen.columns),
    ...otherDeposits(seen.table, seen.columns),
    ...missedHints(seen),
    ...severalHints(seen),
    ...formHints(
      seen.columns,
      rows.filter(({ existing }) => !existing),
    ),
    ...usualHints(
      seen.columns,
      rows.map(({ given, input, existing }) => ({ given, name: input.geraetenummer, existing })),
    ),
    ...oddHints(
      rows.map(({ given, input }) => ({ given, name: input.geraetenummer })),
      localTime(tenant).datum,
    ),
    ...kundenHints(rows),
  ],
  resolve,
  checkTogether,
  create: (tenant, actor, { input }, order) => {
    const {
      kunde: _,
      kunde_id,
      standort_name: __,
      standort_id,
      status,
      gefunden: ___,
      bezahlt_cent,
      ...all
    } = input
    const rest = only(all, (field) => !isPrueffeld(field)) as Static<typeof NewGeraet>
    const { record: geraet } = createGeraet(tenant, actor, rest)
    storePruefungen(tenant, actor, geraet.id, input)
    if (kunde_id !== undefined)
      bookOpening(tenant, actor, geraet, { kunde_id, standort_id, bezahlt_cent, status }, order)
    else if (status !== undefined && status !== "lager" && status !== "beim_kunden")
      changeStatus(tenant, actor, geraet.id, { status })
    return geraet.id
  },
  change: (
    tenant,
    actor,
    { existing: before, input, given, patch: { kunde, standort_name, status: _, ...patch } },
    order,
  ) => {
    const { kunde_id, standort_id } = input
    // One that is at the customer already was carried to another of the customer's places.
    const isCarried = standort_name !== undefined && kunde === undefined && standort_id !== undefined
    const rest = { ...only(patch, (field) => !isPrueffeld(field)), ...(isCarried && { standort_id }) }
    const geraet = changeGeraet(tenant, actor, before.id, rest, before.version)
    storePruefungen(tenant, actor, geraet.id, input, patch)
    if (kunde !== undefined && kunde_id !== undefined)
      bookOpening(tenant, actor, geraet, { ...(given as PlaceOfRow), standort_id, kunde_id }, order)
    return Object.keys(patch).some(isPrueffeld) ? pruefwerte(tenant, [geraet.id]).get(geraet.id) : undefined
  },
  undo: undoGeraet,
  version: (tenant, id) => tenant.find(geraete, id)?.version,
  restore: (tenant, actor, id, { kunde, standort_name, status: _, ...before }, version, after) => {
    const rest = only(before, (field) => !isPrueffeld(field))
    changeGeraet(tenant, actor, id, rest, version)
    const others = restorePruefungen(tenant, actor, id, before, after)
    const stays = [...(kunde === undefined && standort_name === undefined ? [] : ["wo es ist"]), ...others]
    return stays.length === 0
      ? undefined
      : `Nicht zurückgesetzt: ${stays.join(" und ")}; bitte beim Gerät selbst ändern`
  },
})

/** Most devices booked at once: each is moved by itself, and each move costs more than the one before. */
const MOST_BOOKED = 500

/** `Adler (10001), Pfand dort 50,00 €` */
const holderInWords = ({ standort_name, bezahlt_cent }: Importgeraet, kunde: FoundKunde): string =>
  [
    kundeInWords(kunde),
    ...(standort_name === undefined ? [] : [standort_name]),
    ...(bezahlt_cent === undefined ? [] : [`Pfand dort ${formatEuro(bezahlt_cent)}`]),
  ].join(", ")

/** Finds the customers and checks the tests. An import moves a stored device only out of the Lager. */
function resolve(tenant: TenantDb, rows: ImportRow<Importgeraet>[]): RowFault[] {
  const today = localTime(tenant).datum
  const find = kundenFinder(
    tenant,
    rows.map(({ given }) => given as Kundenangabe),
  )
  const faults = rows.flatMap((row) => {
    const { input, given, existing: before, patch } = row
    return [
      ...checkPruefungen(input, { ...row, patch: before && patch }, today),
      ...checkKunde(
        row,
        find(given as Kundenangabe),
        (kunde_id) => before !== undefined && isOpenAt(tenant, before.id, kunde_id),
      ),
    ]
  })
  return [...faults, ...rows.flatMap(standortFinder(tenant, rows))]
}

function checkTogether(
  tenant: TenantDb,
  rows: ImportRow<Importgeraet>[],
  { stichtag }: ImportOrder,
): RowFault[] {
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
