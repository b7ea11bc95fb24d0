import { Type } from "@sinclair/typebox"
import { Datum, Maybe } from "../../../lib/fields.ts"
import { conflict } from "../../../lib/refusal.ts"
import { erinnerung } from "../../../print/dokumente/erinnerung.ts"
import { PDF, printAndKeep } from "../../belege/drucken.ts"
import { getEmpfaenger, getFirma, startOfToday } from "../../belege/kopf.ts"
import { listAlter } from "../../pfandalter/rules.ts"
import { free, type Route } from "../../route.ts"
import { office } from "../../session.ts"
import { localTime } from "../../time.ts"

const FRIST_TAGE = 14

const inTagen = (datum: string, tage: number): string =>
  new Date(Date.parse(datum) + tage * 86_400_000).toISOString().slice(0, 10)

export const erinnerungRoutes: Route[] = [
  free(
    "GET /api/kunden/:id/erinnerung.pdf",
    {
      scope: "tenant",
      roles: office,
      summary:
        "Ein Brief, der an Leihgut erinnert; er wird aufbewahrt und von niemandem von selbst verschickt",
      query: Type.Object(
        {
          stufe: Maybe(
            Type.Integer({
              minimum: 1,
              maximum: 3,
              default: 1,
              description: "1 ist freundlich, 3 die letzte",
            }),
          ),
          ab_tagen: Maybe(
            Type.Integer({ minimum: 0, maximum: 3650, default: 31, description: "Nur was länger dort ist" }),
          ),
          frist: Maybe(Datum({ description: "Fehlt es, in 14 Tagen" })),
        },
        { additionalProperties: false },
      ),
      file: PDF,
      refusals: { missing: "Kunde nicht gefunden", conflict: "Der Kunde hat nichts, das so alt ist" },
    },
    async ({ params: { id: kunde_id }, query, ...context }) => {
      const { tenant } = context
      const { stufe = 1, ab_tagen = 31 } = query
      const an = getEmpfaenger(tenant, kunde_id)
      const posten = listAlter(tenant, kunde_id).filter(({ tage }) => tage >= ab_tagen)
      if (posten.length === 0) throw conflict("Der Kunde hat nichts, das so alt ist")
      const stichtag = localTime(tenant).datum
      const data = {
        firma: getFirma(tenant),
        an,
        erstellt_am: startOfToday(tenant),
        stichtag,
        stufe: stufe as 1 | 2 | 3,
        posten,
        frist: query.frist ?? inTagen(stichtag, FRIST_TAGE),
      }
      const saldo_cent = posten.reduce((sum, { wert_cent }) => sum + wert_cent, 0)
      return printAndKeep(context, erinnerung(data), {
        art: "erinnerung",
        kunde_id,
        saldo_cent,
        bis: stichtag,
      })
    },
  ),
]
