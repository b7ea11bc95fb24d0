import { expect, test } from "bun:test"
import { chmodSync, chownSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "../../helpers/executable.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

const NOBODY = 65534
const isRoot = process.getuid?.() === 0

/** Shuts a file off from the service: as root, who reads everything, by another owner of the folder than of the file. */
function shut(file: string, closed: boolean): void {
  if (isRoot) chownSync(file, closed ? 0 : NOBODY, closed ? 0 : NOBODY)
  else chmodSync(file, closed ? 0 : 0o600)
}

test("check names a file without which the service does not start, and the command that opens it", async () => {
  const dataDir = temporaryDir()
  expect((await run(["tenant", "create", "--name", "Hof", "--slug", "hof"], { dataDir })).code).toBe(0)
  const names = ["", ...(readdirSync(dataDir, { recursive: true }) as string[])]
  if (isRoot) for (const name of names) chownSync(join(dataDir, name), NOBODY, NOBODY)
  for (const name of ["installation_id", "pfandwerk.lock"]) {
    const file = join(dataDir, name)
    shut(file, true)
    const { code, stdout } = await run(["check"], { dataDir })
    expect([code, stdout]).toEqual([1, expect.stringContaining(`Fehler   Rechte       ${file} darf dieser`)])
    expect(stdout).toMatch(RegExp(`sudo chown -R \\S+: ${dataDir}\n`))
    shut(file, false)
  }
  expect((await run(["check"], { dataDir })).stdout).toContain("gut      Rechte")
})

test("check names a mail server's authority that cannot be read, before any e-mail waits for it", async () => {
  const dataDir = temporaryDir()
  expect((await run(["tenant", "create", "--name", "Hof", "--slug", "hof"], { dataDir })).code).toBe(0)
  const env = {
    MAIL_SERVER: "smtp://mail.example",
    MAIL_SENDER: "a@b.example",
    MAIL_CA: "/gibt/es/nicht.pem",
  }
  expect((await run(["check"], { dataDir, env })).stdout).toContain(
    "Warnung  E-Mail       Die Datei aus MAIL_CA ist nicht zu lesen: Das gibt es nicht",
  )
})

test("check names settings that want TLS where nothing speaks it", async () => {
  const dataDir = temporaryDir()
  expect((await run(["tenant", "create", "--name", "Hof", "--slug", "hof"], { dataDir })).code).toBe(0)
  const env = { HTTP_PORT: "80", ADRESSE: "https://pfand.example" }
  const told = async (more: Record<string, string>) =>
    (await run(["check"], { dataDir, env: { ...env, ...more } })).stdout
  expect(await told({})).toMatch(/HTTP_PORT bewirkt nichts.*ADRESSE beginnt mit https:/)
  expect(await told({ HTTP_PORT: "0", TRUST_PROXY: "true" })).not.toContain("TLS")
  expect((await run(["tls", "--name", "a.local"], { dataDir })).code).toBe(0)
  expect(await told({})).not.toContain("TLS")
})

test("a backup that cannot be made says that it is the database that is damaged, and check says what to do", async () => {
  const dataDir = temporaryDir()
  expect((await run(["tenant", "create", "--name", "Hof", "--slug", "hof"], { dataDir })).code).toBe(0)
  const database = join(dataDir, "pfandwerk.db")
  const bytes = readFileSync(database)
  bytes.fill(0xff, 4096 * 20, bytes.length)
  writeFileSync(database, bytes)
  const { code, stderr } = await run(["backup"], { dataDir })
  expect([code, stderr]).toEqual([1, expect.stringContaining("Die Datenbank ist beschädigt")])
  expect((await run(["check"], { dataDir })).stdout).toMatch(/Fehler {3}Datenbank .*pfandwerk restore DATEI/)
})
