import { Type } from "@sinclair/typebox"
import { rollen, tenantStatus, tenantTypen } from "../../db/schema/values.ts"
import { Anmeldeadresse, Email, Maybe, Nullable, OneOf, Password, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Reply } from "../shared/schema.ts"

/** spec.md, "Endpoints". Unknown fields are ignored, as clients of the earlier service send more. */

export const LoginBody = Type.Object({
  email: Anmeldeadresse(),
  password: Password(1, { examples: ["ein langes Passwort"] }),
  tenant_slug: Maybe(Type.String({ maxLength: 200, examples: ["getraenke-sommer"] })),
})

export const MeReply = Reply("EigenesKonto", {
  id: Uuid(),
  email: Email(),
  name: Type.String(),
  rolle: OneOf(rollen, { examples: ["admin"] }),
  tenant_id: Nullable(Uuid()),
  erstellt_am: Zeitpunkt(),
  tenant_name: Nullable(Type.String()),
  tenant_slug: Nullable(Type.String()),
  tenant_typ: Nullable(OneOf(tenantTypen)),
  demo_expires_at: Nullable(Zeitpunkt()),
  tenant_status: Nullable(OneOf(tenantStatus)),
})

export const LoginReply = Reply("Anmeldung", {
  token: Type.String({ description: "Gilt 24 Stunden; im Kopf Authorization: Bearer <token> zu senden" }),
  user: Type.Object(Type.Pick(MeReply, ["id", "email", "name", "rolle", "tenant_id"]).properties),
})

export const ChangePasswordBody = Type.Object({
  currentPassword: Password(1),
  newPassword: Password(6),
})

export const Message = Reply("Meldung", { message: Type.String() })
