import { afterAll, beforeAll, expect, test } from "bun:test"
import { copyFileSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { version } from "../../src/version.ts"
import { executable, run, type Running, start } from "../helpers/executable.ts"
import { startSmtp } from "../helpers/smtp.ts"
import { temporaryDir } from "../helpers/temporary.ts"

const json = { "content-type": "application/json" }
const cwd = temporaryDir()
// Both would take over the process if the executable read them; .env beside the executable alone is ours.
await Bun.write(join(cwd, "bunfig.toml"), 'preload = ["./hostile.ts"]\n')
await Bun.write(join(cwd, "hostile.ts"), "process.exit(66)\n")
await Bun.write(join(cwd, ".env"), "JWT_SECRET=short\nPORT=none\n")
let demo: Running

beforeAll(async () => {
  demo = await start({
    command: "demo",
    cwd,
    dataDir: join(cwd, "daten"),
    env: { NODE_ENV: "development", TZ: "UTC" },
  })
}, 120_000)

afterAll(() => demo.stop())

test("the executable starts in any folder, whatever configuration of Bun lies in it", async () => {
  const reply = await fetch(`${demo.url}/health`)
  expect([reply.status, await reply.json()]).toEqual([
    200,
    { status: "ok", version: expect.stringContaining(version) },
  ])
})

test("its pages lie inside it", async () => {
  const replies = await Promise.all(["/", "/buero", "/favicon.ico"].map((path) => fetch(demo.url + path)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await replies[0]?.text()).toContain("· Pfandwerk</title>")
})

test("whoever started the demo can log in with what it prints", async () => {
  const [, email, password] = /admin +(\S+@\S+) +(\S+)/.exec(demo.output()) ?? []
  const body = JSON.stringify({ email, password, tenant_slug: "demo" })
  const reply = await fetch(`${demo.url}/api/auth/login`, { method: "POST", headers: json, body })
  expect(reply.status).toBe(200)
  const { token, user } = (await reply.json()) as { token: string; user: { rolle: string } }
  expect(user.rolle).toBe("admin")
  const me = await fetch(`${demo.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(((await me.json()) as { email: string }).email).toBe(email as string)
})

test("an error page shows nothing of the program, even with NODE_ENV=development", async () => {
  const headers = { ...json, authorization: "Bearer x.y.z" }
  const reply = await fetch(`${demo.url}/api/auth/me?a=%E0%A4%A`, { headers })
  expect(await reply.json()).toEqual({ error: expect.any(String) })
})

test("nothing is written outside DATA_DIR", () => {
  expect(readdirSync(cwd).toSorted()).toEqual([".env", "bunfig.toml", "daten", "hostile.ts"])
})

test("the settings of its own file give way to those of the process", async () => {
  const folder = temporaryDir()
  const copy = join(folder, "pfandwerk")
  copyFileSync(executable(), copy)
  writeFileSync(join(folder, ".env"), "PORT=none\nLOG_FORMAT=bunt\nDATA_DIR=/dev/null/x\n")
  const refused = await run(["tenant", "list"], { executable: copy })
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("LOG_FORMAT")])
  expect(refused.stderr).not.toContain("PORT")
  expect((await run(["tenant", "list"], { executable: copy, env: { LOG_FORMAT: "json" } })).code).toBe(0)
})

test("what its own file names and nothing reads is told by check, install and the service", async () => {
  const folder = temporaryDir()
  const copy = join(folder, "pfandwerk")
  copyFileSync(executable(), copy)
  writeFileSync(
    join(folder, ".env"),
    `BAKCUP_DIR=/mnt/sicherung
TZ=Europe/Berlin
BACKUP_DIR=
# PORT
PORT 3001
NODE_NOTIZ="über
zwei Zeilen"
export MAIL_USER=versand#2
MAIL_PASSWORD='geheim#2024'
IDLE_SECONDS=30 # half a minute
`,
  )
  const told = `${folder}/.env steht, was keine Einstellung ist und nichts bewirkt: BAKCUP_DIR (gemeint ist wohl BACKUP_DIR). `
  const unread = `In ${folder}/.env bewirkt nichts, weil dort keine Einstellung zu lesen ist: Zeile 5. `
  const [checked, shown] = await Promise.all(
    ["check", "install"].map((name) => run([name], { executable: copy })),
  )
  const cut = `In ${folder}/.env gilt nur, was vor dem Zeichen # steht: MAIL_USER. `
  for (const said of [told, unread, cut])
    expect([checked?.stdout, shown?.stderr]).toEqual([
      expect.stringContaining(said),
      expect.stringContaining(said),
    ])
  const service = await start({ executable: copy })
  await service.said(told)
  expect(await service.stop()).toBe(0)
})

test("version and --help answer without touching the data folder", async () => {
  const folder = temporaryDir()
  const [told, help] = await Promise.all([
    run(["version"], { cwd: folder, dataDir: join(folder, "daten") }),
    run(["--help"], { cwd: folder, dataDir: join(folder, "daten") }),
  ])
  expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining(`pfandwerk ${version}`) })
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("superadmin create") })
  expect(readdirSync(folder)).toEqual([])
})

test("mail test hands a message over, or says what is wrong and ends with 1", async () => {
  const smtp = await startSmtp()
  const probe = (env: Record<string, string>) =>
    run(["mail", "test", "--to", "chefin@betreiber.example"], { cwd, env: { ...smtp.env, ...env } })
  const sent = await probe({})
  expect([sent.code, sent.stderr]).toEqual([0, ""])
  expect(sent.stdout).toContain("verschlüsselt, angemeldet als versand")
  expect(sent.stdout).toContain("Angenommen von versand@betreiber.example an chefin@betreiber.example: 250")
  expect(smtp.received.map(({ to }) => to)).toEqual([["chefin@betreiber.example"]])
  const refused = await probe({ MAIL_PASSWORD: "streng-geheim-1" })
  expect([refused.code, refused.stdout]).toEqual([1, ""])
  expect(refused.stderr).toContain("lehnt die Anmeldung ab: 535")
  expect(refused.stderr).not.toContain("streng-geheim-1")
  smtp.faults.recipient = () => [550, "5.1.1 unbekannt"]
  expect((await probe({})).stderr).toContain(
    "Nicht angenommen für chefin@betreiber.example: 550 5.1.1 unbekannt",
  )
  expect((await probe({ MAIL_SERVER: "" })).stderr).toContain(
    "MAIL_SERVER und MAIL_SENDER sind nicht gesetzt",
  )
  const typo = await run(["mail", "test", "--to", "a@b.example\nBcc: c@d.example"], { cwd, env: smtp.env })
  expect([typo.code, typo.stderr]).toEqual([2, expect.stringContaining("--to muss eine E-Mail-Adresse sein")])
  await smtp.close()
}, 60_000)

test("version tells the commit and its date, so that two builds differ", async () => {
  const git = (...args: string[]) => Bun.spawnSync(["git", "-C", import.meta.dir, ...args]).stdout.toString()
  const [commit = "", date = ""] = git("log", "-1", "--format=%H %cI").split(" ")
  const inCheckout = git("rev-parse", "--show-prefix") === "test/cli/\n"
  const { stdout } = await run(["version"])
  expect(stdout).toContain(
    inCheckout
      ? `Commit ${commit.slice(0, 12)} vom ${date.slice(0, 10)}`
      : "ohne Git gebaut, Commit unbekannt",
  )
})

test("a service that is asked to stop ends by itself with exit code 0", async () => {
  const service = await start()
  expect(await service.stop()).toBe(0)
  expect(service.output()).toContain('"message":"stopped"')
})
