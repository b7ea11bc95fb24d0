import { type Druck, printPdf } from "../../print/pdf/print.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { queue } from "../../lib/queue.ts"
import { withMemory } from "../../lib/memory.ts"
import { unavailable } from "../../lib/refusal.ts"
import { type Caller, loop } from "../../lib/turns.ts"
import { Document } from "../frame/reply.ts"
import {
  type Beleg,
  type Belegangaben,
  type Belegkontext,
  type NewBeleg,
  requireToPrint,
  storeBeleg,
} from "./ablage.ts"

export const PDF = "application/pdf"

/** Refusal of what is kept as it is printed. */
export const noRoom = { "too large": "Der Speicherplatz der Firma für Bilder und Belege ist aufgebraucht" }

/** Most bytes of a file's name in UTF-8; file systems take 255 with the ending. */
const LONGEST_NAME = 200

/** A name that every file system takes. */
export function dateiname(titel: string, ending: string): string {
  let name = ""
  for (const sign of titel.replace(/[^\p{L}\p{N}.,_-]+/gu, " ").trim()) {
    if (Buffer.byteLength(name + sign) > LONGEST_NAME) break
    name += sign
  }
  return `${name}.${ending}`
}

/** Documents of thousands of lines take hundreds of MB: few at a time, and of one company only one. */
const printing = queue({ parallel: 2, waiting: 64, each: 1, isCharged: false }, () =>
  unavailable("Zu viele Ausdrucke gleichzeitig. Bitte gleich noch einmal versuchen.", 5),
)

/** A caller for whom something is printed, and the company. */
export type TenantCaller = Caller & { tenant: Pick<TenantReader, "id"> }

/**
 * Does one piece of printing when it is its turn, unless its caller has hung up by then.
 *
 * @throws Refusal `unavailable` when too many wait, `gone` when the caller hung up
 */
export const inPrintLine = <T>(caller: TenantCaller, work: () => Promise<T>): Promise<T> => {
  const { id } = caller.tenant
  const begin = async () => {
    // The document that has just ended may have kept everybody waiting.
    await loop.soon(id, () => {}, caller)
    return work()
  }
  return printing(begin, id, caller)
}

/** Bytes that a line takes while it is printed, sent and kept. */
const LINE = 12_000

/**
 * Prints when it is its turn, and only when there is memory enough: without it the system would end the whole service.
 *
 * @param drawnFor drawing ends when they hang up
 */
async function printInLine(caller: TenantCaller, druck: Druck, drawnFor?: Caller): Promise<Document> {
  const { titel, zeilen = 0 } = druck
  const bytes = await inPrintLine(caller, () =>
    withMemory(
      zeilen * LINE,
      "Für so viele Zeilen auf Papier hat der Server zu wenig Arbeitsspeicher: bitte weniger auf einmal wählen oder die Tabelle holen",
      () => printPdf(druck, caller.tenant.id, drawnFor),
    ),
  )
  return new Document(bytes, PDF, dateiname(titel, "pdf"))
}

/** Prints a document without keeping it: a list for the company's own people. Drawing ends when the caller hangs up. */
export const print = (caller: TenantCaller, druck: Druck): Promise<Document> =>
  printInLine(caller, druck, caller)

/** A document that goes to a customer: how it is drawn, and what is kept of it. */
export type Brief = { druck: Druck; beleg: Belegangaben }

/**
 * Prints a document that goes to a customer, and keeps it. Once begun, it is finished even if the caller hangs up: the
 * next request for a settlement then finds it.
 *
 * @param beside what is kept with it
 */
export async function printAndKeep(
  context: Belegkontext,
  brief: Brief,
  beside: readonly NewBeleg[] = [],
): Promise<Document> {
  return (await keepPrinted(context, brief, beside)).document
}

/** Does the same. @returns the printed document, and the record with which it is kept */
export async function keepPrinted(
  context: Belegkontext,
  { druck, beleg }: Brief,
  beside: readonly NewBeleg[] = [],
): Promise<{ document: Document; kept: Beleg }> {
  requireToPrint(context.tenant, context.actor, beleg)
  const gelesen_am = context.tenant.now()
  const document = await printInLine(context, druck)
  const { name, content } = document
  const paper = { ...beleg, titel: druck.titel, dateiname: name, typ: PDF, daten: content as Uint8Array }
  const all = await storeBeleg(context, ...[paper, ...beside].map((one) => ({ ...one, gelesen_am })))
  return { document, kept: all[0] as Beleg }
}
