import type { TenantDb } from "../../db/tenant-db.ts"
import type { Cell } from "../../print/export/xlsx.ts"
import { bestandSpalten } from "../anfangsbestaende/import/rules.ts"
import { pruefspalten } from "../geraete/import/pruefungen.ts"
import { geraeteSpalten } from "../geraete/import/rules.ts"
import { listGeraete } from "../geraete/rules.ts"
import { kundenSpalten } from "../kunden/import/rules.ts"
import { listKunden } from "../kunden/rules.ts"
import { mitarbeiterSpalten } from "../mitarbeiter/import/rules.ts"
import { listMitarbeiter } from "../mitarbeiter/rules.ts"
import { artikelSpalten } from "../pfandartikel/import/rules.ts"
import { listPfandartikel } from "../pfandartikel/rules.ts"
import { days } from "../shared/time.ts"
import { listBestaende, withKundennummer, withPruefungen } from "./rows.ts"
import { type Columns, columnsFrom, piecesOfList } from "./table.ts"

/** The columns of the lists that come in again: what the import knows, and what only explains it. */

export const kundenColumns = () => columnsFrom<object>(kundenSpalten)
export const artikelColumns = () => columnsFrom<object>(artikelSpalten)
export const mitarbeiterColumns = () => columnsFrom<object>(mitarbeiterSpalten)

type Geraetezeile = ReturnType<typeof listGeraete>["items"][number] & { kunde: string | null }

export function geraeteColumns(tenant: TenantDb): Columns<Geraetezeile> {
  const day = days(tenant)
  const { Notiz, Pfandform, Kundennummer, ...others } = columnsFrom<Geraetezeile>(geraeteSpalten)
  const tests = new Set(pruefspalten.map(({ name }) => name))
  const [first, tested] = [false, true].map((isTest) =>
    Object.fromEntries(Object.entries(others).filter(([name]) => tests.has(name) === isTest)),
  )
  return {
    ...first,
    Seit: (g) => g.status_seit && day(g.status_seit),
    Kunde: (g) => g.kunde_name,
    ...(Notiz && Pfandform && Kundennummer && { Notiz, Pfandform, Kundennummer }),
    ...tested,
  }
}

type Bestandszeile = ReturnType<typeof listBestaende>["items"][number]

export function bestaendeColumns(): Columns<Bestandszeile> {
  const { Kundennummer, Artikelnummer, Stück } = columnsFrom<Bestandszeile>(
    bestandSpalten,
    ({ kundennummer, nummer, bestand }) => ({ kunde: kundennummer, artikel: nummer, menge: bestand }),
  )
  return {
    ...(Kundennummer && { Kundennummer }),
    Name: (b) => b.name,
    ...(Artikelnummer && { Artikelnummer }),
    Bezeichnung: (b) => b.bezeichnung,
    ...(Stück && { Stück }),
  }
}

/** A list with all its rows, in the order in which another company takes them over. */
export type Liste = { name: string; about: string; pieces: () => Iterable<Cell[][]> }

/** Asked for by nobody in particular: all accounts of the company. */
const EVERYTHING = { rolle: "admin" } as const

/** @returns every list that comes in again under "Einrichten" */
export function listen(tenant: TenantDb): Liste[] {
  const actor = { ...EVERYTHING, id: "", name: "", tenant_id: tenant.id }
  return [
    {
      name: "1-pfandartikel",
      about: "Pfandartikel mit Pfand und Bestandteilen",
      pieces: () => piecesOfList((page) => listPfandartikel(tenant, page), artikelColumns()),
    },
    {
      name: "2-kunden",
      about: "Kunden",
      pieces: () => piecesOfList((page) => listKunden(tenant, page), kundenColumns()),
    },
    {
      name: "3-geraete",
      about: "Geräte mit Stand und Kunde",
      pieces: () =>
        piecesOfList(
          (page) => withPruefungen(tenant, withKundennummer(tenant, listGeraete(tenant, page))),
          geraeteColumns(tenant),
        ),
    },
    {
      name: "4-mitarbeiter",
      about: "Konten der Mitarbeiter",
      pieces: () => piecesOfList((page) => listMitarbeiter(tenant, actor, page), mitarbeiterColumns()),
    },
    {
      name: "5-anfangsbestaende",
      about: "Was jeder Kunde von jedem Artikel hat, in Stück",
      pieces: () => piecesOfList((page) => listBestaende(tenant, page), bestaendeColumns()),
    },
  ]
}
