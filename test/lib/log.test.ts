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

test("a request is a line of either kind, with what is known of it", () => {
  const nobody = { route: undefined, tenant: undefined, account: undefined }
  const known = { request_id: "r1", method: "GET", path: '/api/x?q="', status: 200, ms: 3 }
  const write = (kind: "json" | "text", more = {}): string => {
    const lines: string[] = []
    createLog(kind, (line) => lines.push(line)).access({ ...nobody, ...known, ...more })
    return lines.join()
  }
  const more = { route: "/api/x", tenant: "t1", account: "a1" }
  const line = { time: expect.any(String), level: "info", message: "request", ...known }
  expect(JSON.parse(write("json"))).toEqual(line)
  expect(JSON.parse(write("json", more))).toEqual({ ...line, ...more })
  expect(write("text", more)).toMatch(/^\d\d:\d\d:\d\d info {2}request .*status=200 ms=3/)
})
