import { Page, pageQuery } from "../../shared/page.ts"
import { NewPruefung, PruefungReply } from "../../pruefplaene/model.ts"
import { recordPruefung } from "../../pruefplaene/rules.ts"
import { Created } from "../../frame/reply.ts"
import { free, read, type Route, write } from "../../frame/route.ts"
import { attachDocument, listPruefungen, openDocument, pruefungenList, withNames } from "./rules.ts"
import { forOffice } from "../../frame/options.ts"
import { Input } from "../../shared/schema.ts"

const refusals = { missing: "Gerät oder Prüfung nicht gefunden" }

export const geraetPruefungenRoutes: Route[] = [
  read(
    "GET /api/geraete/:id/pruefungen",
    {
      ...forOffice,
      summary: "Was an einem Gerät geprüft wurde, das Neueste zuerst",
      query: pageQuery(pruefungenList.sorts, {}),
      reply: Page(PruefungReply),
      refusals,
    },
    ({ tenant, params, query }) => listPruefungen(tenant, params.id, query),
  ),
  write(
    "POST /api/geraete/:id/pruefungen",
    {
      ...forOffice,
      summary: "Eine Prüfung eintragen; der nächste Termin folgt aus dem Intervall",
      body: NewPruefung,
      reply: PruefungReply,
      creates: true,
      refusals: { ...refusals, conflict: "Diese Prüfung ist nicht vorgesehen, oder die id ist vergeben" },
    },
    ({ tenant, actor, params, body }) => {
      const { pruefung, first } = recordPruefung(tenant, actor, params.id, body)
      return new Created(withNames(tenant, [pruefung])[0] as never, first)
    },
  ),
  free(
    "PUT /api/geraete/:id/pruefungen/:pruefung_id/dokument",
    {
      ...forOffice,
      summary: "Das Prüfzeugnis anhängen, als PDF oder Bild; es ersetzt das bisherige",
      upload: {
        file: "dokument",
        description: "PDF, JPEG, PNG oder WebP",
        fields: Input({}),
      },
      reply: PruefungReply,
      refusals,
    },
    (context) => attachDocument(context, context.params.id, context.params.pruefung_id),
  ),
  read(
    "GET /api/geraete/:id/pruefungen/:pruefung_id/dokument",
    {
      ...forOffice,
      summary: "Das angehängte Prüfzeugnis",
      file: "application/octet-stream",
      untraced: "about a device, not about a person",
      refusals,
    },
    ({ tenant, params }) => openDocument(tenant, params.id, params.pruefung_id),
  ),
]
