import { afterAll, beforeAll, expect, test } from "bun:test"
import { type Company, createTestApp, PASSWORD } from "../../helpers/app.ts"
import { commonFault } from "../../../src/lib/common-passwords.ts"

const app = createTestApp()
afterAll(() => app.close())
let firma: Company
let page: Record<string, string>
beforeAll(async () => {
  firma = await app.company("sommer")
  const body = { email: firma.admin.email, password: PASSWORD }
  const own = { "sec-fetch-site": "same-origin" }
  const { headers } = await app.call("POST", "/api/sitzung", { body, headers: own })
  page = { ...own, cookie: (headers.get("set-cookie") ?? "").split(";")[0] ?? "" }
})

test("frequent words, keys in a row and names of one's own are common, others are not", () => {
  const about = ["anna.berg@sommer.example", "Anna Berg", "Getränke Sommer"]
  const common =
    "123456 passwort juggalo wassup Passwort1! qwertz zyxwvu 111111 abcabc Sommer2026 1q2w3e4r5t 123456a November2026! abcd123 qweasdzxc yankees 1q2w3e amsel anna.berg getränkesommer"
  expect(common.split(" ").filter((password) => !commonFault(password, about))).toEqual([])
  for (const password of ["ein langes Kennwort", "Xk7-pfand", "anna mag keine Birnen", "2026-11-22"]) {
    expect([password, commonFault(password, about)]).toEqual([password, undefined])
  }
})

test("they are refused wherever one is set: to pages, to programs, with what the forms read", async () => {
  const common = { password: "passwort" }
  const user = firma.user.id
  const neu = { email: "neu@sommer.example", name: "Neu", rolle: "fahrer", ...common }
  const change = { currentPassword: PASSWORD, newPassword: "123456" }
  const operator = await app.superadmin()
  const calls = [
    ["/api/mitarbeiter", neu, "password"],
    [`/api/mitarbeiter/${user}/passwort`, common, "password"],
    ["/api/auth/change-password", change, "newPassword"],
  ] as const
  for (const [path, body, field] of calls) {
    for (const by of [{ headers: page }, { token: firma.admin.token }]) {
      const { status, body: said } = await app.call("POST", path, { body, ...by })
      expect([path, status, said.errors[0]]).toEqual([
        path,
        400,
        expect.objectContaining({ path: field, msg: expect.stringContaining("erraten") }),
      ])
    }
  }
  const admin = { email: "chef@neu.example", name: "Chef", password: "neue-firma" }
  const body = { name: "Neue Firma", slug: "neu", typ: "standard", admin }
  const create = () => app.call("POST", "/api/tenants", { body, token: operator.token })
  const { status, body: said } = await create()
  expect([status, said.errors[0].path]).toEqual([400, "admin.password"])
  admin.password = "Kuh-47"
  expect((await create()).status).toBe(201)
})
