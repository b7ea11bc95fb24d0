import { forbidden } from "../../lib/refusal.ts"
import { Message } from "../auth/model.ts"
import { importRoutes } from "../import/routes-of.ts"
import { pageQuery, SearchedPage } from "../shared/page.ts"
import { read, type Route, write, writeAfter } from "../frame/route.ts"
import { mitarbeiterImporter } from "./import.ts"
import {
  mitarbeiterFilter,
  MitarbeiterListItem,
  MitarbeiterPatch,
  MitarbeiterReply,
  NewMitarbeiter,
  NewPassword,
} from "./model.ts"
import {
  changeMitarbeiter,
  createMitarbeiter,
  endSessions,
  getMitarbeiter,
  listMitarbeiter,
  mitarbeiterList,
  requireOwnPassword,
  requireSamePassword,
  requireUncommon,
  setPassword,
} from "./rules.ts"
import { forAdmins, forOffice, ifUnchanged } from "../frame/options.ts"

const gone = { missing: "Mitarbeiter nicht gefunden" }
const record = { reply: MitarbeiterReply, etag: true, refusals: gone } as const

export const mitarbeiterRoutes: Route[] = [
  ...importRoutes(mitarbeiterImporter),
  read(
    "GET /api/mitarbeiter",
    {
      ...forOffice,
      summary: "Alle Mitarbeiter der Firma",
      description: "Das Büro (Rolle user) sieht id, name, rolle und aktiv.",
      query: pageQuery(mitarbeiterList.sorts, mitarbeiterFilter),
      reply: SearchedPage(MitarbeiterListItem),
    },
    ({ tenant, actor, query }) => listMitarbeiter(tenant, actor, query),
  ),
  writeAfter(
    "POST /api/mitarbeiter",
    {
      ...forAdmins,
      ...record,
      summary: "Ein Konto anlegen",
      body: NewMitarbeiter,
      creates: true,
      refusals: {
        conflict: "E-Mail-Adresse oder id bereits vergeben",
        "too many": "Zu oft mit anderem Passwort wiederholt",
        unavailable: "Zu viele Anmeldungen gleichzeitig",
      },
    },
    async (context) => {
      const { tenant, services, body } = context
      requireUncommon(tenant, body)
      await requireSamePassword(context, body)
      return services.passwords.hash(body.password, tenant.id)
    },
    ({ tenant, actor, body, prepared }) => createMitarbeiter(tenant, actor, body, prepared),
  ),
  read("GET /api/mitarbeiter/:id", { ...forAdmins, ...record, summary: "Ein Konto" }, ({ tenant, params }) =>
    getMitarbeiter(tenant, params.id),
  ),
  writeAfter(
    "PATCH /api/mitarbeiter/:id",
    {
      ...forAdmins,
      ...record,
      summary: "Ein Konto ändern",
      description:
        "Deaktivieren und eine andere Rolle beenden alle Anmeldungen des Kontos sofort. Die eigene E-Mail-Adresse ändert man mit `currentPassword`.",
      body: MitarbeiterPatch,
      refusals: {
        ...gone,
        ...ifUnchanged,
        conflict: "E-Mail-Adresse vergeben, oder es ist das letzte aktive Konto der Verwaltung",
        "too many": "Zu viele falsche Passwörter",
        unavailable: "Zu viele Anmeldungen gleichzeitig",
      },
    },
    (context) => requireOwnPassword(context, context.params.id, context.body),
    ({ tenant, actor, params, body, ifMatch }) => changeMitarbeiter(tenant, actor, params.id, body, ifMatch),
  ),
  write(
    "POST /api/mitarbeiter/:id/abmelden",
    {
      ...forAdmins,
      summary: "Alle Geräte dieses Kontos abmelden",
      description: "Etwa, wenn ein Telefon verloren ging. Das Passwort bleibt, wie es ist.",
      reply: Message,
      refusals: gone,
    },
    ({ tenant, actor, params }) => {
      endSessions(tenant, actor, params.id)
      return { message: "Alle Geräte abgemeldet" }
    },
  ),
  writeAfter(
    "POST /api/mitarbeiter/:id/passwort",
    {
      ...forAdmins,
      summary: "Einem Konto ein neues Passwort geben",
      description: "Beendet alle Anmeldungen des Kontos. Das eigene Passwort ändert man mit dem bisherigen.",
      body: NewPassword,
      reply: Message,
      refusals: gone,
    },
    async ({ tenant, actor, params, services, body }) => {
      // At an abandoned screen, somebody could take the account over.
      if (actor.id === params.id) throw forbidden("Das eigene Passwort ändern Sie unter „Eigenes Konto“")
      // Refuses a missing account before hashing for it.
      requireUncommon(tenant, { ...getMitarbeiter(tenant, params.id), ...body })
      return services.passwords.hash(body.password, tenant.id)
    },
    ({ tenant, actor, params, prepared }) => {
      setPassword(tenant, actor, params.id, prepared)
      return { message: "Passwort gesetzt" }
    },
  ),
]
