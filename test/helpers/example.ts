import { KindGuard, type TSchema } from "@sinclair/typebox"

/** @returns a value that the schema accepts, with its required fields only, made from its examples and limits */
export function example(schema: TSchema): unknown {
  const given = schema["examples"] as unknown[] | undefined
  if (given?.[0] !== undefined) return given[0]
  if (KindGuard.IsObject(schema)) {
    const required = schema.required ?? []
    // An object that needs at least one field gets its first one.
    const names =
      required.length > 0 || !schema.minProperties ? required : Object.keys(schema.properties).slice(0, 1)
    return Object.fromEntries(names.map((name) => [name, example(schema.properties[name] as TSchema)]))
  }
  if (KindGuard.IsArray(schema))
    return Array.from({ length: schema.minItems ?? 0 }, () => example(schema.items))
  if (KindGuard.IsUnion(schema)) return example(schema.anyOf[0] as TSchema)
  if (KindGuard.IsLiteral(schema)) return schema.const
  if (KindGuard.IsInteger(schema) || KindGuard.IsNumber(schema)) return schema.minimum ?? 1
  if (KindGuard.IsBoolean(schema)) return true
  if (KindGuard.IsString(schema)) return "x".repeat(schema.minLength ?? 1)
  return null
}
