import { expect, test } from "bun:test"
import { routes } from "../src/app.ts"

/**
 * The table of roles in the product's description, written down a second time: whoever changes a route's roles
 * has to change them here, too. That each route keeps to its roles is tested in isolation.test.ts.
 * s = superadmin, a = admin, u = user (office), f = fahrer; "-" no token needed, "*" any account.
 */
const table: Record<string, string> = {
  "GET /health": "-",
  "GET /uploads/*": "-",
  "POST /api/auth/login": "-",
  "GET /api/auth/me": "*",
  "POST /api/auth/change-password": "*",
  "POST /api/auth/logout-all": "*",
  "POST /api/sitzung": "-",
  "GET /api/sitzung": "*",
  "PUT /api/sitzung": "*",
  "DELETE /api/sitzung": "*",
  "GET /api/tenants": "s",
  "POST /api/tenants": "s",
  "GET /api/tenants/:id": "s",
  "PATCH /api/tenants/:id": "s",
  "GET /api/tenant": "sau",
  "PATCH /api/tenant": "sa",
  "GET /api/mitarbeiter": "sau",
  "POST /api/mitarbeiter": "sa",
  "GET /api/mitarbeiter/:id": "sa",
  "PATCH /api/mitarbeiter/:id": "sa",
  "POST /api/mitarbeiter/:id/abmelden": "sa",
  "POST /api/mitarbeiter/:id/passwort": "sa",
  "GET /api/kunden": "sauf",
  "POST /api/kunden": "sau",
  "POST /api/kunden/import": "sau",
  "GET /api/kunden/:id": "sauf",
  "PATCH /api/kunden/:id": "sau",
  "DELETE /api/kunden/:id": "sau",
  "POST /api/kunden/:id/loeschung": "sa",
  "GET /api/kunden/:id/rueckgaben": "sauf",
  "GET /api/kunden/:id/pfandkonto": "sauf",
  "GET /api/kunden/:id/pfandbuchungen": "sau",
  "GET /api/kunden/:id/ereignisse": "sau",
  "GET /api/kunden/:id/bilder": "sauf",
  "POST /api/kunden/:id/bilder": "sauf",
  "PATCH /api/kunden/:id/bilder/:bild_id": "sau",
  "DELETE /api/kunden/:id/bilder/:bild_id": "sau",
  "GET /api/pfandartikel": "sauf",
  "POST /api/pfandartikel": "sa",
  "POST /api/pfandartikel/import": "sa",
  "GET /api/pfandartikel/:id": "sauf",
  "PATCH /api/pfandartikel/:id": "sa",
  "GET /api/geraete": "sauf",
  "POST /api/geraete": "sau",
  "GET /api/geraete/:id": "sauf",
  "PATCH /api/geraete/:id": "sau",
  "GET /api/geraete/code/:code": "sauf",
  "POST /api/geraete/:id/ausgabe": "sau",
  "POST /api/geraete/:id/ruecknahme": "sau",
  "POST /api/geraete/:id/status": "sau",
  "GET /api/geraete/:id/bewegungen": "sauf",
  "GET /api/lieferungen": "sauf",
  "POST /api/lieferungen": "sau",
  "GET /api/lieferungen/:id": "sauf",
  "PATCH /api/lieferungen/:id": "sau",
  "GET /api/lieferungen/:id/bilder": "sauf",
  "POST /api/lieferungen/:id/bilder": "sauf",
  "DELETE /api/lieferungen/:id/bilder/:bild_id": "sau",
  "POST /api/lieferungen/:id/start": "sauf",
  "POST /api/lieferungen/:id/abschluss": "sauf",
  "POST /api/lieferungen/:id/fehlschlag": "sauf",
  "POST /api/lieferungen/:id/storno": "sau",
  "POST /api/lieferungen/:id/neu-planen": "sau",
  "GET /api/touren": "sauf",
  "GET /api/touren/unbeendet": "sau",
  "GET /api/klaerungen": "sau",
  "POST /api/klaerungen": "sauf",
  "GET /api/klaerungen/:id": "sau",
  "POST /api/klaerungen/:id/buchen": "sau",
  "POST /api/klaerungen/:id/verwerfen": "sau",
  "GET /api/feierabend": "sauf",
  "POST /api/feierabend": "sauf",
  "GET /api/feierabend/:id": "sauf",
  "GET /api/fahrer/tag": "sauf",
  "POST /api/fahrer/ungeplant": "sauf",
  "GET /api/fahrer/einstellungen": "sauf",
  "PATCH /api/fahrer/einstellungen": "sa",
  "POST /api/touren/:datum/kopie": "sau",
  "POST /api/touren/:datum/verschieben": "sau",
  "PUT /api/touren/:datum/:fahrer_id": "sau",
  "GET /api/pfandbuchungen": "sau",
  "POST /api/pfandbuchungen": "sau",
  "POST /api/pfandbuchungen/:vorgang_id/storno": "sa",
  "GET /api/pfandsalden": "sau",
  "GET /api/pfandpruefung": "sa",
  "GET /api/pfandverlauf": "sau",
  "GET /api/heute": "sau",
  "GET /api/export/kunden": "sa",
  "GET /api/export/geraete": "sau",
  "GET /api/export/pfandartikel": "sau",
  "GET /api/export/pfandsalden": "sau",
  "GET /api/suche": "sau",
  "GET /api/protokoll": "sa",
  "GET /api/abrechnungen": "sau",
  "GET /api/abrechnungen/vorschau": "sau",
  "POST /api/abrechnungen": "sau",
  "GET /api/abrechnungen/:id": "sau",
  "POST /api/abrechnungen/:id/storno": "sa",
}

test("every route has just the roles that the product's table gives it", () => {
  const served = routes
    .filter(({ options }) => !options.undocumented)
    .map(({ method, path, options: { scope, roles } }) => {
      const letters = ["superadmin", "admin", "user", "fahrer"].filter((rolle) =>
        roles?.includes(rolle as "admin"),
      )
      const who =
        scope === "public"
          ? "-"
          : scope === "account"
            ? "*"
            : letters.map((rolle) => rolle.charAt(0)).join("")
      return [`${method} ${path}`, who]
    })
  expect(Object.fromEntries(served)).toEqual(table)
})
