import { geraete } from "../../db/schema.ts"
import { Page, pageQuery, SearchedPage } from "../shared/page.ts"
import { read, readFree, type Route, write } from "../frame/route.ts"
import { PDF, print } from "../belege/printing.ts"
import { composeAusgabeschein } from "./ausgabeschein.ts"
import {
  Ausgabe,
  BewegungReply,
  GeplantReply,
  GeraetCode,
  GeraetListItem,
  GeraetPatch,
  GeraetReply,
  geraeteFilter,
  NewGeraet,
  OffenesPfandReply,
  Ruecknahme,
  Statuswechsel,
  Umstellung,
} from "./model.ts"
import {
  bewegungen,
  changeGeraet,
  createGeraet,
  geraeteList,
  getByCode,
  listBewegungen,
  listGeraete,
  issueGeraet,
  GONE,
  returnGeraet,
} from "./rules.ts"
import { changeStatus } from "./status.ts"
import { listGeplant } from "./geplant.ts"
import { listOpenElsewhere } from "./offen.ts"
import { carryGeraet } from "./umstellung.ts"
import { Type } from "@sinclair/typebox"
import { forEveryone, forOffice, ifUnchanged } from "../frame/options.ts"

const gone = { missing: GONE }
const record = { reply: GeraetReply, etag: true, refusals: gone } as const

