import { Datum, Maybe } from "../../lib/fields.ts"
import { zip } from "../../lib/zip.ts"
import { verfahrensdokumentation } from "../../print/dokumente/verfahrensdokumentation.ts"
import { PDF, print } from "../belege/printing.ts"
import { Document } from "../frame/reply.ts"
import { read, readFree, type Route } from "../frame/route.ts"
import { localTime } from "../shared/time.ts"
import { exportForAuditor } from "./rules.ts"
import { getVerfahrensdokumentation } from "./verfahren.ts"
import { forAdmins } from "../frame/options.ts"
import { Input } from "../shared/schema.ts"

const ZIP = "application/zip"

export const pruefexportRoutes: Route[] = [
  read(
    "GET /api/pruefexport",
    {
      ...forAdmins,
      summary: "Für den Prüfer (Datenzugriff Z3): Tabellen mit index.xml, Hashkette und Belege als ZIP",
      description:
        "Buchungen nach dem Tag ihrer Buchung. HASHKETTE.txt und hashkette.py darin sagen, wie das Pfandbuch ohne Pfandwerk nachgerechnet wird.",
      query: Input({
        von: Maybe(Datum({ description: "Fehlt es, der 1. Januar des Jahres von bis" })),
        bis: Maybe(Datum({ description: "Fehlt es, heute" })),
      }),
      file: ZIP,
      traced: "tenants.pruefer_exportiert",
      frozen: true,
    },
    ({ tenant, query }) => {
      const bis = query.bis ?? localTime(tenant).datum
      const von = query.von ?? `${bis.slice(0, 4)}-01-01`
      const moment = tenant.now()
      const files = exportForAuditor(tenant, { von, bis }).map((file) => ({ ...file, moment }))
      return new Document(zip(files, { compress: true }), ZIP, `Pruefexport ${von} bis ${bis}.zip`)
    },
  ),
  readFree(
    "GET /api/pruefexport/verfahrensdokumentation.pdf",
    {
      ...forAdmins,
      summary: "Die Verfahrensdokumentation nach GoBD, aus dieser Version und diesen Einstellungen",
      file: PDF,
      untraced: "how the company works, without any customer",
    },
    ({ tenant, services, signal }) =>
      print({ tenant, signal }, verfahrensdokumentation(getVerfahrensdokumentation(tenant, services))),
  ),
]
