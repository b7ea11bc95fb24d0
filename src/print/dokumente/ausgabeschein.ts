import { dayIn, formatCent, formatDatum, formatHappened } from "../../lib/format.ts"
import type { Empfaenger, PrintedDocument } from "../modell.ts"
import type { Druck } from "../pdf/print.ts"
import { printTable } from "../pdf/table.ts"
import { printBriefkopf, printSignatureLines } from "./letter-parts.ts"

/** A device that a customer has, for them to sign that they received it. */
type Ausgabeschein = PrintedDocument & {
  an: Empfaenger
  geraet: {
    geraetenummer: string
    bezeichnung: string
    typ: string | null
    seriennummer: string | null
    pfandform: "pfand" | "kaution"
  }
  /** The instant at which the customer received it, and what was noted then. */
  ausgabe: { erfasst_am: string; notiz: string | null }
  /** The customer's place where it is, with its address; null for the customer's own address. */
  standort: string | null
  /** What stands on the customer's account for it, without VAT where prices are net. */
  wert_cent: number
  /** `YYYY-MM-DD`: it is tested until then; null where nothing needs a test. */
  geprueft_bis: string | null
}

/** @returns the receipt of a device that was handed out, with lines to sign on */
export function ausgabeschein(data: Ausgabeschein): Druck {
  const { firma, geraet, ausgabe, standort, wert_cent, geprueft_bis } = data
  const { geraetenummer, bezeichnung, typ, seriennummer, pfandform } = geraet
  const day = formatDatum(dayIn(ausgabe.erfasst_am, firma.zeitzone))
  const more: (readonly [string, string | null])[] = [
    ["Standort", standort],
    ["Typ", typ],
    ["Seriennummer", seriennummer],
    ["Geprüft bis", geprueft_bis && formatDatum(geprueft_bis)],
  ]
  return {
    ...data,
    titel: `Ausgabeschein ${geraetenummer} vom ${day}`,
    async draw(paper) {
      printBriefkopf(paper, data, [["Gerät", geraetenummer]])
      paper.heading("Ausgabeschein", 1)
      paper.paragraph(`Ausgegeben am ${formatHappened(ausgabe.erfasst_am, firma.zeitzone)}:`)
      await printTable(
        paper,
        [
          { title: "Gerätenummer", mm: 35 },
          { title: "Bezeichnung" },
          { title: `${pfandform === "pfand" ? "Pfand" : "Kaution"} in €`, mm: 30, align: "right" },
        ],
        [{ cells: [geraetenummer, bezeichnung, formatCent(wert_cent)] }],
      )
      for (const [name, value] of more) if (value) paper.paragraph(`${name}: ${value}`)
      if (ausgabe.notiz) paper.paragraph(`Notiz: ${ausgabe.notiz}`)
      paper.paragraph("Ich habe das Gerät erhalten.", { bold: true })
      printSignatureLines(paper, ["Datum, Uhrzeit", "Name in Druckbuchstaben", "Unterschrift"])
    },
  }
}
