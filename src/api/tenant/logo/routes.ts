import { firmenlogos } from "../../../db/schema.ts"
import { toPrintable } from "../../../lib/reencode.ts"
import { missing } from "../../../lib/refusal.ts"
import { decoding } from "../../pictures/decoding.ts"
import { writeProtokoll } from "../../shared/record.ts"
import { Document } from "../../frame/reply.ts"
import { free, read, type Route, write } from "../../frame/route.ts"
import { Type } from "@sinclair/typebox"
import { forAdmins, forOffice } from "../../frame/options.ts"
import { Input, Reply } from "../../shared/schema.ts"

/** 300 dpi where the letterhead has it. Four times as many pixels hold up everybody at each print. */
const SIZE = [530, 530] as const

const none = { missing: "Die Firma hat kein Logo" }

export const logoRoutes: Route[] = [
  read(
    "GET /api/tenant/logo",
    {
      ...forOffice,
      summary: "Das Logo der Firma",
      file: "image/png",
      untraced: "nobody's personal data",
      refusals: none,
    },
    ({ tenant }) => {
      const logo = tenant.find(firmenlogos, tenant.id)
      if (!logo) throw missing(none.missing)
      return new Document(new Uint8Array(logo.daten), "image/png", "Logo.png")
    },
  ),
  free(
    "PUT /api/tenant/logo",
    {
      ...forAdmins,
      summary: "Das Logo für den Briefkopf hochladen; es ersetzt das bisherige",
      upload: {
        file: "logo",
        description: "JPEG, PNG oder WebP; durchsichtige Stellen bleiben es",
        fields: Input({}),
      },
      reply: Reply("Logo", { breite: Type.Integer(), hoehe: Type.Integer() }),
    },
    async ({ tenant, actor, receive, commit }) => {
      const { bytes, breite, hoehe } = await receive(({ bytes: original }) =>
        decoding(() => toPrintable(original, SIZE, "drawing"), tenant.id),
      )
      await commit(() => {
        tenant.delete(firmenlogos, tenant.id)
        const logo = tenant.insert(firmenlogos, { id: tenant.id, daten: Buffer.from(bytes), breite, hoehe })
        writeProtokoll(tenant, actor, "firmenlogos.hochgeladen", firmenlogos, undefined, logo)
      })
      return { breite, hoehe }
    },
  ),
  write(
    "DELETE /api/tenant/logo",
    { ...forAdmins, summary: "Ohne Logo drucken", refusals: none },
    ({ tenant, actor }) => {
      if (!tenant.delete(firmenlogos, tenant.id)) throw missing(none.missing)
      const gone = { id: tenant.id } as never
      writeProtokoll(tenant, actor, "firmenlogos.geloescht", firmenlogos, gone, undefined)
      return undefined
    },
  ),
]
