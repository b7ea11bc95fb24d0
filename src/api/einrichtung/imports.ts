import type { Importart } from "../../lib/importarten.ts"
import { bestandImporter } from "../anfangsbestaende/import/rules.ts"
import { geraeteImporter } from "../geraete/import/rules.ts"
import { type TableImport, tableImport } from "../import/table/importer.ts"
import { kundenImporter } from "../kunden/import/rules.ts"
import { mitarbeiterImporter } from "../mitarbeiter/import.ts"
import { artikelImporter } from "../pfandartikel/import/rules.ts"
import { standorteImporter } from "../standorte/import.ts"

/** All kinds of tables that can be imported. */
export const imports: Readonly<Record<Importart, TableImport>> = {
  pfandartikel: tableImport(artikelImporter),
  kunden: tableImport(kundenImporter),
  standorte: tableImport(standorteImporter),
  geraete: tableImport(geraeteImporter),
  mitarbeiter: tableImport(mitarbeiterImporter),
  anfangsbestaende: tableImport(bestandImporter),
}
