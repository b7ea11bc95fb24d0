import { afterAll, expect, test } from "bun:test"
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Finding } from "../../../src/ops/check/finding.ts"
import { sendLetters } from "../../../src/ops/trouble/letters.ts"
import { compare, type Seen } from "../../../src/ops/trouble/trouble.ts"
import { watchService } from "../../../src/ops/trouble/watch.ts"
import { noteFailed, noteGood } from "../../../src/ops/retention/retention.ts"
import type { LogFields, Log } from "../../../src/lib/log.ts"
import { createTestApp } from "../../helpers/app.ts"
import { startSmtp } from "../../helpers/smtp.ts"
import { until } from "../../helpers/eventually.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

const lines: [message: string, fields: LogFields][] = []
const note = (message: string, fields: LogFields = {}): void => void lines.push([message, fields])
const log: Log = { access: () => {}, info: note, warn: note, error: note }
const said = (message: string): LogFields[] =>
  lines.filter(([own]) => own === message).map(([, fields]) => fields)

let beats = 0
let answer = 200
const outside = Bun.serve({
  port: 0,
  fetch: () => {
    beats++
    return new Response(null, { status: answer })
  },
})
const backups = temporaryDir()
const smtp = await startSmtp()
const app = createTestApp({
  log,
  env: {
    ...smtp.env,
    MAIL_OPERATOR: "chefin@betreiber.example, technik@betreiber.example",
    HERZSCHLAG: `${outside.url}herz`,
    BACKUP_DIR: backups,
  },
})
afterAll(async () => {
  await Promise.all([outside.stop(true), smtp.close()])
  app.close()
})

/** Of a header that was folded. */
const decoded = (subject: string): string => subject.replaceAll(/\r\n /g, " ")

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 28, 8, minute))

test("a trouble is said when two looks in a row saw it, and once; so is its end", () => {
  const looks = [
    "ok",
    "fault",
    "ok",
    "fault",
    "fault",
    "fault",
    "warning",
    "warning",
    "ok",
    "ok",
    "ok",
  ] as const
  let known: Seen = {}
  const told = looks.map((result, minute) => {
    const finding: Finding = { check: "space", result, detail: "" }
    const { seen, begun, over } = compare(known, [finding], at(minute))
    known = seen
    return [...begun.map((one) => one.result), ...over.map(() => "over")].join()
  })
  expect(told).toEqual(["", "", "", "", "fault", "", "", "warning", "", "over", ""])
  expect(known.space).toEqual({ result: "ok", told: "ok", since: at(8).toISOString() })
})

test("a backup that fails stops the heartbeat and is told once, over a restart too, until it is made again", async () => {
  smtp.faults.sender = [451, "4.3.2 später"]
  const end = watchService(app.deps, 5)
  await until("the heart beats", () => beats > 1)
  noteFailed(app.deps.config, new Date(), "Die Platte ist weg")
  const failures = (): LogFields[] =>
    said("something is amiss").filter(({ advice }) => String(advice).includes("Die Platte ist weg"))
  await until("it is logged", () => failures().length > 0)
  const before = beats
  end()
  const again = watchService(app.deps, 5)
  chmodSync(join(app.dir, "jwt_secret"), 0o644)
  await until("more is amiss", () => said("something is amiss").some(({ check }) => check === "Rechte"))
  expect(beats).toBeLessThanOrEqual(before + 1)
  expect(failures()).toHaveLength(1)
  chmodSync(join(app.dir, "jwt_secret"), 0o600)
  const made = new Date()
  const name = `pfandwerk-${made.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`
  writeFileSync(join(backups, name), "x".repeat(2048))
  noteGood(app.dir, join(backups, name), made, 0)
  await until("it is over", () => said("it is well again").some(({ check }) => check === "Sicherung"))
  await until("the heart beats again", () => beats > before + 2)
  answer = 404
  await until("it says that nobody listens", () => said("the heartbeat does not arrive").length > 0)
  answer = 200
  await until("it says that somebody does", () => said("the heartbeat arrives again").length > 0)
  expect(said("the heartbeat does not arrive")).toEqual([
    { reason: "Status 404", advice: "HERZSCHLAG prüfen" },
  ])
  expect(smtp.received).toEqual([])
  delete smtp.faults.sender
  const subjects = (): string[] =>
    smtp.received.map(({ raw }) => decoded(/^Subject: (.*(?:\r\n .*)*)/m.exec(raw)?.[1] ?? ""))
  await until("all is told", () =>
    ["Rechte", "Sicherung"].every((what) => subjects().some((one) => one.endsWith(`Wieder gut: ${what}`))),
  )
  again()
  const about = subjects().map((one) => one.replace(/^Pfandwerk auf [^:]*: /, ""))
  expect(about.filter((one) => one.endsWith("Sicherung"))).toEqual([
    "Warnung: Sicherung",
    "Fehler: Sicherung",
    "Wieder gut: Sicherung",
  ])
  expect(smtp.received[0]?.to).toEqual(["chefin@betreiber.example", "technik@betreiber.example"])
  expect(smtp.received.some(({ raw }) => raw.includes("Die Platte ist weg"))).toBe(true)
})

