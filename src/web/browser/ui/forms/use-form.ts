import { useLayoutEffect, useRef, useState } from "react"
import { ApiFault, isNothingDone, messageOf } from "../api/fault.ts"
import type { Wording } from "../dialogs/conflict.tsx"
import { type Faulty, without } from "../fields/faults.tsx"
import { newId } from "../values/ids.ts"
import { toast } from "../parts/toast.tsx"
import { useIsThere } from "../state/is-there.ts"
import { refreshAll } from "../state/query.ts"
import { differs, type Merged, mergeOf } from "./merge.ts"
import { isStoredOtherwise } from "./stored-otherwise.tsx"
import type { Draft } from "./unsent.ts"
import { type Stored, useDraft } from "./use-draft.ts"

type Options<V, R> = {
  /** Name of the draft, such as `kunden/neu`. */
  draft: string
  initial: V
  /** Sends the values. `id` stays the same at each attempt, so that nothing is booked twice. */
  save: (values: V, id: string, version: number | undefined) => Promise<R>
  /**
   * Called when the values are saved and the draft is deleted: says so. What is shown is then read again by itself.
   *
   * @param goesOn whether something was entered meanwhile, and is still in the form, unsaved
   */
  saved?: (result: R, values: V, goesOn: boolean) => void
  /**
   * Closes the form, or leads to another page. Not called if somebody has left the form while it was saved, or entered
   * something meanwhile that is still in it.
   */
  leave?: (result: R) => void
  /** The part of the values `now` that is still to be saved once `sent` is saved; all if left out. */
  rest?: (now: V, sent: V) => V
  /** The record that is changed, as it was read; `read` reads it again when somebody else was faster. */
  record?: Wording<V> & Stored<V> & { read: () => Promise<Stored<V>> }
}

/** A form's values, what is wrong with them, and sending them. */
export type FormState<V extends object> = ReturnType<typeof useForm<V, unknown>>

/**
 * The state of a form: its draft, the faults that the service names, and sending it once.
 *
 *     const form = useForm({ draft: "kunden/neu", initial, save: (body, id) => call("post", …), saved: … })
 *     <Form form={form}><TextField label="Name" {...form.field("name")} /> <Button type="submit">Anlegen</Button></Form>
 */
