import { isSearched, pageQuery, SearchedPage } from "../shared/page.ts"
import { read, type Route, write } from "../frame/route.ts"
import { Answer, belegfilter, BelegReply, BelegZeile, LinkReply, LinkstandReply } from "./model.ts"
import { answerBeleg, getBeleg, listBelege, openBeleg, withLink } from "./rules.ts"
import { createLink, revokeLinks, whyNoLink, withCode } from "./links.ts"
import { forOffice } from "../frame/options.ts"
import type { Actor } from "../frame/session.ts"
import { WITH_SALDO } from "./ablage.ts"
import { requireRecht } from "../programmzugaenge/rechte.ts"

const refusals = { missing: "Beleg nicht gefunden" }

const maySeeSaldo = ({ rechte }: Actor): boolean => rechte === undefined || rechte.has("buchungen.lesen")

/** @returns a document without its balance for a program that may not know balances */
const withoutSaldo = <B extends { saldo_cent: number | null }>(actor: Actor, beleg: B): B =>
  maySeeSaldo(actor) ? beleg : { ...beleg, saldo_cent: null }

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
      const page = listBelege(tenant, query)
      return { ...page, items: page.items.map((one) => withoutSaldo(actor, one)) }
    },
  ),
  read(
    "GET /api/belege/:id",
    { ...forOffice, summary: "Ein Beleg ohne seine Datei", reply: BelegReply, etag: "composed", refusals },
    ({ tenant, actor, params }) => withoutSaldo(actor, withLink(tenant, getBeleg(tenant, params.id))),
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
      if (WITH_SALDO.has(beleg.art))
        requireRecht(actor, "buchungen.lesen", "Auf diesem Beleg steht, wie viel Pfand jemand hat.")
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
    ({ tenant, actor, params, body }) =>
      withoutSaldo(actor, withLink(tenant, answerBeleg(tenant, actor, params.id, body))),
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
