import { Type } from "@sinclair/typebox"
import { Message } from "../auth/model.ts"
import { Page, pageQuery } from "../../http/page.ts"
import { created } from "../../http/reply.ts"
import { read, type Route, write, writeAfter } from "../../http/route.ts"
import { Aktiv, OneOf } from "../../lib/fields.ts"
import {
  MitarbeiterListItem,
  MitarbeiterPatch,
  MitarbeiterReply,
  NewMitarbeiter,
  NewPassword,
} from "./model.ts"
import {
  abmelden,
  changeMitarbeiter,
  createMitarbeiter,
  getMitarbeiter,
  listMitarbeiter,
  setPassword,
} from "./rules.ts"

const admins = ["superadmin", "admin"] as const

export const mitarbeiterRoutes: Route[] = [
  read(
    "GET /api/mitarbeiter",
    {
      scope: "tenant",
      roles: [...admins, "user"],
      summary: "Alle Mitarbeiter der Firma",
      description: "Das Büro (Rolle user) sieht id, name, rolle und aktiv.",
      query: pageQuery(["name"], {
        rolle: Type.Optional(OneOf(["admin", "user", "fahrer"])),
        aktiv: Type.Optional(Aktiv()),
      }),
      reply: Page(MitarbeiterListItem),
    },
    ({ tenant, actor, query }) => listMitarbeiter(tenant, actor, query),
  ),
  writeAfter(
    "POST /api/mitarbeiter",
    {
      scope: "tenant",
      roles: admins,
      summary: "Ein Konto anlegen",
      body: NewMitarbeiter,
      reply: MitarbeiterReply,
      status: 201,
      etag: true,
      errors: { 409: "E-Mail-Adresse oder id bereits vergeben" },
    },
    ({ deps, body }) => deps.passwords.hash(body.password),
    ({ tenant, actor, body, prepared }) => {
      const { account, first } = createMitarbeiter(tenant, actor, body, prepared)
      return created(account, first)
    },
  ),
  read(
    "GET /api/mitarbeiter/:id",
    {
      scope: "tenant",
      roles: admins,
      summary: "Ein Konto",
      reply: MitarbeiterReply,
      etag: true,
      errors: { 404: "Mitarbeiter nicht gefunden" },
    },
    ({ tenant, params }) => getMitarbeiter(tenant, params["id"] ?? ""),
  ),
  write(
    "PATCH /api/mitarbeiter/:id",
    {
      scope: "tenant",
      roles: admins,
      summary: "Ein Konto ändern",
      description: "Deaktivieren und eine andere Rolle beenden alle Anmeldungen des Kontos sofort.",
      body: MitarbeiterPatch,
      reply: MitarbeiterReply,
      etag: true,
      errors: {
        404: "Mitarbeiter nicht gefunden",
        409: "E-Mail-Adresse vergeben, oder es ist der letzte aktive Administrator",
        412: "Inzwischen geändert",
      },
    },
    ({ tenant, actor, params, body, ifMatch }) =>
      changeMitarbeiter(tenant, actor, params["id"] ?? "", body, ifMatch),
  ),
  write(
    "POST /api/mitarbeiter/:id/abmelden",
    {
      scope: "tenant",
      roles: admins,
      summary: "Alle Geräte dieses Kontos abmelden",
      description: "Etwa, wenn ein Telefon verloren ging. Das Passwort bleibt, wie es ist.",
      reply: Message,
      errors: { 404: "Mitarbeiter nicht gefunden" },
    },
    ({ tenant, actor, params }) => {
      abmelden(tenant, actor, params["id"] ?? "")
      return { message: "Alle Geräte abgemeldet" }
    },
  ),
  writeAfter(
    "POST /api/mitarbeiter/:id/passwort",
    {
      scope: "tenant",
      roles: admins,
      summary: "Einem Konto ein neues Passwort geben",
      description: "Beendet alle Anmeldungen des Kontos.",
      body: NewPassword,
      reply: Message,
      errors: { 404: "Mitarbeiter nicht gefunden" },
    },
    async ({ tenant, params, deps, body }) => {
      // A missing account is told before a hash is made for it.
      getMitarbeiter(tenant, params["id"] ?? "")
      return deps.passwords.hash(body.password)
    },
    ({ tenant, actor, params, prepared }) => {
      setPassword(tenant, actor, params["id"] ?? "", prepared)
      return { message: "Passwort gesetzt" }
    },
  ),
]
