import type { TSchema } from "@sinclair/typebox"
import { bestandImporter } from "../anfangsbestaende/import/rules.ts"
import { Bestandszeile } from "../anfangsbestaende/model.ts"
import { reverseAnfangsimport } from "../anfangsbestaende/rules.ts"
import type { Importart, Importer } from "../import/table/importer.ts"
import { kundenImporter } from "../kunden/import/rules.ts"
import { NewKunde } from "../kunden/model.ts"

/**
 * @param parse as of the services
 * @returns what reads the tables that jobs take over: those that may have a hundred thousand rows
 */
export function importerOf(
  art: Importart,
  parse: (schema: TSchema) => (input: unknown) => unknown,
): Importer<unknown> {
  if (art === "kunden") return kundenImporter(parse(NewKunde)) as Importer<unknown>
  if (art === "anfangsbestaende")
    return {
      ...(bestandImporter(parse(Bestandszeile)) as Importer<unknown>),
      undo: (tenant, actor, id) =>
        void reverseAnfangsimport(tenant, actor, { id, grund: "Import abgebrochen" }),
    }
  throw new Error(`${art} is no job`)
}

/** Kinds of tables that a job takes over. */
export const AS_AUFTRAG: readonly Importart[] = ["kunden", "anfangsbestaende"]