test("a letter that waited says when it was seen", async () => {
  const letter = { id: "spaet", subject: "Fehler: Platz", text: "Voll", written: "2026-01-02T10:00:00.000Z" }
  await sendLetters(app.deps.config.mail!, ["technik@betreiber.example"], "hof", [letter], () => {})
  expect(smtp.received.at(-1)?.raw).toMatch(/Festgestellt: 02\.01\.2026/)
})

test("what is amiss is told, and told once, while nothing can be noted on a full disk", async () => {
  const noted = join(app.dir, "stoerungen.json")
  rmSync(noted, { force: true })
  mkdirSync(join(noted, "in-the-way"), { recursive: true })
  const failures = (): LogFields[] =>
    said("something is amiss").filter(({ advice }) => String(advice).includes("Band 7"))
  const letters = () => smtp.received.filter(({ raw }) => raw.includes("Band 7"))
  noteFailed(app.deps.config, new Date(), "Band 7 klemmt")
  const before = beats
  const end = watchService(app.deps, 5)
  try {
    await until("it is told", () => letters().length > 0)
    noteGood(app.dir, join(backups, readdirSync(backups)[0] ?? ""), new Date(), 0)
    await until("the heart beats again, some looks later", () => beats > before + 3)
  } finally {
    end()
    rmSync(noted, { recursive: true })
  }
  expect([failures().length, letters().length]).toEqual([1, 1])
})

test("a server that refuses to tell the operator is named in the log and beside the state, until it tells again", async () => {
  const operator = await app.superadmin()
  const refused = async () =>
    (await app.call("GET", "/api/zustand", { token: operator.token })).body.alarm_abgelehnt
  expect(await refused()).toBeNull()
  smtp.faults.recipient = () => [550, "5.1.1 unbekannt"]
  const end = watchService(app.deps, 5)
  try {
    noteFailed(app.deps.config, new Date(), "Band 8 klemmt")
    const line = "the operator is not told by e-mail: the mail server refuses it"
    await until("it is logged", () => said(line).length > 0)
    expect(said(line)[0]?.["reason"]).toContain("550 5.1.1 unbekannt")
    expect((await refused()).antwort).toContain("technik@betreiber.example: 550 5.1.1 unbekannt")
    delete smtp.faults.recipient
    noteGood(app.dir, join(backups, readdirSync(backups)[0] ?? ""), new Date(), 0)
    await until("it is told again", async () => (await refused()) === null)
  } finally {
    end()
  }
})

test("the operator sees how the service is, and nobody else", async () => {
  const operator = await app.superadmin()
  const firma = await app.company("sommer")
  mkdirSync(join(backups, "pfandwerk-unvollständig"), { recursive: true })
  const { status, body } = await app.call("GET", "/api/zustand", { token: operator.token })
  expect(status).toBe(200)
  expect(body.befunde.map(({ pruefung }: { pruefung: string }) => pruefung)).toEqual([
    "Schreiben",
    "Platz",
    "Rechte",
    "Sicherung",
    "E-Mail",
    "Unklare E-Mails",
  ])
  expect(body.befunde[3]).toMatchObject({
    ergebnis: "gut",
    text: expect.stringContaining("letzte gute Sicherung"),
  })
  expect(body.sicherungen).toMatchObject([
    { datei: expect.stringMatching(/^pfandwerk-.*Z\.tar$/), bytes: 2048 },
  ])
  expect(body).toMatchObject({ auftraege_offen: 0, emails_offen: 0, herzschlag: true })
  expect(body.datenbank_bytes).toBeGreaterThanOrEqual(statSync(join(app.dir, "pfandwerk.db")).size)
  for (const account of [firma.admin, firma.user, firma.fahrer])
    expect((await app.call("GET", "/api/zustand", { token: account.token })).status).toBe(403)
})
