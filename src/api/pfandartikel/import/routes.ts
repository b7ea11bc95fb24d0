import { importRoutes } from "../../import/routes-of.ts"
import { artikelImporter } from "./rules.ts"

export const artikelImportRoutes = importRoutes(artikelImporter)
