import { importRoutes } from "../../import/routes-of.ts"
import { NewStandort } from "../model.ts"
import { standorteImporter } from "./rules.ts"

export const standorteImportRoutes = importRoutes(
  {
    path: "standorte",
    was: "Standorte",
    description: "Jede Zeile nennt den Kunden, mit seiner Nummer oder seinem Namen.",
  },
  NewStandort,
  standorteImporter,
)
