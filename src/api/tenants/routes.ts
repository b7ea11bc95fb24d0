import { Type } from "@sinclair/typebox"
import { Page, pageQuery, searched } from "../shared/page.ts"
import { read, type Route, write, writeAfter } from "../frame/route.ts"
import { NewTenant, OwnTenantPatch, OwnTenantReply, TenantPatch, TenantReply } from "./model.ts"
import {
  changeOwnTenant,
  changeTenant,
  createTenant,
  getOwnTenant,
  getTenant,
  listTenants,
  requireSamePassword,
  requireUncommon,
} from "./rules.ts"
import { forAdmins, forOffice, forOperator, ifUnchanged } from "../frame/options.ts"

const TenantsQuery = Type.Omit(pageQuery([], searched("Name oder Kürzel")), ["sort"], {
  additionalProperties: false,
})

const gone = { missing: "Tenant nicht gefunden" }
const record = { reply: TenantReply, etag: true, refusals: gone } as const
const own = { reply: OwnTenantReply, etag: "composed" } as const

export const tenantsRoutes: Route[] = [
  read(
    "GET /api/tenants",
    {
      ...forOperator,
      summary: "Alle Tenants",
      query: TenantsQuery,
      reply: Page(TenantReply),
    },
    ({ system, query }) => listTenants(system, query),
  ),
  writeAfter(
    "POST /api/tenants",
    {
      ...forOperator,
      ...record,
      summary: "Einen Tenant anlegen, auf Wunsch mit seinem ersten Konto",
      body: NewTenant,
      creates: true,
      refusals: {
        conflict: "Kürzel oder id bereits vergeben",
        unavailable: "Zu viele Anmeldungen gleichzeitig",
      },
    },
    async ({ system, services, body }) => {
      requireUncommon(body)
      await requireSamePassword(system, services, body)
      return body.admin ? services.passwords.hash(body.admin.password, "") : undefined
    },
    ({ system, actor, body, prepared }) => createTenant(system, actor, body, prepared),
  ),
  read("GET /api/tenants/:id", { ...forOperator, ...record, summary: "Ein Tenant" }, ({ system, params }) =>
    getTenant(system, params.id),
  ),
  write(
    "PATCH /api/tenants/:id",
    {
      ...forOperator,
      ...record,
      summary: "Einen Tenant ändern: sperren, freigeben, Demo verlängern, in standard umwandeln",
      body: TenantPatch,
      refusals: { ...gone, ...ifUnchanged, conflict: "Kürzel bereits vergeben" },
    },
    ({ system, actor, params, body, ifMatch }) => changeTenant(system, actor, params.id, body, ifMatch),
  ),
  read("GET /api/tenant", { ...forOffice, ...own, summary: "Der eigene Tenant" }, ({ tenant }) =>
    getOwnTenant(tenant),
  ),
  write(
    "PATCH /api/tenant",
    {
      ...forAdmins,
      ...own,
      summary: "Die Kontaktdaten des eigenen Tenants ändern",
      body: OwnTenantPatch,
      refusals: { ...ifUnchanged, conflict: "Netto oder brutto steht mit der ersten Buchung fest" },
    },
    ({ tenant, actor, body, ifMatch }) => changeOwnTenant(tenant, actor, body, ifMatch),
  ),
]
