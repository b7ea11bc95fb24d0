import { CSV } from "../../print/export/csv.ts"
import { geraeteList } from "../geraete/rules.ts"
import { Jahr } from "../jahresausgleich/model.ts"
import { Page, pageQuery, searched, SearchedPage } from "../shared/page.ts"
import { Document } from "../frame/reply.ts"
import { read, type Route } from "../frame/route.ts"
import { SALDEN_Q, saldenFilter } from "../pfandsalden/model.ts"
import { listLostGeraete } from "./geraete.ts"
import { OffenesPfand, offenesPfandFilter, SchwundGeraet, SchwundKunde, SchwundZeile } from "./model.ts"
import { listOpenDeposits } from "./pfand.ts"
import { listSchwund, listSchwundKunden, writeSchwund, writeSchwundKunden } from "./rules.ts"
import { Input } from "../shared/schema.ts"
import { forOffice } from "../frame/options.ts"

const searchedArticles = searched("Artikel: Wortanfänge in Nummer, Bezeichnung und Barcode")

export const schwundRoutes: Route[] = [
  read(
    "GET /api/schwund",
    {
      ...forOffice,
      summary: "Je Artikel: im Jahr gekauft und gefehlt, heute auf dem Hof und bei Kunden",
      query: pageQuery(["nummer"], {
        ...searchedArticles,
        jahr: Jahr,
      }),
      long: true,
      reply: SearchedPage(SchwundZeile),
    },
    ({ tenant, query: { jahr, ...page } }) => listSchwund(tenant, jahr, page),
  ),
  read(
    "GET /api/schwund/liste.csv",
    {
      ...forOffice,
      summary: "Dasselbe als Tabelle",
      query: Input({ ...searchedArticles, jahr: Jahr }),
      file: "text/csv",
      untraced: "about articles, not about persons",
      frozen: true,
    },
    ({ tenant, query: { jahr, q } }) =>
      new Document(writeSchwund(tenant, jahr, q), CSV, `Schwund ${jahr}.csv`),
  ),
  read(
    "GET /api/schwund/kunden",
    {
      ...forOffice,
      summary: "Je Kunde: was er am Ende des Jahres hatte, und was davon länger als ein Jahr",
      description: `Zuerst ausgegeben, zuerst zurück. Der heute größte Saldo zuerst. ${SALDEN_Q}`,
      query: pageQuery(["-wert_cent"], { ...saldenFilter, jahr: Jahr }),
      long: true,
      reply: Page(SchwundKunde),
    },
    ({ tenant, query: { jahr, ...page } }) => listSchwundKunden(tenant, jahr, page),
  ),
  read(
    "GET /api/schwund/geraete",
    {
      ...forOffice,
      summary: "Verlorene Geräte: bei wem, mit welchem Pfand ausgegeben, und was davon noch offen ist",
      query: pageQuery(geraeteList.sorts, searched("Gerät: Wortanfänge in Nummer und Bezeichnung")),
      reply: SearchedPage(SchwundGeraet),
    },
    ({ tenant, query }) => listLostGeraete(tenant, query),
  ),
  read(
    "GET /api/schwund/pfand",
    {
      ...forOffice,
      summary: "Pfand von Geräten, die nicht bei dem Kunden sind, auf dessen Konto es noch offen ist",
      description:
        "Was bei ihm verloren ging, bleibt bei ihm offen, auch wenn das Gerät wieder da ist oder bei jemand anderem, bis es erstattet oder behalten ist. Ebenso, was nur eine Korrektur berechnet hat. Das Neueste zuerst.",
      query: pageQuery(["-id"], offenesPfandFilter),
      reply: Page(OffenesPfand),
    },
    ({ tenant, query }) => listOpenDeposits(tenant, query),
  ),
  read(
    "GET /api/schwund/kunden.csv",
    {
      ...forOffice,
      summary: "Dasselbe als Tabelle",
      query: Input({ ...saldenFilter, jahr: Jahr }),
      file: "text/csv",
      traced: "tenants.schwund_exportiert",
      frozen: true,
    },
    ({ tenant, query: { jahr, q } }) =>
      new Document(writeSchwundKunden(tenant, jahr, q), CSV, `Schwund Kunden ${jahr}.csv`),
  ),
]
