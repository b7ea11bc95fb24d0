import { afterAll, beforeAll, expect, test } from "bun:test"
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { checkDataDir } from "../../src/check/check.ts"
import { kunden, kunden_bilder } from "../../src/db/schema.ts"
import { createTestApp } from "../helpers/app.ts"

const app = createTestApp()
afterAll(app.close)
const uploads = join(app.dir, "uploads")
const result = (check: string, now = new Date()) =>
  checkDataDir(app.dir, now).find((finding) => finding.check === check)

beforeAll(async () => {
  const firma = await app.company("pruefling")
  const tenant = app.deps.system.tenant(firma.id)
  mkdirSync(uploads, { recursive: true })
  for (const name of ["bild.jpg", "klein.jpg"]) writeFileSync(join(uploads, name), "x")
  await app.deps.system.write(() => {
    const kunde = tenant.insert(kunden, { kundennummer: "1", name: "Gasthaus" })
    const size = { breite: 1, hoehe: 1, bytes: 2 }
    tenant.insert(kunden_bilder, {
      kunde_id: kunde.id,
      pfad: "bild.jpg",
      vorschau_pfad: "klein.jpg",
      ...size,
    })
  })
})

test("a healthy folder has no fault, while the service runs", () => {
  const faults = checkDataDir(app.dir, new Date()).filter(({ result: found }) => found === "fault")
  expect(faults).toEqual([])
})

test("a picture without a record is a warning", () => {
  writeFileSync(join(uploads, "fremd.jpg"), "x")
  expect(result("pictures")).toMatchObject({
    result: "warning",
    detail: expect.stringContaining("fremd.jpg"),
  })
  rmSync(join(uploads, "fremd.jpg"))
})

test("a record whose picture is gone is a fault", () => {
  rmSync(join(uploads, "bild.jpg"))
  expect(result("pictures")).toMatchObject({ result: "fault", detail: expect.stringContaining("bild.jpg") })
  writeFileSync(join(uploads, "bild.jpg"), "x")
})

test("a secret that others can read is a fault", () => {
  chmodSync(join(app.dir, "jwt_secret"), 0o644)
  expect(result("permissions")?.result).toBe("fault")
  chmodSync(join(app.dir, "jwt_secret"), 0o600)
})

test("a clock behind the newest record is a fault", () => {
  expect(result("clock", new Date("2020-01-01"))?.result).toBe("fault")
})

test("a folder without a database is a fault", () => {
  expect(checkDataDir(join(app.dir, "nix"), new Date())[0]?.result).toBe("fault")
})
