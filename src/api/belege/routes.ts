import { isSearched, pageQuery, SearchedPage } from "../shared/page.ts"
import { read, type Route, write } from "../frame/route.ts"
import { Answer, belegfilter, BelegReply, BelegZeile, LinkReply, LinkstandReply } from "./model.ts"
import { answerBeleg, getBeleg, listBelege, openBeleg, withLink } from "./rules.ts"
import { createLink, revokeLinks, whyNoLink, withCode } from "./links.ts"
import { forOffice } from "../frame/options.ts"
import type { Actor } from "../frame/session.ts"
import { type Beleg, WITH_SALDO } from "./ablage.ts"
import { requireRecht } from "../programmzugaenge/rechte.ts"

const refusals = { missing: "Beleg nicht gefunden" }

/** @throws Refusal forbidden for a program that may not know balances, where a document tells one */
function requireSaldo(actor: Actor, { art }: { art?: Beleg["art"] | undefined }): void {
  if (art === undefined)
    requireRecht(
      actor,
      "buchungen.lesen",
      "Bei manchem Beleg steht, wie viel Pfand jemand hat; mit art=abrechnung oder art=lieferschein nicht.",
    )
  else if (WITH_SALDO.has(art))
    requireRecht(actor, "buchungen.lesen", "Auf diesem Beleg steht, wie viel Pfand jemand hat.")
}

export const belegeRoutes: Route[] = [
  read(
    "GET /api/belege",
    {
      ...forOffice,
      summary: "Was gedruckt wurde, von wem und wann, das Neueste zuerst",
      query: pageQuery(["-erstellt_am", "erstellt_am"], belegfilter),
      long: isSearched,
      reply: SearchedPage(BelegZeile),
    },
    ({ tenant, actor, query }) => {
      requireSaldo(actor, query)
      return listBelege(tenant, query)
    },
  ),
  read(
    "GET /api/belege/:id",
    { ...forOffice, summary: "Ein Beleg ohne seine Datei", reply: BelegReply, etag: "composed", refusals },
    ({ tenant, actor, params }) => {
      const beleg = getBeleg(tenant, params.id)
      requireSaldo(actor, beleg)
      return withLink(tenant, beleg)
    },
  ),
  read(
    "GET /api/belege/:id/datei",
    {
      ...forOffice,
      summary: "Der Beleg, wie er gemacht wurde, Byte für Byte",
      file: "application/octet-stream",
      // One customer's paper is kept with who printed it.
      traced: ({ tenant, params }) =>
        getBeleg(tenant, params["id"] ?? "").kunde_id === null ? "belege.exportiert" : undefined,
      refusals,
    },
    ({ tenant, actor, params }) => {
      const beleg = getBeleg(tenant, params.id)
      requireSaldo(actor, beleg)
      if (beleg.art === "saldenbestaetigung")
        requireRecht(actor, "buchungen.schreiben", "Auf ihr steht der Link, mit dem der Kunde antwortet.")
      return openBeleg(tenant, beleg.id)
    },
  ),
  write(
    "POST /api/belege/:id/antwort",
    {
      ...forOffice,
      summary: "Festhalten, was der Kunde zu seinem Saldo sagt",
      body: Answer,
      reply: BelegReply,
      etag: "composed",
      refusals: {
        ...refusals,
        conflict: "Dieser Beleg verlangt keine Antwort, oder der Kunde hat inzwischen geantwortet",
      },
    },
    ({ tenant, actor, params, body }) => {
      requireSaldo(actor, getBeleg(tenant, params.id))
      return withLink(tenant, answerBeleg(tenant, actor, params.id, body))
    },
  ),
  read(
    "GET /api/belege/linkstand",
    {
      ...forOffice,
      summary: "Ob es Links für Kunden gibt, und wenn nicht, warum",
      reply: LinkstandReply,
      services: true,
    },
    ({ tenant, services: { adresse } }) => ({
      adresse: adresse ?? null,
      aus: whyNoLink(tenant, adresse) ?? null,
    }),
  ),
  write(
    "POST /api/belege/:id/link",
    {
      ...forOffice,
      summary: "Einen Link zu einem Beleg machen, über den der Kunde ihn ohne Anmeldung sieht",
      description:
        "Für Saldenbestätigungen, denen er dort antwortet, und für Lieferscheine. Frühere Links gelten weiter. Der Name im Link ist das einzige Geheimnis: Aufbewahrt wird nur sein Hash.",
      reply: LinkReply,
      refusals: { ...refusals, conflict: "Für diesen Beleg gibt es keinen Link, oder für keinen" },
    },
    ({ tenant, actor, services, params }) => withCode(createLink(tenant, actor, params.id, services.adresse)),
  ),
  write(
    "DELETE /api/belege/:id/link",
    { ...forOffice, summary: "Alle Links zu einem Beleg sperren, auch den auf dem Papier", refusals },
    ({ tenant, actor, params }) => revokeLinks(tenant, actor, params.id),
  ),
]
