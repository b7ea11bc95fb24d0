import { Type } from "@sinclair/typebox"
import { eigenefelder, firmenfelder } from "../../lib/felder/firma.ts"
import { newFields, patchFields, replyFields } from "../../lib/felder/schema.ts"
import { Email, Line, Maybe, Nullable, Password, stampFields, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

export const TenantReply = Reply("Tenant", { id: Uuid(), ...replyFields(firmenfelder), ...stampFields })

/** A company for its own people, with its logo, so that a page knows whether there is one. */
export const OwnTenantReply = Reply("EigenerTenant", {
  ...TenantReply.properties,
  briefkopf_fehlt: Type.Array(Type.String(), {
    description: "Was im Briefkopf noch fehlt, bevor abgerechnet werden kann, in Worten",
  }),
  xrechnung_fehlt: Type.Array(Type.String(), {
    description:
      "Was darin noch fehlt, bevor Behörden Rechnungen bekommen, in Worten; leer, wo es keine gibt",
  }),
  logo: Nullable(
    Type.Object(
      { breite: Type.Integer(), hoehe: Type.Integer(), aktualisiert_am: Zeitpunkt() },
      { description: "Maße in Pixeln; das Bild selbst: GET /api/tenant/logo" },
    ),
  ),
})

const { status: _, ...whenNew } = newFields(firmenfelder)

export const NewTenant = Input({
  id: Maybe(Uuid()),
  ...whenNew,
  admin: Maybe(
    Input(
      { email: Email(), name: Line(200), password: Password(6) },
      { description: "Legt zugleich das erste Konto der Firma an" },
    ),
  ),
})

/** For the super administrator: blocking, extending a demo, turning it into a standard tenant. */
export const TenantPatch = Input(patchFields(firmenfelder), { minProperties: 1 })

/** For the tenant's own admin. */
export const OwnTenantPatch = Input(patchFields(eigenefelder), { minProperties: 1 })
