import type { Static } from "@sinclair/typebox"
import { auftraege, auftragseingaben } from "../../../db/schema.ts"
import type { Row as Record, TenantDb } from "../../../db/tenant-db.ts"
import { formatQuantity } from "../../../lib/format.ts"
import { Refusal } from "../../../lib/refusal.ts"
import { readTable } from "../../../lib/table/read.ts"
import { failAuftrag } from "../../shared/auftrag.ts"
import type { Actor } from "../../frame/session.ts"
import { assignedIn, readAssigned, rememberAssigned } from "../table/assign.ts"
import { angabenOf, type Importangaben, type phases } from "./importauftrag.ts"
import { keepFaults } from "./fault-table.ts"
import {
  type Importer,
  MOST_ROWS_OF_JOB,
  type ImportOrder,
  type ImportRow,
  type RowFault,
} from "../table/importer.ts"
import type { ImportReply } from "../table/model.ts"
import { isAnswered } from "../rows/duplicates.ts"
import { findTaken } from "../rows/taken.ts"
import { requireAnswers, understand, type Understood, wantedOf } from "../rows/read.ts"
import { replyOf, stateOf } from "./reply.ts"
import { keepRows } from "./row-list.ts"
import { chunksOf, isChanged, storeRows, asRowFaults } from "./store.ts"
import {
  asTheyWere,
  countStored,
  type ImportTools,
  listPieces,
  addPiece,
  removePieces,
  type Importstueck,
  isUndoneByPieces,
} from "./pieces.ts"
import { takeBackImport } from "./take-back.ts"

type Auftrag = Record<typeof auftraege>
type Reply = Static<typeof ImportReply>

/** Time between two updates of the stored progress, in ms. */
const REPORT_EVERY = 500

/**
 * Does the job of an import, or only its preview: in many small transactions, so that others can write in between. A row
 * that cannot be stored takes back all that was stored. After a kill, the next process goes on.
 *
 * @param id of the job
 * @param importerOf the importer of a kind of table
 */
export async function runImport(
  tools: ImportTools,
  id: string,
  importerOf: (art: Importangaben["art"]) => Importer<unknown>,
): Promise<void> {
  const { tenant, commit } = tools
  const auftrag = tenant.get(auftraege, id)
  const details = angabenOf(auftrag.angaben)
  try {
    const run = new Run(tools, auftrag, details, importerOf(details.art))
    const result = await run.all()
    await commit(() => end(tenant, id, result, details.art))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await commit(() => {
      tenant.delete(auftragseingaben, id)
      failAuftrag(tenant, id, saysOf(error))
    })
  }
}

/** @returns why the file cannot be imported, as a German sentence */
function saysOf(error: Refusal): string {
  const [fault] = error.details.faults ?? []
  return fault?.path === "datei" ? `Die Datei ${fault.msg}.` : (fault?.msg ?? error.message)
}

/** Stores the result of the job, and deletes its table. */
function end(tenant: TenantDb, id: string, result: Reply, art: Importangaben["art"]): void {
  if (!result.ausgefuehrt || !isUndoneByPieces(art)) removePieces(tenant, id)
  tenant.delete(auftragseingaben, id)
  const whole = { gesamt: result.zeilen, erledigt: result.zeilen }
  const json = JSON.stringify(result)
  tenant.update(auftraege, id, { status: "fertig", beendet_am: tenant.now(), ergebnis: json, ...whole })
}

class Run<I> {
  readonly #tools: ImportTools
  readonly #auftrag: Auftrag
  readonly #angaben: Importangaben
  readonly #importer: Importer<I>
  readonly #order: ImportOrder
  readonly #actor: Actor
  #reportedAt = 0
  #phase: (typeof phases)[number] | undefined

  constructor(tools: ImportTools, auftrag: Auftrag, details: Importangaben, importer: Importer<I>) {
    this.#tools = tools
    this.#auftrag = auftrag
    this.#angaben = details
    this.#importer = importer
    const { stichtag, einheit, tage } = details.fields
    this.#order = { id: auftrag.id, stichtag, einheit, tage, isJob: true }
    const { erstellt_von, erstellt_von_name, tenant_id } = auftrag
    this.#actor = { id: erstellt_von, name: erstellt_von_name, rolle: details.rolle, tenant_id }
  }

