import { Type } from "@sinclair/typebox"
import { Datum, Maybe } from "../../../lib/fields.ts"

/** Parameters of a reminder. */
export const erinnerungsangaben = {
  stufe: Maybe(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description: "Einer Erinnerung: 1 ist freundlich, 3 die letzte; fehlt es, 1",
    }),
  ),
  ab_tagen: Maybe(
    Type.Integer({ minimum: 0, maximum: 3650, description: "Nur was so lange dort ist; fehlt es, 31" }),
  ),
  nur_leergut: Maybe(
    Type.Boolean({ description: "Einer Erinnerung: nur an Leergut, nicht an Geräte; fehlt es, an beides" }),
  ),
  frist: Maybe(
    Datum({ description: "Einer Erinnerung: bis wann es zurück sein soll; fehlt es, in 14 Tagen" }),
  ),
}
