import { Type } from "@sinclair/typebox"
import { expect, test } from "bun:test"
import { checker, picker } from "../../src/http/reply.ts"
import { Nullable } from "../../src/lib/fields.ts"

const Konto = Type.Object({ id: Type.String(), inhaber: Nullable(Type.Object({ name: Type.String() })) })

test("only what the schema names leaves, at every depth", () => {
  const pick = picker(Type.Object({ items: Type.Array(Konto), next: Nullable(Type.String()) }))
  const row = { id: "1", password_hash: "geheim", inhaber: { name: "Anna", notiz: "intern" } }
  expect(pick({ items: [row, { id: "2", inhaber: null }], next: null, sql: "SELECT" })).toEqual({
    items: [
      { id: "1", inhaber: { name: "Anna" } },
      { id: "2", inhaber: null },
    ],
    next: null,
  })
})

test("field names that are no identifiers are just names", () => {
  const odd = `a"]};process.exit();({["b`
  expect(picker(Type.Object({ [odd]: Type.Number() }))({ [odd]: 1 })).toEqual({ [odd]: 1 })
})

test("what is missing stays missing", () => {
  expect(JSON.stringify(picker(Konto)({ id: "1" }))).toBe('{"id":"1"}')
})

test("a reply that breaks its schema is found, and told without its contents", () => {
  const check = checker(Konto)
  expect(() => check({ id: "1", inhaber: null })).not.toThrow()
  expect(() => check({ id: "1", inhaber: { name: 4711 } })).toThrow("reply breaks its schema")
})
