import { artikelArten, firmenRollen } from "../../db/schema/values.ts"
import { Aktiv, Maybe, OneOf, Text, Uuid } from "../../lib/fields.ts"
import { status } from "../geraete/model.ts"
import { listGeraete } from "../geraete/rules.ts"
import { listKunden } from "../kunden/rules.ts"
import { listMitarbeiter } from "../mitarbeiter/rules.ts"
import { listPfandartikel } from "../pfandartikel/rules.ts"
import { listSalden } from "../pfandsalden/rules.ts"
import { Euro } from "../../print/export/xlsx.ts"
import { free, type Route } from "../frame/route.ts"
import { admins, office } from "../frame/session.ts"
import { days } from "../shared/time.ts"
import { listBestaende, withKundennummer, withPruefungen } from "./rows.ts"
import {
  artikelColumns,
  bestaendeColumns,
  geraeteColumns,
  kundenColumns,
  mitarbeiterColumns,
} from "./listen.ts"
import { lagerExportRoutes } from "./lager.ts"
import { exportList, exportQuery } from "./table.ts"
import { unterlagenRoutes } from "./unterlagen.ts"
import { verzeichnisRoutes } from "./verzeichnisse.ts"

const options = { scope: "tenant", file: "text/csv" } as const
const wie =
  "Mit denselben Filtern wie die Liste. CSV mit Semikolon, UTF-8 und Komma in Beträgen, oder für Excel (format=xlsx)."
const zurueck = `${wie} Mit den Überschriften, die der Import erkennt: kommt unverändert wieder herein.`
const q = Maybe(Text(200, { description: "Wie in der Liste" }))

export const exportRoutes: Route[] = [
  ...verzeichnisRoutes,
  ...lagerExportRoutes,
  ...unterlagenRoutes,
  free(
    "GET /api/export/kunden",
    {
      ...options,
      roles: admins,
      traced: "tenants.kunden_exportiert",
      summary: "Die Kunden als Tabelle",
      description: zurueck,
      query: exportQuery({ q, aktiv: Maybe(Aktiv()), ort: Maybe(Text(100)) }),
    },
    ({ tenant, query: { format, ...filter } }) =>
      exportList(
        tenant,
        (page) => listKunden(tenant, { ...filter, ...page }),
        "kunden",
        kundenColumns(),
        format,
      ),
  ),
  free(
    "GET /api/export/geraete",
    {
      ...options,
      roles: office,
      summary: "Die Geräte als Tabelle, mit Ort und Pfand",
      description: zurueck,
      traced: "tenants.geraete_exportiert",
      query: exportQuery({ q, status: Maybe(status), kunde_id: Maybe(Uuid()), typ: Maybe(Text(100)) }),
    },
    ({ tenant, query: { format, ...filter } }) =>
      exportList(
        tenant,
        (page) =>
          withPruefungen(tenant, withKundennummer(tenant, listGeraete(tenant, { ...filter, ...page }))),
        "geraete",
        geraeteColumns(tenant),
        format,
      ),
  ),
  free(
    "GET /api/export/pfandartikel",
    {
      ...options,
      roles: office,
      summary: "Die Pfandartikel als Tabelle",
      description: zurueck,
      untraced: "nobody's personal data",
      query: exportQuery({ q, art: Maybe(OneOf(artikelArten)), aktiv: Maybe(Aktiv()) }),
    },
    ({ tenant, query: { format, ...filter } }) =>
      exportList(
        tenant,
        (page) => listPfandartikel(tenant, { ...filter, ...page }),
        "pfandartikel",
        artikelColumns(),
        format,
      ),
  ),
  free(
    "GET /api/export/mitarbeiter",
    {
      ...options,
      roles: admins,
      summary: "Die Mitarbeiter als Tabelle, ohne Passwörter",
      description: zurueck,
      traced: "tenants.mitarbeiter_exportiert",
      query: exportQuery({ rolle: Maybe(OneOf(firmenRollen)), aktiv: Maybe(Aktiv()) }),
    },
    ({ tenant, actor, query: { format, ...filter } }) =>
      exportList(
        tenant,
        (page) => listMitarbeiter(tenant, actor, { ...filter, ...page }),
        "mitarbeiter",
        mitarbeiterColumns(),
        format,
      ),
  ),
  free(
    "GET /api/export/bestaende",
    {
      ...options,
      roles: office,
      summary: "Was jeder Kunde von jedem Artikel hat, in Stück",
      description: `${wie} Kommt in einer anderen Firma als Anfangsbestand herein; Geräte stehen in ihrer eigenen Tabelle.`,
      traced: "tenants.bestaende_exportiert",
      query: exportQuery({}),
    },
    ({ tenant, query: { format } }) =>
      exportList(tenant, (page) => listBestaende(tenant, page), "bestaende", bestaendeColumns(), format),
  ),
  free(
    "GET /api/export/pfandsalden",
    {
      ...options,
      roles: office,
      summary: "Alle Pfandsalden als Tabelle",
      description: `${wie} seit_am: nur wer etwas hat, das Älteste zuerst; sonst der größte zuerst.`,
      traced: "tenants.pfandsalden_exportiert",
      query: exportQuery({ sort: Maybe(OneOf(["-wert_cent", "seit_am"])) }),
    },
    ({ tenant, query: { format, ...order } }) => {
      const day = days(tenant)
      return exportList(
        tenant,
        (page) => listSalden(tenant, { ...order, ...page }),
        "pfandsalden",
        {
          Kundennummer: (s) => s.kundennummer,
          Name: (s) => s.name,
          Saldo: (s) => new Euro(s.wert_cent),
          "Ältestes Stück seit": (s) => s.seit_am && day(s.seit_am),
        },
        format,
      )
    },
  ),
]
