import { type Answer, call } from "../../ui/api/call.ts"
import { ApiFault, JobFailed } from "../../ui/api/fault.ts"
import { isOpen } from "../../../../lib/felder/auftrag.ts"
import { JOB_WATCH } from "../../ui/state/query.ts"
import { newId } from "../../ui/values/ids.ts"
import type { Checked, Kind } from "./kinds.ts"

type Auftrag = Answer<"get", "/api/einrichtung/auftraege/{auftrag_id}">
export type ImportProgress = Pick<Auftrag, "phase" | "erledigt" | "gesamt">

/** In bytes: a larger table is read by a job, as a request would take longer than people wait. */
const LARGE = 60_000

/** Answer, and the job that gave it, if one did: it keeps the table with its faults. */
export type Sent = { checked: Checked; auftrag?: string }

/**
 * Has a table checked or imported, by a job if it is large.
 *
 * @param report called with the job's progress, and with undefined at its end
 * @throws ApiFault; JobFailed
 */
export async function send(
  { art, als_auftrag }: Kind,
  form: FormData,
  file: File,
  report: (progress: ImportProgress | undefined) => void,
): Promise<Sent> {
  if (!als_auftrag || file.size <= LARGE) {
    try {
      return { checked: await call("post", `/api/${art}/import`, { form }) }
    } catch (error) {
      // A small file may have too many rows for a request; a job also tells what else is wrong with it.
      if (!als_auftrag || !isOfFile(error)) throw error
    }
  }
  form.set("id", newId())
  const path = art === "kunden" ? "/api/kunden/import/auftrag" : "/api/anfangsbestaende/import/auftrag"
  const { id, ergebnis, meldung } = await endOf(await call("post", path, { form }), report)
  if (!ergebnis) throw new JobFailed(meldung ?? "Der Auftrag ist gescheitert.")
  return { checked: ergebnis, auftrag: id }
}

/** Waits until a job is over. @param report called with its progress, and with undefined at its end @returns the job */
export async function endOf(
  begun: Auftrag,
  report: (progress: ImportProgress | undefined) => void = () => {},
): Promise<Auftrag> {
  let auftrag = begun
  try {
    while (isOpen(auftrag)) {
      report(auftrag)
      await new Promise((resolve) => setTimeout(resolve, JOB_WATCH))
      const path = { auftrag_id: auftrag.id }
      auftrag = await call("get", "/api/einrichtung/auftraege/{auftrag_id}", { path })
    }
  } finally {
    report(undefined)
  }
  return auftrag
}

const isOfFile = (error: unknown): boolean =>
  error instanceof ApiFault && error.status === 400 && error.faults.some(({ path }) => path === "datei")
