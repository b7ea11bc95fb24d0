import { type Answer, callUntyped, type Input, type PathWith } from "../api/call.ts"
import type { Wording } from "../dialogs/conflict.tsx"
import { toast } from "../parts/toast.tsx"
import { differs } from "./merge.ts"
import { type FormState, useForm } from "./use-form.ts"

type Fields<V, R> = Wording<V> & { valuesOf: (record: R) => V }

export type Edited<V, R> = Fields<V, R> & {
  /** Name of the draft, which survives a reload. */
  draft: string
  record: R
  /** Reads the record as it is stored now. */
  read: () => Promise<R>
  /** Saves the values. @param version that was read, for If-Match */
  save: (values: V, version: number | undefined) => Promise<R>
  /** Called when the record is saved. */
  saved?: () => void
  /** Closes the form, if it is still there and nothing was entered meanwhile. */
  leave?: () => void
  /** The message of success, if it is more than `Gespeichert`. */
  done?: () => string
}

type Changed = PathWith<"get"> & PathWith<"patch">
/** An emptied field is null: the service refuses it if a value is required. */
type Emptied<B> = { [K in keyof B]: B[K] | null }
type Body<P extends Changed> = Emptied<Input<"patch", P>["body" & keyof Input<"patch", P>]>

/** @returns the changed part of the body; all of it if nothing changed, as different input can make the same body */
function changedIn(body: object, before: object): object {
  const known = new Map(Object.entries(before))
  const changed = Object.entries(body).filter(([name, value]) => differs(value, known.get(name)))
  return changed.length === 0 ? body : Object.fromEntries(changed)
}

/**
 * What `useEdit` needs for a record of the service: its values, and how it is read and saved.
 *
 * @param path of the record; its id is filled in from the record itself
 */
export function recordAt<P extends Changed, V extends object>(
  path: P,
  record: Answer<"get", P> & object,
  { bodyOf, ...fields }: Fields<V, Answer<"get", P>> & { bodyOf: (values: V) => Body<P> },
) {
  type R = Answer<"get", P>
  return {
    ...fields,
    record: record as R,
    read: async () => (await callUntyped("get", path, { path: record })).body as R,
    save: async (values: V, version: number | undefined) => {
      const whole = bodyOf(values)
      // Only what was changed: an old value that no longer meets a rule must not keep other fields from being saved.
      const isSame = version === (record as { version?: number }).version
      const body = isSame ? changedIn(whole, bodyOf(fields.valuesOf(record))) : whole
      return (await callUntyped("patch", path, { path: record, body, ifMatch: version })).body as R
    },
  }
}

/**
 * A form that changes a record. Changes that somebody else made meanwhile are merged in, and asked about if both
 * changed a field.
 */
export function useEdit<V extends object, R extends { version: number }>(edited: Edited<V, R>): FormState<V> {
  const { draft, record, valuesOf, read, save, saved, leave, done, ...wording } = edited
  const stored = valuesOf(record)
  return useForm<V, R>({
    draft,
    initial: stored,
    save: async (values, _id, version) =>
      // Unchanged values are not sent.
      version === record.version && !differs(values, stored) ? record : save(values, version),
    saved: () => {
      saved?.()
      toast(done?.() ?? "Gespeichert")
    },
    leave: () => leave?.(),
    record: {
      ...wording,
      values: stored,
      version: record.version,
      read: async () => {
        const now = await read()
        return { values: valuesOf(now), version: now.version }
      },
    },
  })
}
