import { geraetefelder } from "../../../lib/felder/geraet.ts"
import { geraetestandInWords } from "../../../lib/arten.ts"
import { amount, type ImportColumn, choiceCells } from "../../import/table/columns.ts"
import type { Given } from "../../import/table/importer.ts"
import type { Hints } from "../../import/table/hints.ts"
import { debitorColumn, kundeColumn, kundennameColumn } from "../../import/table/kunde.ts"
import { columnsOf, isUnreadable, canRead } from "../../import/table/field-columns.ts"
import { currencyColumn } from "../../import/table/deposits.ts"
import { foreignHeadings } from "../../import/table/foreign-headings.ts"
import { pruefspalten } from "./pruefungen.ts"

const status = choiceCells(geraetestandInWords, {
  Lager: "lager",
  Kunde: "beim_kunden",
  Reparatur: "wartung",
  Wartung: "wartung",
  defekt: "wartung",
  verfügbar: "lager",
  frei: "lager",
  "im Hof": "lager",
  Hof: "lager",
  Depot: "lager",
  Werkstatt: "wartung",
  "in Reparatur": "wartung",
  vermietet: "beim_kunden",
  verliehen: "beim_kunden",
  ausgegeben: "beim_kunden",
  "im Einsatz": "beim_kunden",
  ausgeliehen: "beim_kunden",
  "auf Lager": "lager",
  eingelagert: "lager",
  verschrottet: "ausgemustert",
  entsorgt: "ausgemustert",
  verkauft: "ausgemustert",
  gestohlen: "verloren",
  vermisst: "verloren",
})

const statusColumn: ImportColumn = {
  feld: "status",
  name: "Status",
  auch: ["Zustand"],
  about: "im Lager, beim Kunden, in Wartung, verloren oder ausgemustert; leer: wie der Kunde sagt",
  example: "beim Kunden",
  // "Zustand" may mean how a device looks.
  isNot: isUnreadable(status.read),
  ...status,
}

const PLACES = ["kunde", "kundenname"]

/** Some programs list places such as the Lager among the customers: turns such a customer into a status. */
export function placeAsStatus(given: Given, hints: Hints): Given {
  const field = PLACES.find((one) => canRead(status.read, String(given[one] ?? "").trim()))
  if (field === undefined) return given
  const { [field]: cell, ...rest } = given
  const place = status.read(String(cell).trim()) as keyof typeof geraetestandInWords
  if (place === "beim_kunden") return given
  hints.add(
    "Bei [einem Gerät|# Geräten] steht ein Ort statt eines Kunden",
    `${String(cell)} → ${geraetestandInWords[place]}`,
  )
  return { ...rest, status: rest["status"] ?? place }
}

const kundenColumn = kundeColumn("Wer das Gerät hat; sein Pfand wird als Anfangsbestand gebucht")

/** In many tables `Standort` is whoever has the device: a place of that customer has a heading of its own. */
const standortColumn: ImportColumn = {
  feld: "standort_name",
  name: "Standort des Kunden",
  auch: ["Standort beim Kunden"],
  about: "An welchem seiner Standorte es ist, wie er dort heißt; leer gelassen: an seiner Anschrift",
  example: "",
}

/** The customer may have paid another deposit than that of today. */
const paidColumn: ImportColumn = {
  feld: "bezahlt_cent",
  name: "Pfand beim Kunden",
  auch: ["Kaution beim Kunden"],
  about: "Was dafür auf dem Konto des Kunden steht; leer gelassen: das Pfand des Geräts",
  example: "",
  ...amount,
}

export const geraeteColumns = [
  ...columnsOf(
    geraetefelder,
    { pfand_cent: [statusColumn], pfandform: [kundenColumn, standortColumn, paidColumn] },
    foreignHeadings["geraete"],
  ),
  ...pruefspalten,
]

/** Columns that the import reads; an export has the customer's name in a column of its own. */
export const columnsIn = [
  ...geraeteColumns,
  kundennameColumn("Name des Kunden"),
  debitorColumn,
  currencyColumn,
]
