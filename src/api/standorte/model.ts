import { newFields, patchFields, replyFields } from "../../lib/felder/schema.ts"
import { standortfelder } from "../../lib/felder/standort.ts"
import { Aktiv, Maybe, stampFields, Uuid } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

export const StandortReply = Reply("Standort", { id: Uuid(), ...replyFields(standortfelder), ...stampFields })

export const NewStandort = Input({ id: Maybe(Uuid()), ...newFields(standortfelder) })

/** Whose place it is stays. */
const { kunde_id: _, ...changeable } = patchFields(standortfelder)

export const StandortPatch = Input(changeable, { minProperties: 1 })

/** Filters of the list, and of its table. */
export const standortFilter = { kunde_id: Maybe(Uuid()), aktiv: Maybe(Aktiv()) }
