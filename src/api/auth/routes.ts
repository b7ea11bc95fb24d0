import { free, read, type Route, write } from "../../http/route.ts"
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
      errors: {
        401: "Ungültige Anmeldedaten",
        403: "Tenant nicht aktiv oder Demo-Zugang abgelaufen",
        429: "Zu viele fehlgeschlagene Anmeldungen",
        503: "Zu viele Anmeldungen gleichzeitig",
      },
    },
    async ({ deps, body, address }) => {
      const user = await login(deps, body, address)
      return { token: await deps.tokens.sign(user), user }
    },
  ),
  read(
    "GET /api/auth/me",
    {
      scope: "account",
      summary: "Das eigene Konto und sein Tenant",
      reply: MeReply,
      errors: { 404: "Benutzer nicht gefunden" },
    },
    ({ system, session }) => me(system, session),
  ),
  free(
    "POST /api/auth/change-password",
    {
      scope: "account",
      summary: "Das eigene Passwort ändern",
      description: "Alle anderen Anmeldungen des Kontos enden; die eigene bleibt bestehen.",
      body: ChangePasswordBody,
      reply: Message,
      errors: {
        404: "Benutzer nicht gefunden",
        429: "Zu viele fehlgeschlagene Versuche",
        503: "Zu viele Anmeldungen gleichzeitig",
      },
    },
    async ({ deps, session, body, address }) => {
      await changePassword(deps, session, body, address)
      return { message: "Passwort geändert" }
    },
  ),
  write(
    "POST /api/auth/logout-all",
    {
      scope: "account",
      summary: "Alle Anmeldungen des eigenen Kontos beenden",
      reply: Message,
      errors: { 404: "Benutzer nicht gefunden" },
    },
    ({ system, session }) => {
      logoutAll(system, session)
      return { message: "Alle Anmeldungen beendet" }
    },
  ),
]
