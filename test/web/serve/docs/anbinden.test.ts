import { expect, test } from "bun:test"
import { readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { until } from "../../../helpers/eventually.ts"
import { run, start } from "../../../helpers/executable.ts"
import { freePort } from "../../../helpers/free-port.ts"
import { temporaryDir } from "../../../helpers/temporary.ts"

/** The page on connecting other programs, typed word for word with a program's key. */

const text = readFileSync(join(import.meta.dir, "../../../../src/web/serve/hilfe/anbinden.md"), "utf8")
const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, lines = ""]) => lines)

/** What is typed needs curl; machine.ts says so where there is none. */
const typed = test.skipIf(Bun.which("curl") === null)

typed(
  "each line of the page on other programs does what it says",
  async () => {
    const service = await start({ env: { WEBHOOK_NETZE: "127.0.0.1" } })
    const password = "ein gutes Kennwort"
    const email = "admin@sommer.example"
    const company = ["--name", "Sommer", "--slug", "sommer", "--admin-email", email, "--admin-name", "Petra"]
    const made = await run(["tenant", "create", ...company, "--password-stdin"], {
      dataDir: service.dataDir,
      stdin: password,
    })
    expect([made.code, made.stderr]).toEqual([0, ""])
    const post = async (path: string, body: object, token = ""): Promise<any> => {
      const headers = {
        "content-type": "application/json",
        ...(token && { authorization: `Bearer ${token}` }),
      }
      return (await fetch(service.url + path, { method: "POST", headers, body: JSON.stringify(body) })).json()
    }
    const { token } = await post("/api/auth/login", { email, password })
    const rechte = ["kunden.lesen", "kunden.schreiben", "buchungen.schreiben", "ereignisse.lesen"]
    const { schluessel } = await post(
      "/api/programmzugaenge",
      { name: "Skript", rechte, gueltig_bis: soon },
      token,
    )
    const kasten = {
      nummer: "KI-20",
      bezeichnung: "Kasten leer, 20er",
      art: "einzeln",
      pfand_cent: 150,
      ust_klasse: "warenumschliessung",
    }
    await post("/api/pfandartikel", { id: /^ARTIKEL=(.*)$/m.exec(text)?.[1], ...kasten }, token)
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
    expect([...output.matchAll(/"summe_cent":(-?\d+)/g)].map(([, cent]) => Number(cent))).toEqual([900, -600])
    const list = await fetch(`${service.url}/api/kunden?total=true`, {
      headers: { authorization: `Bearer ${schluessel}` },
    })
    expect(await list.json()).toMatchObject({ total: 1, items: [{ name: "Gasthof Krone", version: 2 }] })
    const page = await fetch(`${service.url}/docs/anbinden`)
    expect([page.status, (await page.text()).includes("Die erste Anfrage")]).toEqual([200, true])

    // The receiver, started as it stands there: it takes what is signed, and nothing else.
    const port = freePort()
    const adresse = `http://127.0.0.1:${port}/`
    const arten = ["lieferungen.zugestellt"]
    const { id, geheimnis } = await post("/api/webhooks", { name: "Beispiel", adresse, arten }, token)
    const folder = temporaryDir()
    symlinkSync(join(import.meta.dir, "../../../../node_modules"), join(folder, "node_modules"))
    writeFileSync(join(folder, "receiver.mjs"), example)
    const receiver = Bun.spawn([process.execPath, "receiver.mjs"], {
      cwd: folder,
      env: { PORT: String(port), GEHEIMNIS: geheimnis },
      stdout: "pipe",
    })
    try {
      await until("the receiver takes a message", async () => {
        const { angenommen } = await post(`/api/webhooks/${id}/probe`, {}, token)
        return angenommen === true
      })
      expect((await fetch(adresse, { method: "POST", body: "{}" })).status).toBe(401)
    } finally {
      receiver.kill()
    }
    expect(await receiver.stdout.text()).toStartWith("probe {")
    expect(await service.stop()).toBe(0)
  },
  60_000,
)

const [, example = ""] = /^```js\n([\s\S]*?)^```$/m.exec(text) ?? []

const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
