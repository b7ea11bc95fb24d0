import type { Route } from "./api/frame/route.ts"

/** Loads the routes of one room: a group of addresses whose modules are imported together. */
export type Load = () => Promise<Route[]>

/** Waits for imports. @returns all routes that their modules export */
const from = async (...modules: Promise<Record<string, Route[]>>[]): Promise<Route[]> =>
  (await Promise.all(modules)).flatMap((module) => Object.values(module).flat())

const pages: Load = () => from(import("./web/serve/pages/routes.ts"))
const tenants: Load = () => from(import("./api/tenants/routes.ts"), import("./api/tenant/logo/routes.ts"))
const docs: Load = async () => (await import("./web/serve/docs/routes.ts")).docsRoutes(loadRoutes)

/**
 * Rooms by the beginning of their addresses; together they hold every route of the service. Each route
 * declares who may call it (frame/route.ts). A room is loaded at the first request for it: the service starts
 * faster and needs less memory.
 */
const rooms: Record<string, Load> = {
  "/": pages,
  "/anmelden": pages,
  "/buero": pages,
  "/fahrer": pages,
  "/assets": pages,
  "/favicon.svg": pages,
  "/favicon.ico": pages,
  "/api/demo": pages,
  "/hilfe": () => from(import("./web/serve/hilfe/routes.ts")),
  "/health": () => from(import("./web/serve/health/routes.ts")),
  "/metrics": () => from(import("./ops/metrics/routes.ts")),
  "/uploads": () => from(import("./web/serve/uploads/routes.ts")),
  "/antwort": () => from(import("./web/serve/antwort/routes.ts")),
  "/zertifikat": () => from(import("./web/serve/zertifikat/routes.ts")),
  "/docs": docs,
  "/api/openapi.json": docs,
  "/api/auth": () => from(import("./api/auth/routes.ts")),
  "/api/sitzung": () => from(import("./api/sitzung/routes.ts")),
  "/api/tenants": tenants,
  "/api/tenant": tenants,
  "/api/mitarbeiter": () => from(import("./api/mitarbeiter/routes.ts")),
  "/api/kunden": () =>
    from(
      import("./api/kunden/import/routes.ts"),
      import("./api/kunden/routes.ts"),
      import("./api/kunden/auskunft/routes.ts"),
      import("./api/kunden/bilder/routes.ts"),
      import("./api/kunden/pfandkonto/routes.ts"),
      import("./api/kunden/pfandbuchungen/routes.ts"),
      import("./api/kunden/ereignisse/routes.ts"),
      import("./api/kunden/kontoauszug/routes.ts"),
      import("./api/kunden/saldenbestaetigung/routes.ts"),
      import("./api/kunden/pfandalter/routes.ts"),
      import("./api/kunden/erinnerung/routes.ts"),
    ),
  "/api/standorte": () => from(import("./api/standorte/routes.ts")),
  "/api/pfandartikel": () =>
    from(
      import("./api/pfandartikel/import/routes.ts"),
      import("./api/pfandartikel/etiketten/routes.ts"),
      import("./api/pfandartikel/routes.ts"),
      import("./api/pfandartikel/umbewertung/routes.ts"),
    ),
  "/api/geraete": () =>
    from(
      import("./api/geraete/import/routes.ts"),
      import("./api/geraete/etiketten/routes.ts"),
      import("./api/geraete/routes.ts"),
      import("./api/geraete/pruefplaene/routes.ts"),
      import("./api/geraete/pruefungen/routes.ts"),
    ),
  "/api/pruefplaene": () => from(import("./api/pruefplaene/routes.ts")),
  "/api/lager": () => from(import("./api/lager/routes.ts")),
  "/api/inventuren": () => from(import("./api/inventuren/routes.ts")),
  "/api/schwund": () => from(import("./api/schwund/routes.ts")),
  "/api/lieferungen": () =>
    from(
      import("./api/lieferungen/routes.ts"),
      import("./api/lieferungen/lieferschein/routes.ts"),
      import("./api/lieferungen/bilder/routes.ts"),
    ),
  "/api/liefertage": () => from(import("./api/liefertage/routes.ts")),
  "/api/touren": () => from(import("./api/touren/routes.ts")),
  "/api/fahrer": () => from(import("./api/fahrer/routes.ts")),
  "/api/klaerungen": () => from(import("./api/klaerungen/routes.ts")),
  "/api/feierabend": () => from(import("./api/feierabend/routes.ts")),
  "/api/pfandbuchungen": () => from(import("./api/pfandbuchungen/routes.ts")),
  "/api/pfandverluste": () => from(import("./api/pfandverluste/routes.ts")),
  "/api/pfandsalden": () => from(import("./api/pfandsalden/routes.ts")),
  "/api/pfandverlauf": () => from(import("./api/pfandverlauf/routes.ts")),
  "/api/pfandpruefung": () => from(import("./api/pfandpruefung/routes.ts")),
  "/api/abrechnungen": () =>
    from(import("./api/abrechnungen/routes.ts"), import("./api/abrechnungen/versand/routes.ts")),
  "/api/belege": () => from(import("./api/belege/routes.ts")),
  "/api/versand": () => from(import("./api/versand/routes.ts")),
  "/api/nachrichten": () => from(import("./api/nachrichten/routes.ts")),
  "/api/pfandalter": () => from(import("./api/pfandalter/routes.ts")),
  "/api/jahresausgleich": () => from(import("./api/jahresausgleich/routes.ts")),
  "/api/pruefexport": () => from(import("./api/pruefexport/routes.ts")),
  "/api/firmenexport": () => from(import("./api/firmenexport/routes.ts")),
  "/api/auftraege": () => from(import("./api/auftraege/routes.ts")),
  "/api/datev": () => from(import("./api/datev/routes.ts")),
  "/api/heute": () => from(import("./api/heute/routes.ts")),
  "/api/ansichten": () => from(import("./api/ansichten/routes.ts")),
  "/api/suche": () => from(import("./api/suche/routes.ts")),
  "/api/einrichtung": () => from(import("./api/einrichtung/routes.ts")),
  "/api/anfangsbestaende": () =>
    from(import("./api/anfangsbestaende/import/routes.ts"), import("./api/anfangsbestaende/routes.ts")),
  "/api/export": () => from(import("./api/export/routes.ts")),
  "/api/programmzugaenge": () => from(import("./api/programmzugaenge/routes.ts")),
  "/api/ereignisse": () => from(import("./api/ereignisse/routes.ts")),
  "/api/webhooks": () => from(import("./api/webhooks/routes.ts")),
  "/api/zustand": () => from(import("./api/zustand/routes.ts")),
  "/api/protokoll": () => from(import("./api/protokoll/routes.ts")),
}

/** @returns the room of an address, by its first segment or, below /api, its first two; undefined if none */
export const roomAt = (path: string): Load | undefined => rooms[/^(?:\/api)?\/[^/]*/.exec(path)?.[0] ?? ""]

/** @returns every route of the service */
export const loadRoutes = async (): Promise<Route[]> =>
  (await Promise.all([...new Set(Object.values(rooms))].map((load) => load()))).flat()
