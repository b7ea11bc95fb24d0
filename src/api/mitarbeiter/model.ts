import { Type } from "@sinclair/typebox"
import { firmenRollen } from "../../db/schema/values.ts"
import { Aktiv, Email, Line, Maybe, OneOf, Password, stampFields, Uuid } from "../../lib/fields.ts"

/** Without super administrators, whom only the command line creates. */
const rolle = OneOf(firmenRollen, { examples: ["fahrer"] })

/** Columns of an account that the office sees: enough to plan a delivery. */
const MitarbeiterKurz = Type.Object({ id: Uuid(), name: Type.String(), rolle, aktiv: Type.Integer() })

export const MitarbeiterReply = Type.Object(
  {
    id: Uuid(),
    tenant_id: Uuid(),
    email: Email(),
    name: Type.String(),
    rolle,
    aktiv: Type.Integer(),
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
    email: Email(),
    name: Line(200, { examples: ["Jens Krüger"] }),
    rolle,
    password: Password(6, { examples: ["ein langes Kennwort"] }),
  },
  { additionalProperties: false },
)

export const MitarbeiterPatch = Type.Object(
  { email: Maybe(Email()), name: Maybe(Line(200)), rolle: Maybe(rolle), aktiv: Maybe(Aktiv()) },
  { additionalProperties: false, minProperties: 1 },
)

export const NewPassword = Type.Object({ password: Password(6) }, { additionalProperties: false })
