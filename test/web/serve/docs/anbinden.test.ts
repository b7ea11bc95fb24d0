import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { run, start } from "../../../helpers/executable.ts"

/** The page on connecting other programs, typed word for word with a program's key. */

const text = readFileSync(join(import.meta.dir, "../../../../src/web/serve/hilfe/anbinden.md"), "utf8")
const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, lines = ""]) => lines)

test("each line of the page on other programs does what it says", async () => {
  const service = await start()
  const password = "ein gutes Kennwort"
  const email = "admin@sommer.example"
  const company = ["--name", "Sommer", "--slug", "sommer", "--admin-email", email, "--admin-name", "Petra"]
  const made = await run(["tenant", "create", ...company, "--password-stdin"], {
    dataDir: service.dataDir,
    stdin: password,
  })
  expect([made.code, made.stderr]).toEqual([0, ""])
  const post = async (path: string, body: object, token = ""): Promise<any> => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) }
    return (await fetch(service.url + path, { method: "POST", headers, body: JSON.stringify(body) })).json()
  }
  const { token } = await post("/api/auth/login", { email, password })
  const rechte = ["kunden.lesen", "kunden.schreiben", "ereignisse.lesen"]
  const { schluessel } = await post(
    "/api/programmzugaenge",
    { name: "Skript", rechte, gueltig_bis: soon },
    token,
  )
  expect(blocks.length).toBeGreaterThan(3)
  const shell = Bun.spawn(["bash", "-eu", "-o", "pipefail", "-c", blocks.join("\n")], {
    env: {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      LC_ALL: "C.UTF-8",
      ADRESSE: service.url,
      SCHLUESSEL: schluessel,
    },
    stdout: "pipe",
    stderr: "pipe",
  })
  const [output, errors] = await Promise.all([shell.stdout.text(), shell.stderr.text()])
  expect([await shell.exited, errors]).toEqual([0, ""])
  expect(output).toContain('"telefon":"04131 1234"')
  const list = await fetch(`${service.url}/api/kunden?total=true`, {
    headers: { authorization: `Bearer ${schluessel}` },
  })
  expect(await list.json()).toMatchObject({ total: 1, items: [{ name: "Gasthof Krone", version: 2 }] })
  const page = await fetch(`${service.url}/docs/anbinden`)
  expect([page.status, (await page.text()).includes("Die erste Anfrage")]).toEqual([200, true])
  expect(await service.stop()).toBe(0)
}, 60_000)

const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
