import { type AnyElysia, Elysia } from "elysia"
import { abrechnungenRoutes } from "./api/abrechnungen/routes.ts"
import { auftraegeRoutes } from "./api/auftraege/routes.ts"
import { authRoutes } from "./api/auth/routes.ts"
import { exportRoutes } from "./api/export/routes.ts"
import { datevRoutes } from "./api/datev/routes.ts"
import { fahrerRoutes } from "./api/fahrer/routes.ts"
import { belegeRoutes } from "./api/belege/routes.ts"
import { logoRoutes } from "./api/tenant/logo/routes.ts"
import { feierabendRoutes } from "./api/feierabend/routes.ts"
import { geraeteRoutes } from "./api/geraete/routes.ts"
import { heuteRoutes } from "./api/heute/routes.ts"
import { klaerungenRoutes } from "./api/klaerungen/routes.ts"
import { bilderRoutes } from "./api/kunden/bilder/routes.ts"
import { kundePfandbuchungenRoutes } from "./api/kunden/pfandbuchungen/routes.ts"
import { erinnerungRoutes } from "./api/kunden/erinnerung/routes.ts"
import { jahresausgleichRoutes } from "./api/jahresausgleich/routes.ts"
import { kundePfandalterRoutes } from "./api/kunden/pfandalter/routes.ts"
import { pfandalterRoutes } from "./api/pfandalter/routes.ts"
import { kontoauszugRoutes } from "./api/kunden/kontoauszug/routes.ts"
import { saldenbestaetigungRoutes } from "./api/kunden/saldenbestaetigung/routes.ts"
import { pfandkontoRoutes } from "./api/kunden/pfandkonto/routes.ts"
import { ereignisseRoutes } from "./api/kunden/ereignisse/routes.ts"
import { kundenImportRoutes } from "./api/kunden/import/routes.ts"
import { kundenRoutes } from "./api/kunden/routes.ts"
import { lieferbilderRoutes } from "./api/lieferungen/bilder/routes.ts"
import { lieferungenRoutes } from "./api/lieferungen/routes.ts"
import { mitarbeiterRoutes } from "./api/mitarbeiter/routes.ts"
import { artikelImportRoutes } from "./api/pfandartikel/import/routes.ts"
import { pfandartikelRoutes } from "./api/pfandartikel/routes.ts"
import { pfandbuchungenRoutes } from "./api/pfandbuchungen/routes.ts"
import { pfandpruefungRoutes } from "./api/pfandpruefung/routes.ts"
import { pfandsaldenRoutes } from "./api/pfandsalden/routes.ts"
import { pfandverlaufRoutes } from "./api/pfandverlauf/routes.ts"
import { pruefexportRoutes } from "./api/pruefexport/routes.ts"
import { protokollRoutes } from "./api/protokoll/routes.ts"
import type { Route } from "./api/route.ts"
import { sitzungRoutes } from "./api/sitzung/routes.ts"
import { sucheRoutes } from "./api/suche/routes.ts"
import { tenantsRoutes } from "./api/tenants/routes.ts"
import { tourenRoutes } from "./api/touren/routes.ts"
import type { Deps } from "./deps.ts"
import { errorReply } from "./http/errors.ts"
import { createFront, type Front } from "./http/front.ts"
import { mount } from "./http/mount.ts"
import { respondJson } from "./http/respond.ts"
import { missing } from "./lib/refusal.ts"
import { metricsRoutes } from "./ops/metrics/routes.ts"
import { docsRoutes } from "./web/docs/routes.ts"
import { healthRoutes } from "./web/health/routes.ts"
import { hilfeRoutes } from "./web/hilfe/routes.ts"
import { nowhere } from "./web/hilfe/nowhere.ts"
import { pagesRoutes } from "./web/pages/routes.ts"
import { uploadsRoutes } from "./web/uploads/routes.ts"
import { zertifikatRoutes } from "./web/zertifikat/routes.ts"

/** Every route of the service. Each one declares who may call it (api/route.ts). */
export const routes: Route[] = [
  ...pagesRoutes,
  ...hilfeRoutes,
  ...healthRoutes,
  ...metricsRoutes,
  ...uploadsRoutes,
  ...zertifikatRoutes,
  ...authRoutes,
  ...sitzungRoutes,
  ...tenantsRoutes,
  ...mitarbeiterRoutes,
  ...kundenImportRoutes,
  ...kundenRoutes,
  ...bilderRoutes,
  ...artikelImportRoutes,
  ...pfandartikelRoutes,
  ...geraeteRoutes,
  ...lieferungenRoutes,
  ...lieferbilderRoutes,
  ...tourenRoutes,
  ...fahrerRoutes,
  ...klaerungenRoutes,
  ...feierabendRoutes,
  ...pfandbuchungenRoutes,
  ...pfandkontoRoutes,
  ...kundePfandbuchungenRoutes,
  ...ereignisseRoutes,
  ...pfandsaldenRoutes,
  ...pfandverlaufRoutes,
  ...pfandpruefungRoutes,
  ...abrechnungenRoutes,
  ...kontoauszugRoutes,
  ...saldenbestaetigungRoutes,
  ...belegeRoutes,
  ...pfandalterRoutes,
  ...jahresausgleichRoutes,
  ...kundePfandalterRoutes,
  ...erinnerungRoutes,
  ...pruefexportRoutes,
  ...auftraegeRoutes,
  ...datevRoutes,
  ...logoRoutes,
  ...heuteRoutes,
  ...sucheRoutes,
  ...exportRoutes,
  ...protokollRoutes,
  ...docsRoutes(() => routes),
]

/**
 * Puts the service together: front door (front.ts), router, routes with their guards (mount.ts), errors.
 *
 * @returns answers one request, as `Bun.serve` calls it
 */
export function createApp(deps: Deps): Front {
  // Decides from which character Elysia looks for the path in a URL: the 11th suits "https://", but would
  // skip the path after "http://" and a short host.
  const app: AnyElysia = new Elysia({ handler: { standardHostname: deps.config.tls !== undefined } })
    // For requests that no route took. Errors of routes are handled in mount.ts, by the same mapper.
    .onError(({ request, code, error }) => {
      const allow = code === "NOT_FOUND" ? allowed(app, request) : []
      if (allow.length > 0) {
        return respondJson(request, 405, { error: "Methode nicht erlaubt" }, { Allow: allow.join(", ") })
      }
      if (code !== "NOT_FOUND") return errorReply(error, deps.log, request)
      return nowhere(request) ?? errorReply(missing(), deps.log, request)
    })
    .use(deps.tokens.plugin)
  mount(app as unknown as Elysia, routes, deps)
  return createFront((request) => app.handle(request), deps)
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

/** @returns the methods that have a route at this address; Elysia itself always answers 404 */
function allowed({ router }: AnyElysia, request: Request): string[] {
  const { pathname } = new URL(request.url)
  const fixed: Record<string, unknown> = router.static[pathname] ?? {}
  return METHODS.filter((method) => method in fixed || router.http.find(method, pathname) !== null)
}
