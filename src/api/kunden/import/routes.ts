import { importRoutes } from "../../import/routes-of.ts"
import { NewKunde } from "../model.ts"
import { kundenImporter } from "./rules.ts"

export const kundenImportRoutes = importRoutes(
  {
    path: "kunden",
    was: "Kunden",
    description: "Kunden ohne Nummer bekommen die nächste freie.",
    job: true,
  },
  NewKunde,
  kundenImporter,
)
