import { Type } from "@sinclair/typebox"
import { importRoutes } from "../../import/routes-of.ts"
import { NewPfandartikel } from "../model.ts"
import { artikelImporter } from "./rules.ts"
import { Input } from "../../shared/schema.ts"

/** Parts are named by numbers, and looked for by the rules of the import. */
const Zeile = Input(Type.Omit(NewPfandartikel, ["bestandteile"]).properties)

export const artikelImportRoutes = importRoutes(
  {
    path: "pfandartikel",
    was: "Pfandartikel",
    description: "Ein Gebinde nennt seine Teile: 1 × KASTEN, 20 × FLASCHE.",
  },
  Zeile,
  artikelImporter,
)
