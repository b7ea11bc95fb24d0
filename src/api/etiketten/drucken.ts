import { type Static, Type } from "@sinclair/typebox"
import type { TenantReader } from "../../db/tenant-db.ts"
import { Maybe, OneOf } from "../../lib/fields.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import { type LabelSheet, sheet, SHEETS, type Etikett, printEtiketten } from "../../print/pdf/etiketten.ts"
import { dateiname, inPrintLine, PDF, type TenantCaller } from "../belege/printing.ts"
import { Document } from "../frame/reply.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { localTime } from "../shared/time.ts"

const forms = ["4x12", "3x8", "rolle24", "rolle62", "eigen"] as const
const tenths = (minimum: number, maximum: number, was: string) =>
  Maybe(Type.Integer({ minimum, maximum, description: `${was}, in Zehntelmillimetern` }))

/** Layout of labels; lengths are whole tenths of a millimetre. */
export const etikettenQuery = {
  form: Maybe(
    OneOf(forms, {
      description: "4x12 und 3x8 sind Bögen A4, rolle24 und rolle62 Endlosrollen; eigen: mit eigenen Maßen",
    }),
  ),
  start: Maybe(
    Type.Integer({ minimum: 1, maximum: 500, description: "Der erste freie Platz auf dem ersten Bogen" }),
  ),
  versatz_x: tenths(-100, 100, "Korrektur nach rechts"),
  versatz_y: tenths(-100, 100, "Korrektur nach unten"),
  spalten: Maybe(Type.Integer({ minimum: 1, maximum: 20 })),
  zeilen: Maybe(Type.Integer({ minimum: 1, maximum: 50 })),
  breite: tenths(150, 2100, "Breite eines Etiketts"),
  hoehe: tenths(80, 2970, "Höhe eines Etiketts"),
  zwischen_x: tenths(0, 500, "Zwischen zweien nebeneinander"),
  zwischen_y: tenths(0, 500, "Zwischen zweien untereinander"),
  links: tenths(0, 1000, "Rand links; fehlt er, in der Mitte"),
  oben: tenths(0, 1000, "Rand oben; fehlt er, in der Mitte"),
}
type Request = Static<ReturnType<typeof asObject>>
const asObject = () => Type.Object(etikettenQuery)

/** Labels of one file: some forty sheets, and two seconds. */
const MOST = 2000

function sheetOf({ form = "4x12", ...own }: Request): LabelSheet {
  if (form !== "eigen") return SHEETS[form]
  const { spalten, zeilen, breite, hoehe, zwischen_x = 0, zwischen_y = 0, links, oben } = own
  if (spalten === undefined || zeilen === undefined || breite === undefined || hoehe === undefined)
    throw invalid("form", "braucht mit eigenen Maßen spalten, zeilen, breite und hoehe", "query")
  const made = sheet(spalten, zeilen, [breite / 10, hoehe / 10], [zwischen_x / 10, zwischen_y / 10])
  const placed = {
    ...made,
    ...(links !== undefined && { links: links / 10 }),
    ...(oben !== undefined && { oben: oben / 10 }),
  }
  const right = placed.links + (spalten - 1) * placed.step_x + placed.etikett_breite
  const bottom = placed.oben + (zeilen - 1) * placed.step_y + placed.etikett_hoehe
  if (placed.links < 0 || right > placed.breite)
    throw invalid("breite", "so breit ist kein Blatt A4 (210 mm)", "query")
  if (placed.oben < 0 || bottom > placed.hoehe)
    throw invalid("hoehe", "so hoch ist kein Blatt A4 (297 mm)", "query")
  return placed
}

/**
 * Prints labels for all that a list finds, in its order.
 *
 * @throws Refusal invalid for measures that no sheet has, conflict when nothing or too much is found, unavailable
 */
export async function printLabels<R>(
  caller: TenantCaller & { tenant: TenantReader },
  name: string,
  list: (request: PageRequest) => PageOf<R>,
  etikettOf: (row: R) => Etikett,
  wanted: Request,
): Promise<Document> {
  const form = sheetOf(wanted)
  const { start = 1, versatz_x = 0, versatz_y = 0 } = wanted
  if (start > form.spalten * form.zeilen)
    throw invalid("start", `der Bogen hat nur ${form.spalten * form.zeilen} Plätze`, "query")
  const etiketten = collect(list).map(etikettOf)
  if (etiketten.length === 0) throw conflict("Diese Auswahl ist leer: kein Etikett zu drucken")
  const placement = { start, versatz_x: versatz_x / 10, versatz_y: versatz_y / 10 }
  const { tenant } = caller
  const bytes = await inPrintLine(caller, () => printEtiketten(etiketten, form, placement, tenant.id, caller))
  return new Document(bytes, PDF, dateiname(`Etiketten ${name} ${localTime(tenant).datum}`, "pdf"))
}

function collect<R>(list: (request: PageRequest) => PageOf<R>): R[] {
  const rows: R[] = []
  let cursor: string | null | undefined
  do {
    const page = list({ limit: 200, ...(cursor && { cursor }) })
    rows.push(...page.items)
    cursor = page.next_cursor
    if (rows.length > MOST)
      throw conflict(`Mehr als ${MOST} Etiketten auf einmal: bitte die Auswahl einschränken`)
  } while (cursor !== null)
  return rows
}
