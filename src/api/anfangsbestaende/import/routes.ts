import { importRoutes } from "../../import/routes-of.ts"
import { bestandImporter } from "./rules.ts"

export const bestandImportRoutes = importRoutes(bestandImporter)
