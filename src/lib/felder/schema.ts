import { type TOptional, type TSchema, type TUnsafe, Type } from "@sinclair/typebox"
import {
  Aktiv,
  Cent,
  Datum,
  Email,
  Land,
  Maybe,
  Monatserster,
  Nullable,
  OneOf,
  Slug,
  Steuerschluessel,
  Text,
  Uhrzeit,
  Uuid,
  Zeitpunkt,
  Zeitzone,
} from "../fields.ts"
import { type FieldSpec, type FieldSpecs, fieldsOf, type StoredValue, valuesIn } from "./feld.ts"

/** Schemas of bodies and replies, from the declaration of a resource's fields. */

type Api = NonNullable<FieldSpec["api"]>

/** Of kinds that have no limits of their own. */
const plain = {
  email: Email,
  clock: Uhrzeit,
  country: Land,
  money: Cent,
  yesNo: Aktiv,
  day: Datum,
  instant: Zeitpunkt,
  timeZone: Zeitzone,
  slug: Slug,
  taxKey: Steuerschluessel,
  firstOfMonth: Monatserster,
  ref: Uuid,
  json: (api: Api) => Type.String(api),
}

function inBody(field: FieldSpec, api: Api): TSchema {
  switch (field.kind) {
    case "text":
      return Text(field.max, { ...(field.format && { format: field.format }), ...api })
    case "degrees":
      return Type.Number({ minimum: -field.max, maximum: field.max, ...api })
    case "count":
      return Type.Integer({ minimum: field.min ?? 1, maximum: field.max, ...api })
    case "choice":
      return OneOf(valuesIn(field.words), api)
    default:
      return plain[field.kind](api)
  }
}

/** These say the same in replies, and so does a yes or no that is described. */
const SAME = new Set<FieldSpec["kind"]>(["choice", "clock", "day", "instant", "timeZone", "slug", "ref"])
const isSame = ({ kind, api }: FieldSpec): boolean =>
  SAME.has(kind) || (kind === "yesNo" && api?.description !== undefined)

/** Without limits: what was stored under others can be read for good. */
const replies: Partial<Record<FieldSpec["kind"], TSchema>> = {
  degrees: Type.Number(),
  count: Type.Integer(),
  money: Type.Integer(),
  yesNo: Type.Integer(),
}

const inReply = (field: FieldSpec): TSchema =>
  isSame(field) ? inBody(field, field.api ?? {}) : (replies[field.kind] ?? Type.String())

const orNull = (field: FieldSpec, schema: TSchema): TSchema =>
  field.required || field.default !== undefined ? schema : Nullable(schema)

const each = (fields: FieldSpecs, schema: (field: FieldSpec) => TSchema) =>
  Object.fromEntries(fieldsOf(fields).map(([name, field]) => [name, schema(field)]))

type Schema<F extends FieldSpec> = TUnsafe<StoredValue<F>>

/** @returns the fields as a reply has them */
export const replyFields = <F extends FieldSpecs>(fields: F) =>
  each(fields, (field) => orNull(field, inReply(field))) as { [K in keyof F]: Schema<F[K]> }

/** @returns the fields of a change: each may be left out */
export const patchFields = <F extends FieldSpecs>(fields: F) =>
  each(fields, (field) => Maybe(orNull(field, inBody(field, field.api ?? {})))) as {
    [K in keyof F]: TOptional<Schema<F[K]>>
  }

/** @returns the fields of a report, which is written once: each may be left out, and none is null */
export const reportFields = <F extends FieldSpecs>(fields: F) =>
  each(fields, (field) => Maybe(inBody(field, field.api ?? {}))) as {
    [K in keyof F]: TOptional<TUnsafe<NonNullable<StoredValue<F[K]>>>>
  }

/** @returns the fields of a new record: only what is required, and not given by the service, has to be there */
export const newFields = <F extends FieldSpecs>(fields: F) =>
  each(fields, (field) => {
    const schema = orNull(field, inBody(field, { ...field.api, ...field.apiNew }))
    return field.required && !field.assigned ? schema : Maybe(schema)
  }) as {
    [K in keyof F]: F[K] extends { assigned: true }
      ? TOptional<Schema<F[K]>>
      : F[K] extends { required: true }
        ? Schema<F[K]>
        : TOptional<Schema<F[K]>>
  }
