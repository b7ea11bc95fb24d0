import { Type } from "@sinclair/typebox"
import { expect, test } from "bun:test"
import { kunden } from "../../src/db/schema.ts"
import { checker, picker } from "../../src/http/answer.ts"
import { Nullable } from "../../src/lib/fields.ts"
import { createLog } from "../../src/lib/log.ts"
import { createTestApp } from "../helpers/app.ts"

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

test("a stored record that breaks its schema is a 500 of ours: told in the log, and nothing of it leaves", async () => {
  const lines: string[] = []
  const app = createTestApp({ log: createLog("json", (line) => lines.push(line)) })
  try {
    const { id, user } = await app.company("sommer")
    const tenant = app.deps.system.tenant(id)
    const kunde = await app.deps.system.write(() =>
      tenant.insert(kunden, { kundennummer: "1", name: "Geheim", lieferzeit_von: "um sieben" }),
    )
    for (const path of ["/api/kunden", `/api/kunden/${kunde.id}`]) {
      lines.length = 0
      const reply = await app.call("GET", path, { token: user.token })
      expect([reply.status, reply.text]).toEqual([500, '{"error":"Serverfehler"}'])
      const cause = lines.find((line) => line.includes("request failed"))
      expect(cause).toContain("reply breaks its schema at /")
      expect(cause).toContain("lieferzeit_von")
      expect(cause).not.toMatch(/Geheim|um sieben/)
    }
  } finally {
    app.close()
  }
})
