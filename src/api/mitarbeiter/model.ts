import { Type } from "@sinclair/typebox"
import { mitarbeiterfelder } from "../../lib/felder/mitarbeiter.ts"
import { newFields, patchFields, replyFields } from "../../lib/felder/schema.ts"
import { Email, Maybe, Password, stampFields, Uuid } from "../../lib/fields.ts"

const { email: _, ...kurz } = replyFields(mitarbeiterfelder)

/** What the office does not see of an account: the rest is enough to plan a delivery. */
const weiteres = { tenant_id: Uuid(), email: Email(), ...stampFields }

const { email, name, rolle } = newFields(mitarbeiterfelder)

export const MitarbeiterReply = Type.Object({ id: Uuid(), ...kurz, ...weiteres }, { title: "Mitarbeiter" })

export const MitarbeiterListItem = Type.Object(
  { id: Uuid(), ...kurz, ...Type.Partial(Type.Object(weiteres)).properties },
  { title: "MitarbeiterEintrag" },
)

export const NewMitarbeiter = Type.Object(
  { id: Maybe(Uuid()), email, name, rolle, password: Password(6, { examples: ["ein langes Kennwort"] }) },
  { additionalProperties: false },
)

export const MitarbeiterPatch = Type.Object(patchFields(mitarbeiterfelder), {
  additionalProperties: false,
  minProperties: 1,
})

export const NewPassword = Type.Object({ password: Password(6) }, { additionalProperties: false })
