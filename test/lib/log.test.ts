import { expect, test } from "bun:test"
import { createLog } from "../../src/lib/log.ts"

test("a field that is named like a secret never reaches the log; an error does, with its cause", () => {
  const lines: string[] = []
  const log = createLog("json", (line) => lines.push(line))
  log.warn("seltsam", {
    password: "geheim1",
    access_token: "geheim2",
    JWT_SECRET: "geheim3",
    tenant: "sommer",
  })
  log.error("kaputt", { error: new Error("außen", { cause: new Error("innen") }) })
  expect(lines.join()).not.toContain("geheim")
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "warn",
    message: "seltsam",
    tenant: "sommer",
    password: "***",
  })
  expect(JSON.parse(lines[1] ?? "").error).toMatchObject({ message: "außen", cause: { message: "innen" } })
})

test("at a terminal a line is text", () => {
  const lines: string[] = []
  createLog("text", (line) => lines.push(line)).info("gestartet", { port: 3000 })
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info {2}gestartet {2}port=3000$/)
})
