import { type TOptional, type TSchema, type TUnsafe, Type } from "@sinclair/typebox"
import {
  Aktiv,
  Cent,
  Datum,
  Email,
  Land,
  Maybe,
  Nullable,
  OneOf,
  Slug,
  Text,
  Uhrzeit,
  Uuid,
  Zeitpunkt,
  Zeitzone,
} from "../fields.ts"
import { type Feld, type Felder, fieldsOf, type Stored, valuesIn } from "./feld.ts"

/** Schemas of bodies and replies, from the declaration of a resource's fields. */

type Api = NonNullable<Feld["api"]>

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
  ref: Uuid,
  json: (api: Api) => Type.String(api),
}

function inBody(feld: Feld, api: Api): TSchema {
  switch (feld.kind) {
    case "text":
      return Text(feld.max, { ...(feld.format && { format: feld.format }), ...api })
    case "degrees":
      return Type.Number({ minimum: -feld.max, maximum: feld.max, ...api })
    case "count":
      return Type.Integer({ minimum: feld.min ?? 1, maximum: feld.max, ...api })
    case "choice":
      return OneOf(valuesIn(feld.words), api)
    default:
      return plain[feld.kind](api)
  }
}

/** These say the same in replies, and so does a yes or no that is described. */
const SAME = new Set<Feld["kind"]>(["choice", "clock", "day", "instant", "timeZone", "slug", "ref"])
const isSame = ({ kind, api }: Feld): boolean =>
  SAME.has(kind) || (kind === "yesNo" && api?.description !== undefined)

/** Without limits: what was stored under others can be read for good. */
const replies: Partial<Record<Feld["kind"], TSchema>> = {
  degrees: Type.Number(),
  count: Type.Integer(),
  money: Type.Integer(),
  yesNo: Type.Integer(),
}

const inReply = (feld: Feld): TSchema =>
  isSame(feld) ? inBody(feld, feld.api ?? {}) : (replies[feld.kind] ?? Type.String())

const orNull = (feld: Feld, schema: TSchema): TSchema =>
  feld.required || feld.default !== undefined ? schema : Nullable(schema)

const each = (felder: Felder, schema: (feld: Feld) => TSchema) =>
  Object.fromEntries(fieldsOf(felder).map(([name, feld]) => [name, schema(feld)]))

type Schema<F extends Feld> = TUnsafe<Stored<F>>

/** @returns the fields as a reply has them */
export const replyFields = <F extends Felder>(felder: F) =>
  each(felder, (feld) => orNull(feld, inReply(feld))) as { [K in keyof F]: Schema<F[K]> }

/** @returns the fields of a change: each may be left out */
export const patchFields = <F extends Felder>(felder: F) =>
  each(felder, (feld) => Maybe(orNull(feld, inBody(feld, feld.api ?? {})))) as {
    [K in keyof F]: TOptional<Schema<F[K]>>
  }

/** @returns the fields of a report, which is written once: each may be left out, and none is null */
export const reportFields = <F extends Felder>(felder: F) =>
  each(felder, (feld) => Maybe(inBody(feld, feld.api ?? {}))) as {
    [K in keyof F]: TOptional<TUnsafe<NonNullable<Stored<F[K]>>>>
  }

/** @returns the fields of a new record: only what is required, and not given by the service, has to be there */
export const newFields = <F extends Felder>(felder: F) =>
  each(felder, (feld) => {
    const schema = orNull(feld, inBody(feld, { ...feld.api, ...feld.apiNew }))
    return feld.required && !feld.assigned ? schema : Maybe(schema)
  }) as {
    [K in keyof F]: F[K] extends { assigned: true }
      ? TOptional<Schema<F[K]>>
      : F[K] extends { required: true }
        ? Schema<F[K]>
        : TOptional<Schema<F[K]>>
  }