  async all(): Promise<Reply> {
    const { tenant, folder } = this.#tools
    const { ausfuehren, stand } = this.#angaben.fields
    const before = listPieces(tenant, this.#auftrag.id)
    // It was killed while it took back: it goes on with that.
    const isTakenBack = this.#auftrag.letzter === "zuruecknehmen"
    const understood = await this.#understand(before.length > 0)
    const { fehler, table } = understood
    if (ausfuehren === "ja") requireAnswers(table)
    const shown = { ...understood, rows: asTheyWere(understood.rows, before) }
    const now = stateOf(shown.rows, this.#importer)
    const isAsShown = stand === undefined || stand === now
    const isDecided = before.length > 0 || isAnswered(understood.duplicates)
    const isWanted = ausfuehren === "ja" && isAsShown && fehler.count === 0 && isDecided && !isTakenBack
    if (isWanted && before.length === 0) await this.#rememberStand(now)
    const look = () => (before.length > 0 ? [] : findTaken(tenant, shown.rows, this.#importer))
    const found = isWanted ? await this.#store(understood, before) : look()
    const isDone = isWanted && found.length === 0
    if (!isDone) await this.#takeBack()
    fehler.addRowFaults(found)
    if (fehler.count > 0) await keepFaults(folder, tenant, this.#auftrag.id, understood)
    await keepRows(folder, tenant, this.#auftrag.id, fehler.without(shown.rows), this.#importer)
    return replyOf(tenant, shown, this.#importer, isDone)
  }

  /** A process that goes on after a kill does exactly this, or takes it back. */
  async #rememberStand(stand: string): Promise<void> {
    const { tenant, commit } = this.#tools
    const details = { ...this.#angaben, fields: { ...this.#angaben.fields, stand } }
    await commit(() => tenant.update(auftraege, this.#auftrag.id, { angaben: JSON.stringify(details) }))
  }

  async #report(phase: (typeof phases)[number], erledigt: number, gesamt: number): Promise<void> {
    if (performance.now() - this.#reportedAt < REPORT_EVERY && phase === this.#phase) return
    this.#reportedAt = performance.now()
    this.#phase = phase
    const { tenant, commit } = this.#tools
    const { id } = this.#auftrag
    await commit(() => tenant.update(auftraege, id, { status: "laeuft", letzter: phase, erledigt, gesamt }))
  }

  async #understand(isAgain: boolean): Promise<Understood<I>> {
    const { tenant } = this.#tools
    const { fields } = this.#angaben
    const input = tenant.get(auftragseingaben, this.#auftrag.id)
    if (!isAgain) await this.#report("lesen", 0, 0)
    // Read here and not in a thread: this process serves nobody.
    const reading = readTable(
      input.daten,
      "datei",
      wantedOf(tenant, this.#importer, fields),
      MOST_ROWS_OF_JOB,
    )
    const table = await runToEnd(reading, () => this.#report("lesen", 0, 0))
    const understanding = understand(tenant, table, this.#importer, {
      // Rows stored before the kill are found as existing records (`asTheyWere`).
      fields: isAgain ? { ...fields, vorhandene: "aendern" } : fields,
      order: this.#order,
    })
    return runToEnd(understanding, ({ erledigt, gesamt }) => this.#report("pruefen", erledigt, gesamt))
  }

  /** @returns the faults; if there are any, the caller takes back what was stored */
  #store({ rows, columns }: Understood<I>, before: Importstueck[]): Promise<RowFault[]> {
    const { tenant, commit } = this.#tools
    const importer = this.#importer
    const wanted = rows.filter((row) => !row.existing || isChanged(row))
    let nr = before.at(-1)?.nr ?? 0
    let done = 0
    return asRowFaults(async () => {
      for (const some of chunksOf(wanted, importer)) {
        nr++
        const found = await commit(() => this.#storeChunk(some, nr))
        if (found.length > 0) return found
        done += some.length
        await this.#report("schreiben", done, rows.length)
      }
      const assigned = assignedIn(columns, readAssigned(this.#angaben.fields.zuordnung, importer))
      await commit(() => rememberAssigned(tenant, importer, assigned))
      return []
    })
  }

  #storeChunk(rows: ImportRow<I>[], nr: number): RowFault[] {
    const { tenant } = this.#tools
    const { faults, inhalt } = storeRows(tenant, this.#actor, rows, this.#importer, this.#order)
    if (faults.length === 0) addPiece(tenant, this.#auftrag.id, { nr, inhalt })
    return faults
  }

  /** @throws Refusal conflict if some records stay because others use them; says how many */
  async #takeBack(): Promise<void> {
    const { tenant, commit } = this.#tools
    const { id } = this.#auftrag
    const gesamt = countStored(tenant, id)
    const report = (done: number) => this.#report("zuruecknehmen", done, gesamt)
    if (gesamt > 0) await report(0)
    await takeBackImport(this.#tools, this.#actor, this.#importer, id, report)
    const left = countStored(tenant, id)
    if (left === 0) return
    if (!isUndoneByPieces(this.#importer.art)) await commit(() => removePieces(tenant, id))
    throw new Refusal("conflict", `Nicht alles konnte übernommen werden. ${leftInWords(left)}`)
  }
}

const leftInWords = (left: number): string =>
  `${left === 1 ? "Ein Eintrag blieb" : `${formatQuantity(left)} Einträge blieben`}, weil inzwischen jemand damit arbeitet.`

/** Does long work to its end, and reports its progress wherever it yields. */
async function runToEnd<P, T>(work: Generator<P, T>, report: (progress: P) => Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await report(value)
  }
}
