import { Type } from "@sinclair/typebox"
import { tenantStatus, tenantTypen } from "../../db/schema/values.ts"
import {
  Email,
  Line,
  Maybe,
  Nullable,
  OneOf,
  Password,
  Slug,
  stampFields,
  Text,
  Uuid,
  Zeitpunkt,
  Zeitzone,
} from "../../lib/fields.ts"

const typ = OneOf(tenantTypen)
const status = OneOf(tenantStatus)

/** Printed on documents, and open to the tenant's own admin. */
const contact = {
  zeitzone: Maybe(Zeitzone()),
  strasse: Maybe(Nullable(Text(200))),
  plz: Maybe(Nullable(Text(20))),
  ort: Maybe(Nullable(Text(100))),
  telefon: Maybe(Nullable(Text(50))),
  email: Maybe(Nullable(Email())),
  ust_id: Maybe(Nullable(Text(20))),
}

export const TenantReply = Type.Object(
  {
    id: Uuid(),
    name: Type.String(),
    slug: Slug(),
    typ,
    status,
    demo_expires_at: Nullable(Zeitpunkt()),
    zeitzone: Zeitzone(),
    strasse: Nullable(Type.String()),
    plz: Nullable(Type.String()),
    ort: Nullable(Type.String()),
    telefon: Nullable(Type.String()),
    email: Nullable(Type.String()),
    ust_id: Nullable(Type.String()),
    ...stampFields,
  },
  { title: "Tenant" },
)

export const NewTenant = Type.Object(
  {
    id: Maybe(Uuid()),
    name: Line(200, { examples: ["Getränke Sommer GmbH"] }),
    slug: Slug(),
    typ,
    demo_expires_at: Maybe(Nullable(Zeitpunkt())),
    ...contact,
    admin: Maybe(
      Type.Object(
        { email: Email(), name: Line(200), password: Password(6) },
        { additionalProperties: false, description: "Legt zugleich das erste Konto der Firma an" },
      ),
    ),
  },
  { additionalProperties: false },
)

/** For the super administrator: blocking, extending a demo, turning it into a standard tenant. */
export const TenantPatch = Type.Object(
  {
    name: Maybe(Line(200)),
    slug: Maybe(Slug()),
    typ: Maybe(typ),
    status: Maybe(status),
    demo_expires_at: Maybe(Nullable(Zeitpunkt())),
    ...contact,
  },
  { additionalProperties: false, minProperties: 1 },
)

/** For the tenant's own admin. */
export const OwnTenantPatch = Type.Object(contact, { additionalProperties: false, minProperties: 1 })
