import { expect, test } from "bun:test"
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { canCopySystem } from "../faults/mount.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { createMachine, type Machine } from "./machine.ts"

/** The operator's handbook, typed word for word on two machines that have nothing installed. */
const text = readFileSync(join(import.meta.dir, "../../src/web/hilfe/betrieb.md"), "utf8")
const blocks = [...text.matchAll(/^```sh( zweiter)?\n([\s\S]*?)^```$/gm)].map(([, second, lines = ""]) => ({
  second: second !== undefined,
  lines,
}))

const PASSWORD = "ein gutes Kennwort"

const backupsOf = ({ dir }: Machine) => join(dir, "var/lib/pfandwerk/backups")
const newest = (machine: Machine): string =>
  readdirSync(backupsOf(machine)).findLast((name) => /^pfandwerk-\d.*Z\.tar$/.test(name)) ?? ""

/** The one thing that nobody can type as it is printed: the name of a backup that was made just now. */
const withName = (lines: string, machine: Machine): string =>
  lines.replaceAll(/pfandwerk-\d{4}-[\dT-]+Z\.tar/g, () => newest(machine))

async function logIn(machine: Machine, email: string, tenant_slug?: string): Promise<number> {
  const reply = await fetch(`${machine.url()}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD, tenant_slug }),
    tls: { rejectUnauthorized: false },
  })
  return reply.status
}

test.skipIf(!canCopySystem)(
  "every command of the operator's handbook does what it says, as it is typed",
  async () => {
    const home = temporaryDir()
    const [first, second] = [await createMachine(home), await createMachine(home)]
    for (const { dir } of [first, second]) {
      mkdirSync(join(dir, "home/erika"), { recursive: true })
      Bun.spawnSync(["mount", "--bind", home, join(dir, "home/erika")])
    }
    // The machine that takes over is installed, but does not run.
    const installing = /^[\s\S]*install --write\n/.exec(blocks[0]?.lines ?? "")?.[0] ?? ""
    const typed: string[] = []
    for (const { second: elsewhere, lines } of blocks) {
      const machine = elsewhere ? second : first
      if (elsewhere && !existsSync(join(second.dir, "opt/pfandwerk"))) await second.type(installing, PASSWORD)
      if (lines.includes("/srv/pfandwerk")) fetchBackups()
      typed.push(await machine.type(withName(lines, machine), PASSWORD))
    }
    expect(typed.length).toBeGreaterThan(12)
    const said = typed.join("\n")
    for (const words of [
      "Superadministrator chefin@betreiber.example angelegt",
      "Getränke Sommer GmbH",
      "ist gesetzt; alle Anmeldungen",
      "Gesichert und geprüft",
      "gehört erika",
      "Wiederhergestellt in /var/lib/pfandwerk",
      "ist jetzt gesperrt",
      "ist jetzt aktiv",
      "übernommen; sie ist aktiv",
      '"started"',
    ])
      expect(said).toContain(words)
    expect(said).not.toContain(PASSWORD)
    // Nothing is left that the service could not read, and what Erika carries away is hers.
    const owner = statSync(join(first.dir, "var/lib/pfandwerk")).uid
    for (const { dir } of [first, second]) {
      const data = join(dir, "var/lib/pfandwerk")
      for (const name of readdirSync(data, { recursive: true, encoding: "utf8" }))
        expect([name, statSync(join(data, name)).uid]).toEqual([name, owner])
    }
    expect(statSync(join(home, "sommer.tar")).uid).toBe(statSync(home).uid)
    // Moved away from the first, taken over by the second.
    expect(await logIn(first, "petra@sommer.example", "sommer")).toBe(403)
    expect(await logIn(second, "petra@sommer.example", "sommer")).toBe(200)
    expect(await logIn(second, "chefin@betreiber.example")).toBe(200)
    for (const machine of [first, second]) await machine.type("sudo systemctl stop pfandwerk", PASSWORD)

    /** What the unit pfandwerk-holen does with rsync. */
    function fetchBackups(): void {
      const target = join(second.dir, "srv/pfandwerk")
      mkdirSync(target, { recursive: true })
      for (const name of readdirSync(backupsOf(first)).filter((one) => one.endsWith("Z.tar")))
        copyFileSync(join(backupsOf(first), name), join(target, name))
    }
  },
  180_000,
)
