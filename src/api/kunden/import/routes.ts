import { importRoutes } from "../../import/routes-of.ts"
import { kundenImporter } from "./rules.ts"

export const kundenImportRoutes = importRoutes(kundenImporter)
