import { type ObjectOptions, type TProperties, Type } from "@sinclair/typebox"

/** A body, a query, or a part of one: unknown fields are refused. */
export const Input = <F extends TProperties>(fields: F, options: ObjectOptions = {}) =>
  Type.Object(fields, { additionalProperties: false, ...options })

/** A reply. @param title its name in the description of the interface */
export const Reply = <F extends TProperties>(title: string, fields: F, options: ObjectOptions = {}) =>
  Type.Object(fields, { title, ...options })
