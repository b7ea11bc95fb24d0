import { importRoutes } from "../../import/routes-of.ts"
import { NewMitarbeiter } from "../model.ts"
import { mitarbeiterImporter } from "./rules.ts"

export const mitarbeiterImportRoutes = importRoutes(
  {
    path: "mitarbeiter",
    was: "Mitarbeiter",
    description: "Neue Konten bekommen ein Passwort, das nur in dieser einen Antwort steht.",
  },
  NewMitarbeiter,
  mitarbeiterImporter,
)
