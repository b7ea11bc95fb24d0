import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react"
import { Form as AriaForm } from "react-aria-components"
import { ApiFault, messageOf } from "./api/fault.ts"
import { Conflict } from "./conflict.tsx"
import { Icon } from "./icons.tsx"
import { newId } from "./ids.ts"

type Draft<V> = { id: string; values: V }

type Options<V, R> = {
  /** What is entered here, such as `kunden/neu`: under this name the draft survives a reload. */
  draft: string
  initial: V
  /** Sends it. `id` is the same however often it is sent, so that nothing is booked twice. */
  save: (values: V, id: string, version: number | undefined) => Promise<R>
  /** It is stored, and the draft forgotten. */
  saved: (result: R, values: V) => void
  /** Of a record that is changed: what is compared when somebody else was faster. */
  record?: {
    version: number
    read: () => Promise<{ values: V; version: number }>
    labels: Partial<Record<keyof V, string>>
  }
}

/** A form's values, what is wrong with them, and sending them. */
export type FormState<V extends object> = ReturnType<typeof useForm<V, unknown>>

/**
 * Keeps a form: its draft, the faults that the interface names, and that it is sent once.
 *
 *     const form = useForm({ draft: "kunden/neu", initial, save: (body, id) => call("post", …), saved: … })
 *     <Form form={form}><TextField label="Name" {...form.field("name")} /> <Button type="submit">Anlegen</Button></Form>
 */
export function useForm<V extends object, R>({ draft, initial, save, saved, record }: Options<V, R>) {
  const [{ id, values }, keep] = useState<Draft<V>>(
    () => readDraft(draft) ?? { id: newId(), values: initial },
  )
  const [problem, setProblem] = useState<ApiFault | Error>()
  const [theirs, setTheirs] = useState<{ values: V; version: number }>()
  const [version, setVersion] = useState(record?.version)
  const [busy, setBusy] = useState(false)
  // The state would be too late for a second click in the same moment.
  const sending = useRef(false)

  const set = (change: Partial<V>): void => {
    keep((before) => {
      const next = { id: before.id, values: { ...before.values, ...change } }
      sessionStorage.setItem(keyOf(draft), JSON.stringify(next))
      return next
    })
  }
  const reset = (next: V = initial): void => {
    sessionStorage.removeItem(keyOf(draft))
    setProblem(undefined)
    keep({ id: newId(), values: next })
  }
  const send = async (over = version): Promise<void> => {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      const result = await save(values, id, over)
      reset(values)
      saved(result, values)
    } catch (error) {
      if (error instanceof ApiFault && error.status === 412 && record) setTheirs(await record.read())
      else setProblem(error as Error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return {
    values,
    busy,
    problem,
    set,
    reset,
    send: () => send(),
    /** The properties of the field for one of the values. */
    field: <K extends keyof V & string>(name: K) => ({
      name,
      value: values[name],
      onChange: (value: V[K]) => set({ [name]: value } as unknown as Partial<V>),
    }),
    conflict: theirs &&
      record && {
        mine: values,
        theirs: theirs.values,
        labels: record.labels,
        choose: (chosen: V) => {
          set(chosen)
          setVersion(theirs.version)
          setTheirs(undefined)
        },
      },
  }
}

const keyOf = (draft: string): string => `entwurf ${draft}`

function readDraft<V>(draft: string): Draft<V> | undefined {
  const text = sessionStorage.getItem(keyOf(draft))
  return text === null ? undefined : (JSON.parse(text) as Draft<V>)
}

type FormProps<V extends object> = {
  form: FormState<V>
  children: ReactNode
  className?: string
  label?: string
}

/** Sends with Enter and with Strg+Enter; what is wrong stands at its field, and the first one gets the focus. */
export function Form<V extends object>({ form, children, className = "form", label }: FormProps<V>) {
  const element = useRef<HTMLFormElement>(null)
  const { problem } = form
  const faults = problem instanceof ApiFault ? problem.faults : []
  const [homeless, setHomeless] = useState("")
  const tell = useEffectEvent(() => {
    setHomeless(unshown(faults, element.current))
    const first = ["[aria-invalid=true]", "[data-invalid] button", "[role=alert]"]
      .map((wrong) => element.current?.querySelector<HTMLElement>(wrong))
      .find(Boolean)
    first?.focus()
  })
  useEffect(() => {
    if (problem) tell()
  }, [problem])
  const send = useEffectEvent(() => void form.send())
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      send()
    }
    const box = element.current
    box?.addEventListener("keydown", listen)
    return () => box?.removeEventListener("keydown", listen)
  }, [])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void form.send()
  }
  return (
    <AriaForm
      ref={element}
      className={className}
      aria-label={label}
      onSubmit={submit}
      validationBehavior="aria"
      validationErrors={Object.fromEntries(faults.map(({ path, msg }) => [path, msg]))}
    >
      {problem && (
        <p className="problem" role="alert" tabIndex={-1}>
          <Icon name="warning" />
          {messageOf(problem)} {homeless}
        </p>
      )}
      {children}
      {form.conflict && <Conflict {...form.conflict} />}
    </AriaForm>
  )
}

/** Faults of fields that this form does not show must not be silent. */
function unshown(faults: ApiFault["faults"], form: HTMLFormElement | null): string {
  return faults
    .filter(({ path }) => !form?.elements.namedItem(path))
    .map(({ path, msg }) => `${path} ${msg}`)
    .join(", ")
}
