import { type Answer, callUntyped, type Input, type PathWith } from "../api/call.ts"
import type { Wording } from "../dialogs/conflict.tsx"
import { toast } from "../parts/toast.tsx"
import { refresh } from "../state/query.ts"
import { differs } from "./merge.ts"
import { type FormState, useForm } from "./use-form.ts"

type Fields<V, R> = Wording<V> & { valuesOf: (record: R) => V }

export type Edited<V, R> = Fields<V, R> & {
  /** Under this name what was entered survives a reload. */
  draft: string
  record: R
  /** Reads the record as it is stored now. */
  read: () => Promise<R>
  /** Sends what was entered, for the version that was read. */
  save: (values: V, version: number | undefined) => Promise<R>
  /** Called when the record is stored. @param goesOn whether the form holds what was entered meanwhile */
  saved: (goesOn: boolean) => void
  /** Says that it is stored, and what else was. */
  done?: () => string
}

type Changed = PathWith<"get"> & PathWith<"patch">
/** A field that was emptied is null: the service refuses it where there must be a value. */
type Emptied<B> = { [K in keyof B]: B[K] | null }
type Body<P extends Changed> = Emptied<Input<"patch", P>["body" & keyof Input<"patch", P>]>

/** @returns what is other than it was; all of it where nothing is: fields of a form can come to the same body */
function changedIn(body: object, before: object): object {
  const known = new Map(Object.entries(before))
  const changed = Object.entries(body).filter(([name, value]) => differs(value, known.get(name)))
  return changed.length === 0 ? body : Object.fromEntries(changed)
}

/**
 * @param path of the record, whose id is filled in from the record itself
 * @returns the record at an address, its fields, and how it is read and changed, as a form wants it; when it is stored,
 * all that begins like its list is read again, and the log
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
      // A value that was stored before there was a rule for it keeps no other field from being stored.
      const isSame = version === (record as { version?: number }).version
      const body = isSame ? changedIn(whole, bodyOf(fields.valuesOf(record))) : whole
      return (await callUntyped("patch", path, { path: record, body, ifMatch: version })).body as R
    },
    saved: () => void refresh(path.replace("/{id}", "") as PathWith<"get">, "/api/protokoll"),
  }
}

/** A form that changes a record. What somebody else changed meanwhile stays, and is asked about where both did. */
export function useEdit<V extends object, R extends { version: number }>(edited: Edited<V, R>): FormState<V> {
  const { draft, record, valuesOf, read, save, saved, done, ...wording } = edited
  const stored = valuesOf(record)
  return useForm<V, R>({
    draft,
    initial: stored,
    save: async (values, _id, version) =>
      // Values that are stored already are not sent.
      version === record.version && !differs(values, stored) ? record : save(values, version),
    saved: (_record, _values, goesOn) => {
      saved(goesOn)
      toast(done?.() ?? "Gespeichert")
    },
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
