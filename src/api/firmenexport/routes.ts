import { tenants } from "../../db/schema.ts"
import { dateiname } from "../belege/printing.ts"
import { Document } from "../frame/reply.ts"
import { free, readFree, type Route } from "../frame/route.ts"
import { localTime } from "../shared/time.ts"
import { FirmenexportReply, LetzterFirmenexport, NewFirmenexport } from "./model.ts"
import { createFirmenexport, findLast, getFirmenexport, requireFile } from "./rules.ts"
import { forAdmins } from "../frame/options.ts"

const ZIP = "application/zip"
const missing = "Export nicht gefunden"

export const firmenexportRoutes: Route[] = [
  readFree(
    "GET /api/firmenexport",
    {
      ...forAdmins,
      summary: "Der letzte Export der ganzen Firma, und wie weit er ist",
      reply: LetzterFirmenexport,
    },
    ({ tenant, services }) => ({ letzter: findLast(tenant, services.uploads.folder) }),
  ),
  free(
    "POST /api/firmenexport",
    {
      ...forAdmins,
      summary: "Die ganze Firma als ZIP zusammenstellen: Tabellen, Bilder, Belege",
      description:
        "Läuft nebenher und zeigt alles im Stand eines Augenblicks. LIESMICH.txt darin sagt, was jede Datei und jede Spalte ist. Die Datei liegt danach einen Tag bereit. Ohne Passwörter, und ohne Belege gelöschter Personen.",
      body: NewFirmenexport,
      reply: FirmenexportReply,
      creates: true,
      refusals: { conflict: "Es läuft schon einer, oder die id wurde schon anders verwendet" },
    },
    async ({ tenant, actor, services, body, commit }) => {
      const folder = services.uploads.folder
      const auftrag = await commit(() => createFirmenexport(tenant, actor, folder, body))
      services.auftraege.kick()
      return auftrag
    },
  ),
  readFree(
    "GET /api/firmenexport/:auftrag_id",
    { ...forAdmins, summary: "Wie weit er ist", reply: FirmenexportReply, refusals: { missing } },
    ({ tenant, services, params }) => getFirmenexport(tenant, services.uploads.folder, params.auftrag_id),
  ),
  readFree(
    "GET /api/firmenexport/:auftrag_id/firma.zip",
    {
      ...forAdmins,
      summary: "Die fertige Datei",
      file: ZIP,
      traced: "tenants.firma_exportiert",
      refusals: { missing, conflict: "Noch nicht fertig, oder nicht mehr da" },
    },
    ({ tenant, services, params }) => {
      const path = requireFile(tenant, services.uploads.folder, params.auftrag_id)
      const { slug } = tenant.get(tenants, tenant.id)
      const name = dateiname(`${slug} ${localTime(tenant).datum}`, "zip")
      return new Document(Bun.file(path).stream(), ZIP, name)
    },
  ),
]
