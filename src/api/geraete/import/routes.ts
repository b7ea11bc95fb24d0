import { importRoutes } from "../../import/routes-of.ts"
import { NewGeraet } from "../model.ts"
import { geraeteImporter } from "./rules.ts"

export const geraeteImportRoutes = importRoutes(
  {
    path: "geraete",
    was: "Geräte",
    description: "Mit dem Kunden, der es hat, wird ein Gerät als Anfangsbestand gebucht.",
  },
  NewGeraet,
  geraeteImporter,
)
