import { Type } from "@sinclair/typebox"
import { mitarbeiterfelder } from "../../lib/felder/mitarbeiter.ts"
import { newFields, patchFields, replyFields } from "../../lib/felder/schema.ts"
import { Email, Maybe, Password, stampFields, Uuid } from "../../lib/fields.ts"

const { email: _, ...kurz } = replyFields(mitarbeiterfelder)

/** Columns of an account that the office sees: enough to plan a delivery. */
const MitarbeiterKurz = Type.Object({ id: Uuid(), ...kurz })

const { email, name, rolle } = newFields(mitarbeiterfelder)

export const MitarbeiterReply = Type.Object(
  {
    id: Uuid(),
    tenant_id: Uuid(),
    email: Email(),
    ...kurz,
    ...stampFields,
  },
  { title: "Mitarbeiter" },
)

/** For admins; the office gets only the fields of `MitarbeiterKurz`. */
export const MitarbeiterListItem = Type.Object(
  {
    ...MitarbeiterKurz.properties,
    tenant_id: Maybe(Uuid()),
    email: Maybe(Email()),
    erstellt_am: Maybe(stampFields.erstellt_am),
    aktualisiert_am: Maybe(stampFields.aktualisiert_am),
    version: Maybe(stampFields.version),
  },
  { title: "MitarbeiterEintrag" },
)

export const NewMitarbeiter = Type.Object(
  {
    id: Maybe(Uuid()),
    email,
    name,
    rolle,
    password: Password(6, { examples: ["ein langes Kennwort"] }),
  },
  { additionalProperties: false },
)

export const MitarbeiterPatch = Type.Object(patchFields(mitarbeiterfelder), {
  additionalProperties: false,
  minProperties: 1,
})

export const NewPassword = Type.Object({ password: Password(6) }, { additionalProperties: false })
