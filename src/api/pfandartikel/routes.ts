import { pageQuery, Page } from "../shared/page.ts"
import { read, type Route, write } from "../frame/route.ts"
import { readBeiKunden } from "./bei-kunden.ts"
import {
  artikelFilter,
  BeiKundenReply,
  NewPfandartikel,
  PfandartikelPatch,
  PfandartikelReply,
} from "./model.ts"
import {
  changePfandartikel,
  createPfandartikel,
  getPfandartikel,
  listPfandartikel,
  pfandartikelList,
} from "./rules.ts"
import { forAdmins, forEveryone, forOffice, ifUnchanged } from "../frame/options.ts"

const gone = { missing: "Pfandartikel nicht gefunden" }
const record = { reply: PfandartikelReply, etag: true, refusals: gone } as const

export const pfandartikelRoutes: Route[] = [
  read(
    "GET /api/pfandartikel",
    {
      ...forEveryone,
      summary: "Alle Pfandartikel, oder die gefundenen",
      description:
        "q sucht in Nummer, Bezeichnung und Barcode nach Wortanfängen, und ab drei Buchstaben auch mitten im Wort. Zuerst steht, wessen Nummer oder Bezeichnung so beginnt, zuletzt, was nur mitten im Wort passt.",
      query: pageQuery(pfandartikelList.sorts, artikelFilter),
      reply: Page(PfandartikelReply),
    },
    ({ tenant, query }) => listPfandartikel(tenant, query),
  ),
  write(
    "POST /api/pfandartikel",
    {
      ...forAdmins,
      ...record,
      summary: "Einen Pfandartikel anlegen",
      body: NewPfandartikel,
      creates: true,
      refusals: {
        missing: "Ein Bestandteil wurde nicht gefunden",
        conflict: "Nummer, Barcode oder id bereits vergeben",
      },
    },
    ({ tenant, actor, body }) => createPfandartikel(tenant, actor, body),
  ),
  read(
    "GET /api/pfandartikel/:id",
    { ...forEveryone, ...record, summary: "Ein Pfandartikel" },
    ({ tenant, params }) => getPfandartikel(tenant, params.id),
  ),
  read(
    "GET /api/pfandartikel/:id/bei-kunden",
    {
      ...forOffice,
      summary: "Wie viel von einem Artikel bei Kunden ist, und was mehr zurückkam, als ausgegeben wurde",
      long: true,
      reply: BeiKundenReply,
      refusals: gone,
    },
    ({ tenant, params }) => readBeiKunden(tenant, params.id),
  ),
  write(
    "PATCH /api/pfandartikel/:id",
    {
      ...forAdmins,
      ...record,
      summary: "Einen Pfandartikel ändern; gebuchte Beträge bleiben, wie sie sind",
      body: PfandartikelPatch,
      refusals: { ...gone, ...ifUnchanged, conflict: "Nummer oder Barcode bereits vergeben" },
    },
    ({ tenant, actor, params, body, ifMatch }) => changePfandartikel(tenant, actor, params.id, body, ifMatch),
  ),
]
