import { useRef, useState } from "react"
import { answerTo } from "../../ui/api/call.ts"
import { ApiFault, messageOf } from "../../ui/api/fault.ts"
import { fileOf, saveFile } from "../../ui/api/file.ts"
import { refresh } from "../../ui/state/query.ts"
import { newId } from "../../ui/values/ids.ts"
import type { Kind, kinds } from "./kinds.ts"
import { JobFailed, type Progress, send, type Sent } from "./send.ts"

type Assigned = Record<string, string | null>
/** Request of the import; every change of it makes a new id. */
type Order = { id: string; file: File; assigned: Assigned; stichtag: string | null }

function formOf({ id, file, assigned, stichtag }: Order, stand?: string): FormData {
  const form = new FormData()
  form.append("id", id)
  form.append("ausfuehren", stand === undefined ? "nein" : "ja")
  if (stand !== undefined) form.append("stand", stand)
  form.append("vorhandene", "aendern")
  if (Object.keys(assigned).length > 0) form.append("zuordnung", JSON.stringify(assigned))
  if (stichtag) form.append("stichtag", stichtag)
  form.append("datei", file)
  return form
}

/** The table that somebody takes over: first shown as it would be, then as it was shown. */
export function useTake(words: (typeof kinds)[number], kind: Kind) {
  const [order, setOrder] = useState<Order>()
  const [stichtag, setStichtag] = useState<string | null>(null)
  const [sent, setSent] = useState<Sent>()
  const checked = sent?.checked
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [progress, setProgress] = useState<Progress>()
  const latest = useRef<string>(undefined)
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(saysOf(error))
    }
    setBusy(false)
  }
  /** @param stand what was shown, and nothing else is taken over; without one it is only shown */
  const submit = (next: Order, stand?: string): Promise<void> =>
    attempt(async () => {
      const answer = await send(kind, formOf(next, stand), next.file, setProgress)
      // Another file, or another meaning of its columns, was chosen meanwhile.
      if (latest.current === next.id) setSent(answer)
      const { ausgefuehrt, fehlerzahl } = answer.checked
      if (stand !== undefined && !ausgefuehrt && fehlerzahl === 0) setProblem(OTHERWISE)
      if (stand !== undefined) await refresh(`/api/${words.id}`, "/api/protokoll", "/api/heute")
    })
  const look = (next: Omit<Order, "id">): void => {
    const made = { ...next, id: newId() }
    latest.current = made.id
    setOrder(made)
    void submit(made)
  }
  const choose = (file: File | undefined): void => {
    if (!file) return
    setSent(undefined)
    look({ file, assigned: {}, stichtag })
  }
  const assign = (heading: string, feld: string | null): void => {
    if (order) look({ ...order, assigned: { ...order.assigned, [heading]: feld } })
  }
  const save = (): Promise<void> =>
    attempt(async () => {
      if (!order) return
      const auftrag_id = sent?.auftrag
      const answer = auftrag_id
        ? answerTo("get", "/api/einrichtung/auftraege/{auftrag_id}/fehler", { path: { auftrag_id } })
        : answerTo("post", `/api/${words.id}/import/fehler`, { form: formOf({ ...order, id: newId() }) })
      saveFile(await fileOf(await answer))
    })
  const setDay = (day: string | null): void => {
    setStichtag(day)
    if (order && !checked?.ausgefuehrt) look({ ...order, stichtag: day })
  }
  const take = (): void => {
    if (order && checked) void submit(order, checked.stand)
  }
  return { file: order?.file, stichtag, setDay, checked, problem, busy, progress, choose, assign, take, save }
}

const OTHERWISE =
  "Nichts ist übernommen: Inzwischen hat jemand etwas geändert. Bitte ansehen, was jetzt geschähe, und noch einmal übernehmen."

/** Faults of the file itself, which the service tells of the field `datei`. */
const saysOf = (error: unknown): string =>
  error instanceof JobFailed
    ? error.message
    : error instanceof ApiFault && error.faults[0]
      ? error.faults.map(({ path, msg }) => `${names[path] ?? path} ${msg}`).join(", ")
      : messageOf(error)

const names: Record<string, string> = { datei: "Die Datei", stichtag: "Der Stichtag" }
