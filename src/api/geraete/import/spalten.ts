import { geraetefelder } from "../../../lib/felder/geraet.ts"
import { geraetestandInWords } from "../../../lib/arten.ts"
import { code } from "../../import/table/codes.ts"
import { amount, type ImportColumn, words } from "../../import/table/columns.ts"
import type { Column, Given } from "../../import/table/importer.ts"
import type { Hints } from "../../import/table/hints.ts"
import { debitorColumn, kundennameColumn, kundenworte } from "../../import/table/kunde.ts"
import { columnsOf, isOther, isRead } from "../../import/table/spalten-of.ts"
import { currencyColumn } from "../../import/table/waehrung.ts"
import { worte } from "../../import/table/worte.ts"
import { pruefspalten } from "./pruefungen.ts"

const status = words(geraetestandInWords, {
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
  // "Zustand" may say how a device looks.
  isNot: isOther(status.read),
  ...status,
}

const PLACES = ["kunde", "kundenname"]

/** Where programs name the place of a device, the yard stands among the customers. */
export function placed(given: Given, hints: Hints): Given {
  const field = PLACES.find((one) => isRead(status.read, String(given[one] ?? "").trim()))
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

const kundenColumn: ImportColumn = {
  feld: "kunde",
  name: "Kundennummer",
  auch: kundenworte,
  about: "Wer das Gerät hat; sein Pfand wird als Anfangsbestand gebucht",
  example: "20001",
  ...code,
}

/** The deposit of a device may have changed since it went out. */
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
    { pfand_cent: [statusColumn], pfandform: [kundenColumn, paidColumn] },
    worte["geraete"],
  ),
  ...pruefspalten,
]

/** Some come in only: the list of devices has the customer's name in a column of its own. */
export const columnsIn = [
  ...geraeteColumns,
  kundennameColumn("Name des Kunden", ["Name 1", "Firma", "Firmenname"]),
  debitorColumn,
  currencyColumn,
]

/** @returns that a deposit is taken for a security without VAT, where nothing but its heading says which it is */
export const formHints = (columns: readonly Column[], rows: readonly { given: Given }[]): string[] =>
  columns.some(({ spalte }) => spalte?.feld === "pfandform")
    ? []
    : columns
        .filter(({ heading, spalte }) => spalte?.feld === "pfand_cent" && /pfand/i.test(heading))
        .filter(() => rows.some(({ given }) => Number(given["pfand_cent"] ?? 0) > 0))
        .map(
          ({ heading }) =>
            `Was unter „${heading}“ steht, gilt bei neuen Geräten als Kaution, ohne Umsatzsteuer. Ist es Pfand mit Umsatzsteuer, bitte eine Spalte „Pfandform“ mit „Pfand“ dazu`,
        )
