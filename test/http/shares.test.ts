import { afterAll, expect, test } from "bun:test"
import { createTestApp } from "../helpers/app.ts"

const app = createTestApp()
afterAll(app.close)

test("a company that asks for much does not keep others waiting", async () => {
  const loud = await app.company("laut")
  const quiet = await app.company("leise")
  for (let i = 0; i < 200; i++) {
    const body = { name: `Gasthaus ${i}` }
    await app.call("POST", "/api/kunden", { token: loud.admin.token, body })
  }
  const answered: string[] = []
  const ask = (token: string, name: string) =>
    app.call("GET", "/api/kunden?limit=200", { token }).then(({ status }) => {
      expect(status).toBe(200)
      answered.push(name)
    })
  // Somebody else is there, too: a company that is alone has all of the machine.
  await app.call("GET", "/api/kunden", { token: quiet.admin.token })
  // More than its share, and all of it before the others come.
  const all = Array.from({ length: 450 }, () => ask(loud.admin.token, "laut"))
  await Promise.all([ask(quiet.admin.token, "leise"), ask(quiet.user.token, "leise")])
  expect(answered.filter((name) => name === "laut").length).toBeLessThan(400)
  await Promise.all(all)
  expect(answered).toHaveLength(452)
}, 60_000)
