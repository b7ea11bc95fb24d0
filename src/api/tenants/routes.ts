import { Type } from "@sinclair/typebox"
import { created } from "../frame/reply.ts"
import { Page } from "../shared/page.ts"
import { read, type Route, write, writeAfter } from "../frame/route.ts"
import { admins, office, operator } from "../frame/session.ts"
import { NewTenant, OwnTenantPatch, OwnTenantReply, TenantPatch, TenantReply } from "./model.ts"
import {
  changeOwnTenant,
  changeTenant,
  createTenant,
  getOwnTenant,
  getTenant,
  listTenants,
  requireUncommon,
} from "./rules.ts"

const TenantsQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    cursor: Type.Optional(Type.String({ maxLength: 500 })),
    total: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

export const tenantsRoutes: Route[] = [
  read(
    "GET /api/tenants",
    {
      scope: "system",
      roles: operator,
      summary: "Alle Tenants",
      query: TenantsQuery,
      reply: Page(TenantReply),
    },
    ({ system, query }) => listTenants(system, query),
  ),
  writeAfter(
    "POST /api/tenants",
    {
      scope: "system",
      roles: operator,
      summary: "Einen Tenant anlegen, auf Wunsch mit seinem ersten Konto",
      body: NewTenant,
      reply: TenantReply,
      creates: true,
      etag: true,
      refusals: { conflict: "Kürzel oder id bereits vergeben" },
    },
    async ({ services, actor, body }) => {
      requireUncommon(actor, body)
      return body.admin ? services.passwords.hash(body.admin.password) : undefined
    },
    ({ system, actor, body, prepared }) => {
      const { tenant, first } = createTenant(system, actor, body, prepared)
      return created(tenant, first)
    },
  ),
  read(
    "GET /api/tenants/:id",
    {
      scope: "system",
      roles: operator,
      summary: "Ein Tenant",
      reply: TenantReply,
      etag: true,
      refusals: { missing: "Tenant nicht gefunden" },
    },
    ({ system, params }) => getTenant(system, params.id),
  ),
  write(
    "PATCH /api/tenants/:id",
    {
      scope: "system",
      roles: operator,
      summary: "Einen Tenant ändern: sperren, freigeben, Demo verlängern, in standard umwandeln",
      body: TenantPatch,
      reply: TenantReply,
      etag: true,
      refusals: {
        missing: "Tenant nicht gefunden",
        conflict: "Kürzel bereits vergeben",
        stale: "Inzwischen geändert",
      },
    },
    ({ system, actor, params, body, ifMatch }) => changeTenant(system, actor, params.id, body, ifMatch),
  ),
  read(
    "GET /api/tenant",
    {
      scope: "tenant",
      roles: office,
      summary: "Der eigene Tenant",
      reply: OwnTenantReply,
      etag: "composed",
    },
    ({ tenant }) => getOwnTenant(tenant),
  ),
  write(
    "PATCH /api/tenant",
    {
      scope: "tenant",
      roles: admins,
      summary: "Die Kontaktdaten des eigenen Tenants ändern",
      body: OwnTenantPatch,
      reply: OwnTenantReply,
      etag: "composed",
      refusals: { stale: "Inzwischen geändert" },
    },
    ({ tenant, actor, body, ifMatch }) => changeOwnTenant(tenant, actor, body, ifMatch),
  ),
]
