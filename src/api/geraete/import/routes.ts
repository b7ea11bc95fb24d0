import { importRoutes } from "../../import/routes-of.ts"
import { geraeteImporter } from "./rules.ts"

export const geraeteImportRoutes = importRoutes(geraeteImporter)
