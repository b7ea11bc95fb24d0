import { loadRoutes } from "../../src/routes.ts"

/** Every route of the service. */
export const routes = await loadRoutes()
