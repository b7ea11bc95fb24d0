import { Type } from "@sinclair/typebox"
import { tenants } from "../../db/schema.ts"
import { created } from "../../http/reply.ts"
import { Page } from "../../http/page.ts"
import { read, type Route, write, writeAfter } from "../../http/route.ts"
import { NewTenant, OwnTenantPatch, TenantPatch, TenantReply } from "./model.ts"
import { changeOwnTenant, changeTenant, createTenant, getTenant, listTenants } from "./rules.ts"

const operator = ["superadmin"] as const

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
      status: 201,
      etag: true,
      errors: { 409: "Kürzel oder id bereits vergeben" },
    },
    async ({ deps, body }) => (body.admin ? deps.passwords.hash(body.admin.password) : undefined),
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
      errors: { 404: "Tenant nicht gefunden" },
    },
    ({ system, params }) => getTenant(system, params["id"] ?? ""),
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
      errors: { 404: "Tenant nicht gefunden", 409: "Kürzel bereits vergeben", 412: "Inzwischen geändert" },
    },
    ({ system, actor, params, body, ifMatch }) =>
      changeTenant(system, actor, params["id"] ?? "", body, ifMatch),
  ),
  read(
    "GET /api/tenant",
    {
      scope: "tenant",
      roles: ["superadmin", "admin", "user"],
      summary: "Der eigene Tenant",
      reply: TenantReply,
      etag: true,
    },
    ({ tenant }) => tenant.need(tenants, tenant.id),
  ),
  write(
    "PATCH /api/tenant",
    {
      scope: "tenant",
      roles: ["superadmin", "admin"],
      summary: "Die Kontaktdaten des eigenen Tenants ändern",
      body: OwnTenantPatch,
      reply: TenantReply,
      etag: true,
      errors: { 412: "Inzwischen geändert" },
    },
    ({ tenant, actor, body, ifMatch }) => changeOwnTenant(tenant, actor, body, ifMatch),
  ),
]