export function useForm<V extends object, R>(options: Options<V, R>) {
  const { draft: name, initial, save, saved, leave, record, rest = (now) => now } = options
  const { draft, isRestored, isKept, put, keepUnread, begin, goOn } = useDraft(name, initial, record)
  const [problem, setProblem] = useState<Error>()
  const [faults, setFaults] = useState<Faulty>({})
  const [conflict, setConflict] = useState<{ sent: V; now: Stored<V>; merged: Merged<V> }>()
  const [isOther, setOther] = useState(false)
  const [busy, setBusy] = useState(false)
  const isThere = useIsThere()
  // A ref, as the state would be too late for a double click.
  const sending = useRef(false)
  // Also what was entered since it was sent: `send` only knows the draft of its beginning.
  const latest = useRef(draft)
  useLayoutEffect(() => void (latest.current = draft), [draft])

  const change = (by: (values: V) => Partial<V>): void =>
    put((before) => ({ ...before, values: { ...before.values, ...by(before.values) } }))
  /** Like `change`, for values that the form fills in by itself: they do not count as input. */
  const fill = (by: (values: V) => Partial<V>): void =>
    put(({ base = initial, values, ...before }) => ({
      ...before,
      values: { ...values, ...by(values) },
      base: { ...base, ...by(base) },
    }))
  /** @param names of the changed fields in the faults of the service, if they are others */
  const set = (part: Partial<V>, names = Object.keys(part)): void => {
    setFaults((before) => without(before, names))
    change(() => part)
  }
  const reset = (values: V = initial, base: V = record?.values ?? values): void => {
    setProblem(undefined)
    setFaults({})
    begin(values, base)
  }
  const failed = (error: unknown): void => {
    setProblem(error as Error)
    setOther(isStoredOtherwise(error))
    const named = error instanceof ApiFault ? error.faults : []
    setFaults(Object.fromEntries(named.map(({ path, msg }) => [path, msg])))
  }
  const store = async (sent: Draft<V>): Promise<void> => {
    try {
      const result = await save(sent.values, sent.id, sent.version)
      const goesOn = keepRest(sent, versionOf(result))
      if (!goesOn) reset(sent.values, sent.values)
      saved?.(result, sent.values, goesOn)
      if (isThere.current && !goesOn) leave?.(result)
      void refreshAll()
      if (goesOn) toast(record ? GOES_ON : `${GOES_ON} ${ANEW}`, { warns: true })
    } catch (error) {
      if (!(error instanceof ApiFault && error.status === 412 && record)) throw error
      await merge(sent, await readAgain(record.read))
    }
  }
  /** Keeps what was entered while the rest was being sent. @returns whether there is anything */
  const keepRest = (sent: Draft<V>, version: number | undefined): boolean => {
    const { values: now, unread } = latest.current
    const [values, base] = [rest(now, sent.values), rest(sent.values, sent.values)]
    if (!differs(values, base) && !differs(unread ?? {}, sent.unread ?? {})) return false
    setFaults({})
    goOn({ id: newId(), values, base, version, ...(unread && { unread }) })
    return true
  }
  /**
   * Somebody else was faster. If fields have to be asked about, the form keeps its old version until that is answered.
   */
  const merge = async (sent: Draft<V>, now: Stored<V>): Promise<void> => {
    const merged = mergeOf({ base: sent.base, mine: sent.values, theirs: now.values })
    if (merged.asked.length > 0) return setConflict({ sent: sent.values, now, merged })
    const next = { ...sent, values: merged.values, base: now.values, version: now.version }
    put((before) => ({ ...before, ...next, ...sinceSent(sent.values, before, merged.values) }))
    await store(next)
  }
  const send = async (sent = draft): Promise<void> => {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    // Noted before the answer: the page may be gone when it comes.
    const note = (isUncertain: boolean): void => put((before) => ({ ...before, isUncertain }))
    if (!record) note(true)
    try {
      await store(sent)
      setProblem(undefined)
    } catch (error) {
      failed(error)
      // Nobody sees the form's own message any more.
      if (!isThere.current) toast(`${NOT_SAVED} ${messageOf(error)}`, { bad: true })
      const isNothing = isNothingDone(error) && !isStoredOtherwise(error) && !sent.isUncertain
      if (!record && isNothing) note(false)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const marked = problem instanceof ApiFault ? problem.faults : []
  // The message to check the marked fields goes when no field is marked any more.
  const isSettled = marked.length > 0 && Object.keys(faults).length === 0
  return {
    /** The id that it is sent with, at each attempt. */
    id: draft.id,
    /** Everything that was entered, to be given back by `restore`. */
    draft,
    restore: goOn,
    values: draft.values,
    /** Whether it changes a record, instead of creating one. */
    changes: record !== undefined,
    /** Whether it shows unsaved input from the last time it was open. */
    isRestored,
    /** Whether there is unsaved input; asked when the form is closed. */
    isKept,
    busy,
    problem: isSettled || busy ? undefined : problem,
    faults,
    /** Names of the fields that were faulty when it was last sent: the room of their faults is kept. */
    marked: marked.map(({ path }) => path),
    unread: { texts: draft.unread ?? {}, keep: keepUnread },
    set,
    /** Like `set`, for a change that depends on the latest values. */
    change,
    fill,
    reset,
    send: (): Promise<void> => send(),
    /** Shows an error, and the faults in it. */
    failed,
    /** @returns the properties of the field for a value. @param inFaults its name in the faults of the service */
    field: <K extends keyof V & string>(key: K, inFaults: string = key) => ({
      name: inFaults,
      value: draft.values[key],
      onChange: (value: V[K]) => set({ [key]: value } as unknown as Partial<V>, [inFaults]),
    }),
    /** The question that comes when the draft was saved before, with other values. */
    storedOtherwise: isOther && {
      close: () => setOther(false),
      run: () => {
        const next = { ...draft, id: newId(), isUncertain: false }
        put(() => next)
        setOther(false)
        void send(next)
      },
    },
    conflict: conflict &&
      record && {
        ...conflict.merged,
        theirs: conflict.now.values,
        labels: record.labels,
        words: record.words,
        choose: (values: V) => {
          const { values: base, version } = conflict.now
          put((before) => ({ ...before, base, version, ...sinceSent(conflict.sent, before, values) }))
          setConflict(undefined)
        },
        close: () => setConflict(undefined),
      },
  }
}

const GOES_ON = "Was Sie nach dem Absenden eingetragen haben, steht noch da und ist nicht gespeichert."

const NOT_SAVED = "Nicht gespeichert; beim nächsten Öffnen stehen die Eingaben wieder da."
const ANEW = "Noch einmal gesendet, ist es etwas Neues."

/** @returns what is in the form once others' changes are in `merged`: what was entered since it was sent stays */
const sinceSent = <V extends object>(sent: V, { values, unread }: Draft<V>, merged: V) => ({
  values: mergeOf({ base: sent, mine: values, theirs: merged }).values,
  ...(unread && { unread }),
})

/** @returns the version of a record that was stored; undefined of what has none */
function versionOf(stored: unknown): number | undefined {
  const { version } = (stored ?? {}) as { version?: unknown }
  return typeof version === "number" ? version : undefined
}

async function readAgain<V>(read: () => Promise<Stored<V>>): Promise<Stored<V>> {
  try {
    return await read()
  } catch (error) {
    throw new ApiFault(
      412,
      `Inzwischen hat jemand anderes gespeichert, und was jetzt gilt, ließ sich nicht lesen: ${messageOf(error)} Bitte noch einmal speichern.`,
      [],
    )
  }
}
