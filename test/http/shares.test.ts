import { afterAll, expect, test } from "bun:test"
import { createTestApp } from "../helpers/app.ts"

const app = createTestApp()
afterAll(app.close)

test("a company that asks for much does not keep others waiting", async () => {
  const loud = await app.company("laut")
  const quiet = await app.company("leise")
  const answered: string[] = []
  const ask = (token: string, name: string) =>
    app.call("GET", "/api/kunden?limit=200", { token }).then(({ status }) => {
      expect(status).toBe(200)
      answered.push(name)
    })
  // Somebody else is there, too: a company that is alone has all of the machine.
  await app.call("GET", "/api/kunden", { token: quiet.admin.token })
  // It has had more than its share, and asks before the others come.
  app.deps.shares.charge(loud.id, 700)
  const all = Array.from({ length: 50 }, () => ask(loud.admin.token, "laut"))
  await Promise.all([ask(quiet.admin.token, "leise"), ask(quiet.user.token, "leise")])
  expect(answered.filter((name) => name === "laut").length).toBeLessThan(25)
  await Promise.all(all)
  expect(answered).toHaveLength(52)
}, 60_000)
