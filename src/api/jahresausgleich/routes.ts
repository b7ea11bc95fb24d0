import { Page, pageQuery } from "../shared/page.ts"
import { Document } from "../frame/reply.ts"
import { read, type Route } from "../frame/route.ts"
import { AusgleichZeile, Jahr, JahresNachtrag } from "./model.ts"
import { pageAusgleich, sumBookedLater, writeAusgleich } from "./rules.ts"
import { forOffice } from "../frame/options.ts"
import { Input } from "../shared/schema.ts"

const description =
  "Pfand auf Warenumschließungen, das am Ende des Jahres bei Kunden war, je Kunde und Steuersatz: was das vereinfachte Verfahren (UStAE 10.1 Abs. 8) in der letzten Voranmeldung versteuert, soweit es nicht schon im Vorjahr versteuert wurde. Ob und wie es anzuwenden ist, mit dem Steuerberater festlegen."

export const jahresausgleichRoutes: Route[] = [
  read(
    "GET /api/jahresausgleich",
    {
      ...forOffice,
      summary: "Der zu versteuernde Pfandsaldo am 31.12., Kunde für Kunde",
      description,
      query: pageQuery(["-wert_cent"], { jahr: Jahr }),
      long: true,
      reply: Page(AusgleichZeile),
    },
    ({ tenant, query: { jahr, ...page } }) => pageAusgleich(tenant, jahr, page),
  ),
  read(
    "GET /api/jahresausgleich/nachtrag",
    {
      ...forOffice,
      summary: "Was nach dem Ende eines Jahres noch in dieses Jahr gebucht wurde",
      description:
        "Die Liste des Jahres enthält es, eine früher gespeicherte nicht: Im nächsten Jahr wird abgezogen, was damals versteuert wurde.",
      query: Input({ jahr: Jahr }),
      long: true,
      reply: JahresNachtrag,
    },
    ({ tenant, query: { jahr } }) => sumBookedLater(tenant, jahr),
  ),
  read(
    "GET /api/jahresausgleich/liste.csv",
    {
      ...forOffice,
      summary: "Dasselbe als Tabelle, mit einer Summe je Steuersatz am Ende",
      description,
      query: Input({ jahr: Jahr }),
      file: "text/csv",
      traced: "tenants.jahresausgleich_exportiert",
      frozen: true,
    },
    ({ tenant, query: { jahr } }) =>
      new Document(writeAusgleich(tenant, jahr), "text/csv; charset=utf-8", `Jahresausgleich ${jahr}.csv`),
  ),
]
