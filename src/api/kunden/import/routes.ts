import { importRoutes } from "../../import/routes-of.ts"
import { office } from "../../frame/session.ts"
import { NewKunde } from "../model.ts"
import { kundenImporter } from "./rules.ts"

export const kundenImportRoutes = importRoutes(
  {
    path: "kunden",
    roles: office,
    was: "Kunden",
    description: "Kunden ohne Nummer bekommen die nächste freie.",
    job: true,
  },
  NewKunde,
  kundenImporter,
)
