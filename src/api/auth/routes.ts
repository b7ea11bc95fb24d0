import { free, read, type Route, write } from "../frame/route.ts"
import { ChangePasswordBody, LoginBody, LoginReply, MeReply, Message } from "./model.ts"
import { changePassword, login, logoutAll, me } from "./rules.ts"

export const authRoutes: Route[] = [
  free(
    "POST /api/auth/login",
    {
      scope: "public",
      summary: "Anmelden",
      body: LoginBody,
      reply: LoginReply,
      failure: "Serverfehler beim Login",
      refusals: {
        unauthenticated: "Ungültige Anmeldedaten",
        forbidden: "Tenant nicht aktiv oder Demo-Zugang abgelaufen",
        "too many": "Zu viele fehlgeschlagene Anmeldungen",
        unavailable: "Zu viele Anmeldungen gleichzeitig",
      },
    },
    async ({ system, services, body, address }) => {
      const user = await login(system, services, body, address)
      return { token: await services.tokens.sign(user), user }
    },
  ),
  read(
    "GET /api/auth/me",
    {
      scope: "account",
      summary: "Das eigene Konto und sein Tenant",
      reply: MeReply,
      refusals: { missing: "Benutzer nicht gefunden" },
    },
    ({ system, session }) => me(system, session.claims),
  ),
  free(
    "POST /api/auth/change-password",
    {
      scope: "account",
      summary: "Das eigene Passwort ändern",
      description:
        "Alle anderen Anmeldungen des Kontos enden; die eigene bleibt bestehen. Die häufigsten Passwörter werden mit 400 abgelehnt, wie überall, wo eines gesetzt wird.",
      body: ChangePasswordBody,
      reply: Message,
      refusals: {
        missing: "Benutzer nicht gefunden",
        "too many": "Zu viele fehlgeschlagene Versuche",
        unavailable: "Zu viele Anmeldungen gleichzeitig",
      },
    },
    async ({ system, services, session, body, address }) => {
      await changePassword(system, services, session, body, address)
      return { message: "Passwort geändert" }
    },
  ),
  write(
    "POST /api/auth/logout-all",
    {
      scope: "account",
      summary: "Alle Anmeldungen des eigenen Kontos beenden",
      reply: Message,
      refusals: { missing: "Benutzer nicht gefunden" },
    },
    ({ system, services, session, address }) => {
      logoutAll(system, services, session, address)
      return { message: "Alle Anmeldungen beendet" }
    },
  ),
]
