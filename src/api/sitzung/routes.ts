import { requireOwnPage, setCookie } from "../../http/cookie.ts"
import { Reply } from "../../http/reply.ts"
import { free, read, type Route, write } from "../../http/route.ts"
import { LoginBody } from "../auth/model.ts"
import { SitzungReply } from "./model.ts"
import { endSitzung, openSitzung, readSitzung, renewSitzung } from "./rules.ts"

const foreign = "Nicht von einer Seite dieses Dienstes gesendet"

/** Logging in from a page: the token comes as a cookie that no script can read. */
export const sitzungRoutes: Route[] = [
  free(
    "POST /api/sitzung",
    {
      scope: "public",
      summary: "Eine Seite anmelden",
      description:
        "Wie POST /api/auth/login, aber der Token kommt als Cookie (HttpOnly, SameSite=Strict), den kein Skript lesen kann. Nur für Seiten dieses Dienstes.",
      body: LoginBody,
      reply: SitzungReply,
      failure: "Serverfehler beim Login",
      errors: {
        401: "Ungültige Anmeldedaten",
        403: `Tenant nicht aktiv, Demo-Zugang abgelaufen oder: ${foreign}`,
        429: "Zu viele fehlgeschlagene Anmeldungen",
        503: "Zu viele Anmeldungen gleichzeitig",
      },
    },
    async ({ deps, request, body, address }) => {
      requireOwnPage(request, deps.config)
      const { sitzung, token, seconds } = await openSitzung(deps, body, address)
      return new Reply(200, sitzung, setCookie(request, deps.config, token, seconds))
    },
  ),
  read(
    "GET /api/sitzung",
    {
      scope: "account",
      summary: "Wer angemeldet ist, und wie lange noch",
      reply: SitzungReply,
      errors: { 404: "Benutzer nicht gefunden" },
    },
    ({ deps, system, session }) => readSitzung(deps, system, session),
  ),
  free(
    "PUT /api/sitzung",
    {
      scope: "account",
      summary: "Die Anmeldung einer Seite verlängern",
      description: "Um 24 Stunden, höchstens SITZUNG_TAGE Tage nach der Eingabe des Kennworts.",
      reply: SitzungReply,
      errors: { 403: foreign, 404: "Benutzer nicht gefunden", 409: "Keine Anmeldung einer Seite" },
    },
    async ({ deps, request, session }) => {
      const { sitzung, token, seconds } = await renewSitzung(deps, session)
      return new Reply(200, sitzung, setCookie(request, deps.config, token, seconds))
    },
  ),
  write(
    "DELETE /api/sitzung",
    {
      scope: "account",
      summary: "Diese eine Anmeldung beenden",
      description: "Ihr Token gilt danach nicht mehr; andere Anmeldungen des Kontos bleiben bestehen.",
      errors: { 403: foreign, 409: "Ein Token ohne Nummer" },
    },
    ({ deps, request, system, session }) => {
      endSitzung(deps, system, session)
      return new Reply(200, undefined, setCookie(request, deps.config, "", 0))
    },
  ),
]
