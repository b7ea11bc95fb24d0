import { Type } from "@sinclair/typebox"
import { ansichtfelder } from "../../lib/felder/ansicht.ts"
import { newFields, patchFields, replyFields } from "../../lib/felder/schema.ts"
import { Aktiv, Maybe, stampFields, Text, Uuid } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

const spalten = Type.Array(Type.String({ pattern: "^[a-z0-9_]{1,40}$", maxLength: 40 }), {
  maxItems: 40,
  uniqueItems: true,
  description: "Spalten, die nicht gezeigt werden, mit ihren Namen in der Oberfläche",
})
const liste = Text(60, {
  pattern: "^[a-z]+([/-][a-z]+)*$",
  msg: "muss die Adresse einer Liste unter /api sein",
  examples: ["kunden"],
})
const fuer_alle = (description: string) => Aktiv({ description })

export const AnsichtReply = Reply("Ansicht", {
  id: Uuid(),
  ...replyFields(ansichtfelder),
  spalten,
  fuer_alle: fuer_alle("1: alle in der Firma sehen sie; 0: nur, wer sie gemerkt hat"),
  ...stampFields,
})

const shared = fuer_alle("1: für alle in der Firma, nur von der Verwaltung")
export const NewAnsicht = Input({
  id: Maybe(Uuid()),
  ...newFields(ansichtfelder),
  liste,
  spalten: Maybe(spalten),
  fuer_alle: Maybe(shared),
})

const { liste: _, ...changing } = patchFields(ansichtfelder)
export const AnsichtPatch = Input(
  { ...changing, spalten: Maybe(spalten), fuer_alle: Maybe(shared) },
  { minProperties: 1 },
)

export const AnsichtenQuery = Input({ liste: Maybe(liste) })
