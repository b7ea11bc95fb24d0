import { Type } from "@sinclair/typebox"
import { mitarbeiterfelder } from "../../lib/felder/mitarbeiter.ts"
import { newFields, patchFields, replyFields } from "../../lib/felder/schema.ts"
import { firmenRollen } from "../../db/schema/values.ts"
import { Aktiv, Email, Maybe, OneOf, Password, stampFields, Uuid } from "../../lib/fields.ts"
import { searched } from "../shared/page.ts"
import { Input, Reply } from "../shared/schema.ts"

export const mitarbeiterFilter = {
  ...searched("Name"),
  rolle: Maybe(OneOf(firmenRollen)),
  aktiv: Maybe(Aktiv()),
}

const { email: _, ...kurz } = replyFields(mitarbeiterfelder)

/** Fields of an account that the office does not see: the rest is enough to plan a delivery. */
const more = { tenant_id: Uuid(), email: Email(), ...stampFields }

const { email, name, rolle } = newFields(mitarbeiterfelder)

export const MitarbeiterReply = Reply("Mitarbeiter", { id: Uuid(), ...kurz, ...more })

export const MitarbeiterListItem = Reply("MitarbeiterEintrag", {
  id: Uuid(),
  ...kurz,
  ...Type.Partial(Type.Object(more)).properties,
})

export const NewMitarbeiter = Input({
  id: Maybe(Uuid()),
  email,
  name,
  rolle,
  password: Password(6, { examples: ["ein langes Passwort"] }),
})

export const MitarbeiterPatch = Input(
  {
    ...patchFields(mitarbeiterfelder),
    currentPassword: Maybe(
      Password(1, { description: "Das eigene Passwort; nur, um die eigene E-Mail-Adresse zu ändern" }),
    ),
  },
  { minProperties: 1 },
)

export const NewPassword = Input({ password: Password(6) })
