import { type Druck, printPdf } from "../../print/pdf/print.ts"
import { Document } from "../reply.ts"
import { type Belegkontext, type NeuerBeleg, storeBeleg } from "./ablage.ts"

export const PDF = "application/pdf"

/** A name that every file system takes. */
export const dateiname = (titel: string, endung: string): string =>
  `${titel
    .replace(/[^\p{L}\p{N}.,_-]+/gu, " ")
    .trim()
    .slice(0, 120)}.${endung}`

/** Prints a document without keeping it: lists for the own people. */
export async function print(druck: Druck): Promise<Document> {
  const bytes = await printPdf(druck)
  return new Document(new Uint8Array(bytes), PDF, dateiname(druck.titel, "pdf"))
}

/** Prints a document that goes to a customer, and keeps it. */
export async function printAndKeep(
  context: Belegkontext,
  druck: Druck,
  beleg: Omit<NeuerBeleg, "daten" | "titel" | "dateiname" | "typ">,
): Promise<Document> {
  const document = await print(druck)
  await storeBeleg(context, {
    ...beleg,
    titel: druck.titel,
    dateiname: document.name,
    typ: PDF,
    daten: document.bytes as Uint8Array,
  })
  return document
}
