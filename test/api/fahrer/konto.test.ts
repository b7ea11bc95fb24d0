import { afterAll, expect, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"

const app = createTestApp()
afterAll(app.close)

test("what is meant as one account's is refused as another's, and changes nothing", async () => {
  const { fahrer, user } = await app.company("konto")
  const feierabend = { datum: "2026-03-31", positionen: [] }
  const post = (meant: string) =>
    app.call("POST", "/api/feierabend", {
      token: fahrer.token,
      headers: { "x-account-id": meant },
      body: feierabend,
    })
  const reply = await post(user.id)
  expect([reply.status, reply.body]).toEqual([401, { error: "Angemeldet ist ein anderes Konto" }])
  expect((await app.call("GET", "/api/feierabend", { token: user.token })).body.items).toEqual([])
  expect((await post(fahrer.id)).status).toBe(201)
})
