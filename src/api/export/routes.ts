import { listGeraete } from "../geraete/rules.ts"
import { kundenListe } from "../kunden/rules.ts"
import { listPfandartikel } from "../pfandartikel/rules.ts"
import { listSalden } from "../pfandsalden/rules.ts"
import { free, type Route } from "../route.ts"
import { admins, office } from "../session.ts"
import { days } from "../time.ts"
import { euro, exportList } from "./table.ts"

const options = { scope: "tenant" as const, file: "text/csv" }
const wie = "CSV mit Semikolon, UTF-8 und Komma in Beträgen, wie Tabellenprogramme es lesen."

const worte: Record<string, string> = {
  lager: "im Lager",
  beim_kunden: "beim Kunden",
  wartung: "in Wartung",
  verloren: "verloren",
  ausgemustert: "ausgemustert",
}

export const exportRoutes: Route[] = [
  free(
    "GET /api/export/kunden",
    {
      ...options,
      roles: admins,
      summary: "Alle Kunden als Tabelle",
      description: `${wie} Mit den Überschriften, die der Import erkennt.`,
    },
    ({ tenant }) =>
      exportList(tenant, kundenListe, "kunden", {
        Kundennummer: (k) => k.kundennummer,
        Name: (k) => k.name,
        Ansprechpartner: (k) => k.ansprechpartner,
        Telefon: (k) => k.telefon,
        "E-Mail": (k) => k.email,
        Straße: (k) => k.strasse,
        PLZ: (k) => k.plz,
        Ort: (k) => k.ort,
        Land: (k) => k.land,
        Anlieferungshinweis: (k) => k.anlieferungshinweis,
        "Lieferzeit von": (k) => k.lieferzeit_von,
        "Lieferzeit bis": (k) => k.lieferzeit_bis,
        Abrechnung: (k) => k.abrechnung,
        Notiz: (k) => k.notiz,
        Aktiv: (k) => (k.aktiv === 1 ? "ja" : "nein"),
      }),
  ),
  free(
    "GET /api/export/geraete",
    { ...options, roles: office, summary: "Alle Geräte als Tabelle, mit Ort und Pfand", description: wie },
    ({ tenant }) => {
      const day = days(tenant)
      return exportList(tenant, { page: listGeraete }, "geraete", {
        Gerätenummer: (g) => g.geraetenummer,
        Bezeichnung: (g) => g.bezeichnung,
        Typ: (g) => g.typ,
        Seriennummer: (g) => g.seriennummer,
        Barcode: (g) => g.barcode,
        Pfand: (g) => euro(g.pfand_cent),
        Status: (g) => worte[g.status],
        Seit: (g) => g.status_seit && day(g.status_seit),
        Kunde: (g) => g.kunde_name,
        Notiz: (g) => g.notiz,
      })
    },
  ),
  free(
    "GET /api/export/pfandartikel",
    { ...options, roles: office, summary: "Alle Pfandartikel als Tabelle", description: wie },
    ({ tenant }) =>
      exportList(tenant, { page: listPfandartikel }, "pfandartikel", {
        Nummer: (a) => a.nummer,
        Bezeichnung: (a) => a.bezeichnung,
        Pfand: (a) => euro(a.pfand_cent),
        "USt-Klasse": (a) => a.ust_klasse,
        Barcode: (a) => a.barcode,
        Bestandteile: (a) => a.bestandteile.map(({ menge, nummer }) => `${menge} × ${nummer}`).join(", "),
        Aktiv: (a) => (a.aktiv === 1 ? "ja" : "nein"),
      }),
  ),
  free(
    "GET /api/export/pfandsalden",
    {
      ...options,
      roles: office,
      summary: "Alle Pfandsalden als Tabelle, der größte zuerst",
      description: wie,
    },
    ({ tenant }) => {
      const day = days(tenant)
      return exportList(tenant, { page: listSalden }, "pfandsalden", {
        Kundennummer: (s) => s.kundennummer,
        Name: (s) => s.name,
        Saldo: (s) => euro(s.wert_cent),
        "Ältestes Stück seit": (s) => s.seit_am && day(s.seit_am),
      })
    },
  ),
]
