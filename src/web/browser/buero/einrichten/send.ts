import { type Answer, call } from "../../ui/api/call.ts"
import { ApiFault, JobFailed } from "../../ui/api/fault.ts"
import { isOpen } from "../../../../lib/felder/auftrag.ts"
import { JOB_WATCH } from "../../ui/state/query.ts"
import { newId } from "../../ui/values/ids.ts"
import type { Checked, Kind } from "./kinds.ts"

type Auftrag = Answer<"get", "/api/einrichtung/auftraege/{auftrag_id}">
export type ImportProgress = Pick<Auftrag, "phase" | "erledigt" | "gesamt">

/** Size from which a table is a job's, in bytes: a request would read it as long as people wait without a word. */
const LARGE = 60_000

/** Answer, and the job that gave it, if one did: it keeps the table with its faults. */
export type Sent = { checked: Checked; auftrag?: string }

/**
 * Has a table looked at, or taken over: a large one by a job.
 *
 * @param told gets how far the job is
 * @throws ApiFault; JobFailed
 */
export async function send(
  { art, als_auftrag }: Kind,
  form: FormData,
  file: File,
  told: (progress: ImportProgress | undefined) => void,
): Promise<Sent> {
  if (!als_auftrag || file.size <= LARGE) {
    try {
      return { checked: await call("post", `/api/${art}/import`, { form }) }
    } catch (error) {
      // A small file may have many rows; a job says as well what else is wrong with it.
      if (!als_auftrag || !isOfFile(error)) throw error
    }
  }
  form.set("id", newId())
  const path = art === "kunden" ? "/api/kunden/import/auftrag" : "/api/anfangsbestaende/import/auftrag"
  const { id, ergebnis, meldung } = await endOf(await call("post", path, { form }), told)
  if (!ergebnis) throw new JobFailed(meldung ?? "Der Auftrag ist gescheitert.")
  return { checked: ergebnis, auftrag: id }
}

/** Waits until a job is over. @param told gets how far it is, and undefined at its end */
export async function endOf(
  begun: Auftrag,
  told: (progress: ImportProgress | undefined) => void = () => {},
): Promise<Auftrag> {
  let auftrag = begun
  try {
    while (isOpen(auftrag)) {
      told(auftrag)
      await new Promise((resolve) => setTimeout(resolve, JOB_WATCH))
      const path = { auftrag_id: auftrag.id }
      auftrag = await call("get", "/api/einrichtung/auftraege/{auftrag_id}", { path })
    }
  } finally {
    told(undefined)
  }
  return auftrag
}

const isOfFile = (error: unknown): boolean =>
  error instanceof ApiFault && error.status === 400 && error.faults.some(({ path }) => path === "datei")