export const geraeteRoutes: Route[] = [
  read(
    "GET /api/geraete",
    {
      ...forEveryone,
      summary: "Alle Geräte, oder die gefundenen",
      description:
        "q sucht in Nummer, Bezeichnung, Typ, Seriennummer und Barcode nach Wortanfängen. Zuerst steht, wessen Nummer oder Bezeichnung so beginnt. Mit sort stehen sie in dieser Reihenfolge, wenn es höchstens tausend sind.",
      query: pageQuery(geraeteList.sorts, geraeteFilter),
      reply: SearchedPage(GeraetListItem),
    },
    ({ tenant, query }) => listGeraete(tenant, query),
  ),
  write(
    "POST /api/geraete",
    {
      ...forOffice,
      ...record,
      summary: "Ein Gerät anlegen; es steht dann im Lager",
      body: NewGeraet,
      creates: true,
      refusals: { conflict: "Gerätenummer, Barcode oder id bereits vergeben" },
    },
    ({ tenant, actor, body }) => createGeraet(tenant, actor, body),
  ),
  read(
    "GET /api/geraete/code/:code",
    {
      ...forEveryone,
      ...record,
      summary: "Ein Gerät nach Barcode oder Gerätenummer, für Scanner",
      params: GeraetCode,
    },
    ({ tenant, params }) => getByCode(tenant, params.code),
  ),
  read("GET /api/geraete/:id", { ...forEveryone, ...record, summary: "Ein Gerät" }, ({ tenant, params }) =>
    tenant.get(geraete, params.id, GONE),
  ),
  write(
    "PATCH /api/geraete/:id",
    {
      ...forOffice,
      ...record,
      summary: "Ein Gerät ändern; sein Status wechselt nur durch Ausgabe, Rücknahme und Status",
      body: GeraetPatch,
      refusals: {
        missing: "Gerät oder Standort nicht gefunden",
        ...ifUnchanged,
        conflict:
          "Gerätenummer oder Barcode bereits vergeben; oder standort_id, und das Gerät ist bei keinem Kunden oder der Standort nicht mehr aktiv",
      },
    },
    ({ tenant, actor, params, body, ifMatch }) => changeGeraet(tenant, actor, params.id, body, ifMatch),
  ),
  write(
    "POST /api/geraete/:id/ausgabe",
    {
      ...forOffice,
      ...record,
      summary: "Ein Gerät an einen Kunden ausgeben; bucht auch sein Pfand",
      body: Ausgabe,
      refusals: {
        missing: "Gerät, Kunde oder Standort nicht gefunden",
        conflict: "Das Gerät ist nicht im Lager, oder der Kunde oder der Standort nicht aktiv",
      },
    },
    ({ tenant, actor, params, body }) => issueGeraet(tenant, actor, params.id, body),
  ),
  readFree(
    "GET /api/geraete/:id/ausgabeschein.pdf",
    {
      ...forEveryone,
      summary: "Der Ausgabeschein eines Geräts, das beim Kunden ist, zum Unterschreiben",
      file: PDF,
      untraced: "one device, as its page shows it",
      refusals: { ...gone, conflict: "Das Gerät ist bei keinem Kunden" },
    },
    ({ tenant, params, signal }) => print({ tenant, signal }, composeAusgabeschein(tenant, params.id)),
  ),
  write(
    "POST /api/geraete/:id/ruecknahme",
    {
      ...forOffice,
      ...record,
      summary: "Ein Gerät vom Kunden zurücknehmen, ins Lager oder in die Wartung",
      body: Ruecknahme,
      refusals: { ...gone, conflict: "Das Gerät ist bei keinem Kunden, oder bei einem anderen als gesehen" },
    },
    ({ tenant, actor, params, body }) => returnGeraet(tenant, actor, params.id, body),
  ),
  write(
    "POST /api/geraete/:id/umstellung",
    {
      ...forOffice,
      ...record,
      summary: "Ein Gerät ist jetzt an einem anderen Standort seines Kunden; gebucht wird nichts",
      body: Umstellung,
      refusals: {
        missing: "Gerät oder Standort nicht gefunden",
        conflict:
          "Das Gerät ist bei keinem Kunden, bei einem anderen als gesehen oder an diesem Tag noch nicht bei ihm, oder der Standort nicht mehr aktiv",
      },
    },
    ({ tenant, actor, params, body }) => carryGeraet(tenant, actor, params.id, body),
  ),
  write(
    "POST /api/geraete/:id/status",
    {
      ...forOffice,
      ...record,
      summary: "Ein Gerät in die Wartung geben, verloren melden oder ausmustern",
      description:
        "Ist es beim Kunden verloren, bleibt sein Pfand auf dessen Konto, bis eine Korrektur es erstattet oder ein Verlust es einbehält (POST /api/pfandverluste). Ist keines offen, verlässt es das Konto sofort.",
      body: Statuswechsel,
      refusals: { ...gone, conflict: "Das Gerät ist beim Kunden, woanders als gesehen, oder ausgemustert" },
    },
    ({ tenant, actor, params, body }) => changeStatus(tenant, actor, params.id, body),
  ),
  read(
    "GET /api/geraete/:id/geplant",
    {
      ...forOffice,
      summary: "Welche offenen Lieferungen ein Gerät bringen sollen, die nächste zuerst",
      description:
        "Höchstens zweihundert. Mehr als eine ist selten gemeint: Nur die erste, die ankommt, bringt es.",
      reply: Type.Object({ items: Type.Array(GeplantReply) }),
      refusals: gone,
    },
    ({ tenant, params }) => listGeplant(tenant, params.id),
  ),
  read(
    "GET /api/geraete/:id/pfand-offen",
    {
      ...forOffice,
      summary: "Bei welchen Kunden Pfand für ein Gerät offen ist, die es nicht haben",
      description:
        "Dort verloren, zurückgekommen oder nie dort gewesen: Eine Korrektur erstattet es, und solange das Gerät verloren ist, behält es ein Verlust ein (POST /api/pfandverluste).",
      reply: Type.Object({ items: Type.Array(OffenesPfandReply) }),
      refusals: gone,
    },
    ({ tenant, params }) => listOpenElsewhere(tenant, params.id),
  ),
  read(
    "GET /api/geraete/:id/bewegungen",
    {
      ...forEveryone,
      summary: "Wo ein Gerät war, das Neueste zuerst",
      query: pageQuery(bewegungen.sorts, {}),
      reply: Page(BewegungReply),
      refusals: gone,
    },
    ({ tenant, actor, params, query }) => listBewegungen(tenant, actor, params.id, query),
  ),
]
