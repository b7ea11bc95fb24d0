import { afterAll, expect, test } from "bun:test"
import { createTestApp, PASSWORD } from "../../helpers/app.ts"

const app = createTestApp()
afterAll(app.close)

test("a log-in answers with a token and the account, and the token opens /me", async () => {
  const firma = await app.company("sommer")
  const { email } = firma.admin
  const login = await app.call("POST", "/api/auth/login", {
    body: { email, password: PASSWORD, tenant_slug: "sommer" },
  })
  expect(login.status).toBe(200)
  expect(login.body.user).toEqual({
    id: firma.admin.id,
    email,
    name: "admin Test",
    rolle: "admin",
    tenant_id: firma.id,
  })
  const me = await app.call("GET", "/api/auth/me", { token: login.body.token })
  expect(me.body).toMatchObject({ id: firma.admin.id, tenant_slug: "sommer", tenant_status: "aktiv" })
})

test("an address of two companies opens the one that is active, or else the older one", async () => {
  const [older, younger] = [await app.company("alt"), await app.company("jung")]
  const email = "beide@hof.example"
  for (const { id } of [older, younger]) await app.account(id, "user", email)
  const opened = async () => {
    const { body } = await app.call("POST", "/api/auth/login", { body: { email, password: PASSWORD } })
    return body.user?.tenant_id ?? body.error
  }
  expect(await opened()).toBe(older.id)
  const { token } = await app.superadmin()
  const block = ({ id }: { id: string }) =>
    app.call("PATCH", `/api/tenants/${id}`, { token, body: { status: "gesperrt" } })
  await block(older)
  expect(await opened()).toBe(younger.id)
  await block(younger)
  expect(await opened()).toBe("Tenant nicht aktiv")
})
