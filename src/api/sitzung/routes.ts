import { WithToken } from "../frame/reply.ts"
import { free, read, type Route, write } from "../frame/route.ts"
import { LoginBody, MeReply } from "../auth/model.ts"
import { endSitzung, openSitzung, readSitzung, renewSitzung } from "./rules.ts"
import { Type } from "@sinclair/typebox"
import { Zeitpunkt } from "../../lib/fields.ts"
import { Reply } from "../shared/schema.ts"

const SitzungReply = Reply("Sitzung", {
  user: MeReply,
  gilt_bis: Zeitpunkt({ description: "So lange bleibt die Seite ohne Verlängerung angemeldet" }),
  verlaengerbar_bis: Zeitpunkt({ description: "Danach wird das Passwort wieder verlangt" }),
  entwurf_schluessel: Type.String({
    description:
      "Damit verschließt eine Seite in den Speichern des Browsers, was in Formularen steht und noch nicht gesendet ist: 32 Bytes in Base64, je Konto dieselben. Nirgends ablegen",
  }),
  entwurf_schluessel_zuvor: Type.Union([Type.String(), Type.Null()], {
    description: "Damit ist verschlossen, was eine frühere Fassung abgelegt hat; nur noch zum Lesen",
  }),
})

const foreign = "Nicht von einer Seite dieses Dienstes gesendet"

/** Logs in a page: the token is a cookie that no script can read. */
export const sitzungRoutes: Route[] = [
  free(
    "POST /api/sitzung",
    {
      scope: "public",
      summary: "Eine Seite anmelden",
      description:
        "Wie POST /api/auth/login, aber der Token kommt als Cookie (HttpOnly, SameSite=Strict), den kein Skript lesen kann. Die Anmeldung, die diese Seite vorher hatte, endet. Nur für Seiten dieses Dienstes.",
      body: LoginBody,
      ownPage: true,
      reply: SitzungReply,
      failure: "Serverfehler beim Login",
      refusals: {
        unauthenticated: "Ungültige Anmeldedaten",
        forbidden: `Tenant nicht aktiv, Demo-Zugang abgelaufen oder: ${foreign}`,
        "too many": "Zu viele fehlgeschlagene Anmeldungen",
        unavailable: "Zu viele Anmeldungen gleichzeitig",
      },
    },
    ({ system, services, body, address, session }) => openSitzung(system, services, body, address, session),
  ),
  read(
    "GET /api/sitzung",
    {
      scope: "account",
      summary: "Wer angemeldet ist, und wie lange noch",
      reply: SitzungReply,
      refusals: { missing: "Benutzer nicht gefunden" },
    },
    ({ system, services, session }) => readSitzung(system, services, session.claims),
  ),
  free(
    "PUT /api/sitzung",
    {
      scope: "account",
      summary: "Die Anmeldung einer Seite verlängern",
      description: "Um 24 Stunden, höchstens SITZUNG_TAGE Tage nach der Eingabe des Passworts.",
      reply: SitzungReply,
      refusals: {
        forbidden: foreign,
        missing: "Benutzer nicht gefunden",
        conflict: "Keine Anmeldung einer Seite",
      },
    },
    ({ system, services, session }) => renewSitzung(system, services, session),
  ),
  write(
    "DELETE /api/sitzung",
    {
      scope: "account",
      summary: "Diese eine Anmeldung beenden",
      description: "Ihr Token gilt danach nicht mehr; andere Anmeldungen des Kontos bleiben bestehen.",
      refusals: { forbidden: foreign, conflict: "Ein Token ohne Nummer" },
    },
    ({ system, services, session }) => {
      endSitzung(system, services, session)
      return new WithToken(undefined, "", 0)
    },
  ),
]
