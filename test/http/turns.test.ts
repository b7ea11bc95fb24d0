import { afterAll, expect, test } from "bun:test"
import { kunden } from "../../src/db/schema.ts"
import { createTestApp } from "../helpers/app.ts"

const app = createTestApp()
afterAll(app.close)

test("a company that asks for much does not keep others waiting", async () => {
  const loud = await app.company("laut")
  const quiet = await app.company("leise")
  const tenant = app.deps.system.tenant(loud.id)
  await app.deps.system.write(() => {
    for (let i = 0; i < 200; i++) tenant.insert(kunden, { kundennummer: `${i}`, name: "x".repeat(200) })
  })
  const answered: string[] = []
  const ask = (token: string, name: string) =>
    app.call("GET", "/api/kunden?limit=200", { token }).then(({ status }) => {
      expect(status).toBe(200)
      answered.push(name)
    })
  const all = Array.from({ length: 50 }, () => ask(loud.admin.token, "laut"))
  await Promise.all([ask(quiet.admin.token, "leise"), ask(quiet.user.token, "leise")])
  expect(answered.filter((name) => name === "laut").length).toBeLessThan(25)
  await Promise.all(all)
  expect(answered).toHaveLength(52)
}, 120_000)
