import { BelegReply } from "../belege/model.ts"
import { withLink } from "../belege/rules.ts"
import { Document } from "../frame/reply.ts"
import { free, read, readFree, type Route, write } from "../frame/route.ts"
import { changeEinstellungen, getEinstellungen } from "./einstellungen.ts"
import { writeJournal } from "./journal.ts"
import {
  EinstellungenPatch,
  EinstellungenReply,
  JournalQuery,
  MonthQuery,
  NewExport,
  PruefungReply,
} from "./model.ts"
import { checkExport } from "./pruefung.ts"
import { createExport } from "./rules.ts"
import { forAdmins, forOffice, ifUnchanged } from "../frame/options.ts"

export const datevRoutes: Route[] = [
  read(
    "GET /api/datev/einstellungen",
    {
      ...forOffice,
      summary: "Wie die Buchführung die Abrechnungen haben will",
      reply: EinstellungenReply,
      etag: true,
    },
    ({ tenant }) => getEinstellungen(tenant),
  ),
  write(
    "PATCH /api/datev/einstellungen",
    {
      ...forAdmins,
      summary: "Berater, Mandant, Konten und Schlüssel festlegen",
      description: "Was hier steht, entscheidet der Steuerberater der Firma.",
      body: EinstellungenPatch,
      reply: EinstellungenReply,
      etag: true,
      refusals: ifUnchanged,
    },
    ({ tenant, actor, body, ifMatch }) => changeEinstellungen(tenant, actor, body, ifMatch),
  ),
  readFree(
    "GET /api/datev/pruefung",
    {
      ...forOffice,
      summary: "Was der Export eines Monats enthielte, und was ihm im Weg steht",
      query: MonthQuery,
      reply: PruefungReply,
    },
    (context) => checkExport(context, context.query),
  ),
  read(
    "GET /api/datev/journal.csv",
    {
      ...forOffice,
      summary: "Die Abrechnungen eines Monats als Tabelle, für alle ohne DATEV",
      description: "Semikolon, Dezimalkomma, UTF-8 mit BOM.",
      query: JournalQuery,
      file: "text/csv",
      traced: "tenants.journal_exportiert",
      frozen: true,
    },
    ({ tenant, query: { monat } }) =>
      new Document(writeJournal(tenant, monat), "text/csv; charset=utf-8", `Pfandjournal ${monat}.csv`),
  ),
  free(
    "POST /api/datev/exporte",
    {
      ...forAdmins,
      summary: "Den EXTF_Buchungsstapel eines Monats machen; er wird als Beleg aufbewahrt",
      description:
        "Jede Abrechnung geht einmal hinaus, außer mit wiederholen; mehr als 5000 werden mehrere Dateien, mit jedem Aufruf die nächste. Dieselben Abrechnungen ergeben dieselben Bytes, solange Debitorenkonten und Einstellungen dieselben sind. Die Datei: GET /api/belege/{id}/datei.",
      body: NewExport,
      reply: BelegReply,
      refusals: {
        conflict: "Ein Hindernis, nichts zu exportieren, oder etwas anderes als gesehen",
        unavailable: "Zu viele Exporte gleichzeitig",
      },
    },
    async (context) => withLink(context.tenant, await createExport(context, context.body)),
  ),
]
