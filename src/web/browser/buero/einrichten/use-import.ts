import { useRef, useState } from "react"
import { answerTo } from "../../ui/api/call.ts"
import { ApiFault, messageOf } from "../../ui/api/fault.ts"
import { fileOf, saveFile } from "../../ui/api/file.ts"
import { refreshAll } from "../../ui/state/query.ts"
import { today } from "../../ui/values/format.ts"
import { newId } from "../../ui/values/ids.ts"
import { showNewAccounts } from "./new-accounts.tsx"
import type { Answers, Kind, Reading, Words } from "./kinds.ts"
import { type ImportProgress, send, type Sent } from "./send.ts"

type Assigned = Record<string, string | null>
/** Request of the import; every change of it makes a new id. */
type Order = {
  id: string
  file: File
  assigned: Assigned
  reading: Reading
  answers: Answers
  stichtag: string | null
}

function formOf({ id, file, assigned, reading, answers, stichtag }: Order, stand?: string): FormData {
  const form = new FormData()
  form.append("id", id)
  form.append("ausfuehren", stand === undefined ? "nein" : "ja")
  if (stand !== undefined) form.append("stand", stand)
  form.append("vorhandene", "aendern")
  form.append("liste", "ja")
  form.append("doppelte", JSON.stringify(answers))
  if (Object.keys(assigned).length > 0) form.append("zuordnung", JSON.stringify(assigned))
  for (const [field, answer] of Object.entries(reading)) if (answer) form.append(field, answer)
  if (stichtag) form.append("stichtag", stichtag)
  form.append("datei", file)
  return form
}

/** Pause in ms after the last change of a day or an answer before a new preview is asked for. */
const TYPING = 700

/** @returns the import of one table: its state, and functions that change it. Each change asks for a new preview. */
export function useImport(words: Words, kind: Kind) {
  const [order, setOrder] = useState<Order>()
  const [stichtag, setStichtag] = useState<string | null>(null)
  const [sent, setSent] = useState<Sent>()
  const checked = sent?.checked
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<"checking" | "importing">()
  const [progress, setProgress] = useState<ImportProgress>()
  const latest = useRef<string>(undefined)
  const [waits, setWaits] = useState<ReturnType<typeof setTimeout>>()
  const attempt = async (
    work: () => Promise<void>,
    what: "checking" | "importing" = "checking",
  ): Promise<void> => {
    setBusy(what)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(saysOf(error))
    }
    setBusy(undefined)
  }
  /** @param stand the preview that was shown: the service imports nothing else. Without one, it only makes a preview */
  const submit = (next: Order, stand?: string): Promise<void> => {
    const work = async (): Promise<void> => {
      const answer = await send(kind, formOf(next, stand), next.file, setProgress)
      // Another file, or another meaning of its columns, was chosen meanwhile.
      if (latest.current === next.id) setSent(answer)
      showNewAccounts(answer.checked.zugaenge)
      const { ausgefuehrt, fehlerzahl } = answer.checked
      if (stand !== undefined && !ausgefuehrt && fehlerzahl === 0) setProblem(OTHERWISE)
      if (stand !== undefined) await refreshAll()
    }
    return attempt(work, stand === undefined ? "checking" : "importing")
  }
  const preview = (next: Omit<Order, "id">): void => {
    clearTimeout(waits)
    setWaits(undefined)
    const made = { ...next, id: newId() }
    latest.current = made.id
    setOrder(made)
    void submit(made)
  }
  /** Waits for the last of several changes: each part of a typed day makes another day. */
  const previewLater = (next: Omit<Order, "id">): void => {
    clearTimeout(waits)
    // An answer that is still on its way belongs to another question.
    latest.current = undefined
    setWaits(setTimeout(() => preview(next), TYPING))
  }
  const choose = (file: File | undefined): void => {
    if (!file) return
    setSent(undefined)
    // Assignments hold for a corrected file as well; answers about rows do not.
    preview({ file, assigned: order?.assigned ?? {}, reading: {}, answers: {}, stichtag })
  }
  const assign = (heading: string, field: string | null): void => {
    if (order) preview({ ...order, stichtag, assigned: { ...order.assigned, [heading]: field } })
  }
  /** Another sheet has other rows: answers about them are dropped. */
  const read = (reading: Reading): void => {
    if (order) preview({ ...order, stichtag, reading, answers: {} })
  }
  const decide = (answers: Answers): void => {
    if (!order) return
    setOrder({ ...order, answers })
    previewLater({ ...order, answers, stichtag })
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
    clearTimeout(waits)
    setWaits(undefined)
    if (!order || checked?.ausgefuehrt) return
    if (day !== null && day > today()) {
      // The preview that is shown belongs to another day.
      latest.current = undefined
      setSent(undefined)
      setProblem("Der Stichtag liegt in der Zukunft")
      return
    }
    setProblem(undefined)
    previewLater({ ...order, stichtag: day })
  }
  const runImport = (): void => {
    if (order && checked) void submit(order, checked.stand)
  }
  /** Forgets the result of an import that was taken back. */
  const forgetImport = (): void => {
    if (!checked?.ausgefuehrt) return
    setOrder(undefined)
    setSent(undefined)
  }
  const doing = busy ?? (waits === undefined ? undefined : "checking")
  return {
    file: order?.file,
    stichtag,
    setDay,
    checked,
    auftrag: sent?.auftrag,
    answers: order?.answers ?? {},
    reading: order?.reading ?? {},
    problem,
    doing,
    progress,
    choose,
    assign,
    decide,
    read,
    runImport,
    save,
    forgetImport,
  }
}

export type ImportState = ReturnType<typeof useImport>

const OTHERWISE =
  "Nichts ist übernommen: Inzwischen hat jemand etwas geändert. Bitte ansehen, was jetzt geschähe, und noch einmal übernehmen."

/** @returns why the service refused, in German; faults of the file itself have the path `datei` */
const saysOf = (error: unknown): string =>
  error instanceof ApiFault && error.faults[0]
    ? error.faults.map(({ path, msg }) => `${names[path] ?? path} ${msg}`).join(", ")
    : messageOf(error)

const names: Record<string, string> = { datei: "Die Datei", stichtag: "Der Stichtag" }
