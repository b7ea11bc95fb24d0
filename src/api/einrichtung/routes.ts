import { Type } from "@sinclair/typebox"
import { importarten } from "../../db/schema/values.ts"
import { Maybe, OneOf } from "../../lib/fields.ts"
import { getImportauftrag, GONE, ImportauftragReply, RuecknahmeReply } from "../import/run/importauftrag.ts"
import { readKeptFaults } from "../import/run/fault-table.ts"
import { zeilenarten } from "../import/table/model.ts"
import { readKeptRows, Zeilenseite } from "../import/run/row-list.ts"
import {
  listImporte,
  NewRuecknahme,
  orderRuecknahme,
  takeImportBack,
  uebernahmenFilter,
  UebernahmenReply,
} from "./ruecknahme.ts"
import { free, read, readFree, type Route } from "../frame/route.ts"
import { imports } from "./imports.ts"
import { forOffice } from "../frame/options.ts"
import { Input, Reply } from "../shared/schema.ts"

const EinrichtungReply = Reply("Einrichtung", {
  arten: Type.Array(
    Type.Object({
      art: OneOf(importarten),
      als_auftrag: Type.Boolean({ description: "Große Tabellen nimmt POST …/import/auftrag" }),
      spalten: Type.Array(
        Type.Object({
          feld: Type.String(),
          name: Type.String({ description: "Die Überschrift" }),
          auch: Type.Array(Type.String({ description: "Woran die Spalte auch erkannt wird" })),
          hinweis: Type.String(),
          beispiel: Type.String(),
          noetig: Type.Boolean(),
          oder: Type.Array(Type.String(), { description: "Felder, von denen eines sie ersetzt" }),
          fremd: Type.Boolean({ description: "Nur andere Programme haben sie: steht in keiner Vorlage" }),
        }),
      ),
    }),
  ),
})

const NO_WAY_BACK = "Sie läuft noch, oder wird oder ist zurückgenommen, oder ist zu lange her"

export const einrichtungRoutes: Route[] = [
  read(
    "GET /api/einrichtung",
    {
      ...forOffice,
      summary: "Was aus Tabellen übernommen werden kann, und welche Spalten es hat",
      reply: EinrichtungReply,
    },
    () => ({
      arten: importarten.map((art) => {
        const { isJob = false, spalten, shown = spalten } = imports[art].stored
        return {
          art,
          als_auftrag: isJob,
          spalten: shown.map(
            ({ feld, name, auch = [], about, example, required = false, oder = [], isForeign = false }) => ({
              feld,
              name,
              auch: [...auch],
              hinweis: about,
              beispiel: example,
              noetig: required,
              oder: [...oder],
              fremd: isForeign,
            }),
          ),
        }
      }),
    }),
  ),
  read(
    "GET /api/einrichtung/auftraege/:auftrag_id",
    {
      ...forOffice,
      summary: "Wie weit die Übernahme einer großen Tabelle ist, und was dabei herauskam",
      reply: ImportauftragReply,
      refusals: { missing: GONE },
    },
    ({ tenant, actor, params }) => getImportauftrag(tenant, actor, params.auftrag_id),
  ),
  read(
    "GET /api/einrichtung/uebernahmen",
    {
      ...forOffice,
      summary: "Übernahmen aus Tabellen, die sich zurücknehmen lassen, die neueste zuerst",
      description:
        "30 Tage lang, auch was nach einer Rücknahme davon blieb. Anfangsbestände haben ihre eigenen: GET /api/anfangsbestaende.",
      query: Input(uebernahmenFilter),
      reply: UebernahmenReply,
    },
    ({ tenant, actor, query }) => listImporte(tenant, actor, query),
  ),
  free(
    "POST /api/einrichtung/uebernahmen/:auftrag_id/ruecknahme",
    {
      ...forOffice,
      summary: "Eine Übernahme zurücknehmen: löscht, was sie anlegte, und setzt zurück, was sie änderte",
      description:
        "Soweit nichts danach geschah; was bleibt, wird genannt, und lässt sich später noch einmal zurücknehmen. Antwortet, wenn alles getan ist: für mehr als einige Hundert Einträge besser als Auftrag.",
      reply: RuecknahmeReply,
      refusals: { missing: GONE, conflict: NO_WAY_BACK },
    },
    (context) => takeImportBack(context, context.params.auftrag_id),
  ),
  free(
    "POST /api/einrichtung/uebernahmen/:auftrag_id/ruecknahme/auftrag",
    {
      ...forOffice,
      summary: "Dasselbe als Auftrag, für große Übernahmen",
      description:
        "Läuft nebenher. Wie weit er ist, und was dabei herauskam, sagt GET /api/einrichtung/auftraege/{auftrag_id}.",
      body: NewRuecknahme,
      reply: ImportauftragReply,
      creates: true,
      refusals: {
        missing: GONE,
        conflict: `${NO_WAY_BACK}; oder die id wurde schon anders verwendet, oder es warten schon 20 Aufträge`,
      },
    },
    async ({ tenant, actor, services, params, body, commit }) => {
      const made = await commit(() => orderRuecknahme(tenant, actor, params.auftrag_id, body))
      services.auftraege.kick()
      return made
    },
  ),
  readFree(
    "GET /api/einrichtung/auftraege/:auftrag_id/zeilen",
    {
      ...forOffice,
      summary: "Jede Zeile einer großen Tabelle, und was mit ihr geschieht oder geschah",
      description: "Seite für Seite, nach der Art. Liegt einen Tag bereit, oder bis zum nächsten Auftrag.",
      query: Input({
        art: Maybe(OneOf(zeilenarten, { description: "Ohne Angabe: neu" })),
        seite: Maybe(Type.Integer({ minimum: 0, maximum: 100_000, description: "Die erste ist 0" })),
      }),
      reply: Zeilenseite,
      refusals: { missing: GONE, conflict: "Nicht mehr da" },
    },
    ({ tenant, actor, services, params, query: { art = "neu", seite = 0 } }) =>
      readKeptRows(tenant, actor, services.uploads.folder, params.auftrag_id, { art, seite }),
  ),
  readFree(
    "GET /api/einrichtung/auftraege/:auftrag_id/fehler",
    {
      ...forOffice,
      summary: "Dieselbe Tabelle mit einer Spalte der Fehler, zum Berichtigen",
      description:
        "Was POST …/import/fehler für kleine Tabellen ist. Liegt einen Tag bereit, oder bis zum nächsten Auftrag mit Fehlern.",
      file: "application/octet-stream",
      untraced: "the company's own file, with the faults of it",
      refusals: { missing: GONE, conflict: "Noch nicht fertig, ohne Fehler, oder nicht mehr da" },
    },
    ({ tenant, actor, services, params }) =>
      readKeptFaults(tenant, actor, services.uploads.folder, params.auftrag_id, (art) =>
        imports[art].reading(services.parse),
      ),
  ),
]
