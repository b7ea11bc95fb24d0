import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { pfandartikel } from "../../../db/schema.ts"
import { fold } from "../../../lib/fold.ts"
import { CellFault, type Importer } from "../../import.ts"
import type { NewPfandartikel } from "../model.ts"
import { createPfandartikel } from "../rules.ts"

type Neu = Static<typeof NewPfandartikel>

const vergeben = query<{ nummer: string }, { nummern: string }>`
  SELECT a.nummer FROM json_each(:nummern) j CROSS JOIN ${pfandartikel} a ON a.nummer = j.value`

/** "3,10 €" → 310 */
function cent(cell: string): number {
  const [, euro, rest = ""] = /^(\d{1,7})(?:[,.](\d{1,2}))?(?: ?(?:€|EUR))?$/.exec(cell) ?? []
  if (euro === undefined) throw new CellFault("muss ein Betrag in Euro sein, z. B. 3,10")
  return Number(euro) * 100 + Number(rest.padEnd(2, "0"))
}

function ustKlasse(cell: string): string {
  const klasse = ["warenumschliessung", "transporthilfsmittel"].find((one) => fold(one) === fold(cell))
  if (!klasse) throw new CellFault("muss Warenumschließung oder Transporthilfsmittel sein")
  return klasse
}

/** @param check reads one article, as POST /api/pfandartikel does */
export const artikelImporter = (check: (input: unknown) => unknown): Importer<Neu> => ({
  columns: {
    Nummer: { field: "nummer" },
    Artikelnummer: { field: "nummer" },
    "Artikel-Nr.": { field: "nummer" },
    Bezeichnung: { field: "bezeichnung" },
    Name: { field: "bezeichnung" },
    Pfand: { field: "pfand_cent", convert: cent },
    "Pfand in Euro": { field: "pfand_cent", convert: cent },
    "USt-Klasse": { field: "ust_klasse", convert: ustKlasse },
    Barcode: { field: "barcode" },
    EAN: { field: "barcode" },
  },
  // What has parts is made one by one, because its parts must be there first.
  defaults: { art: "einzeln", ust_klasse: "warenumschliessung" },
  check: (input) => check(input) as Neu,
  number: ({ nummer }) => nummer,
  name: ({ bezeichnung }) => bezeichnung,
  taken: (tenant, nummern) =>
    new Set(tenant.all(vergeben, { nummern: JSON.stringify(nummern) }).map(({ nummer }) => nummer)),
  exists: (tenant, id) => tenant.find(pfandartikel, id) !== undefined,
  create: (tenant, actor, input) => void createPfandartikel(tenant, actor, input),
})
