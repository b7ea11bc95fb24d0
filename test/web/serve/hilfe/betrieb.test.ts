import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { canCopySystem } from "../../../faults/mount.ts"
import { temporaryDir } from "../../../helpers/temporary.ts"
import { createMachine, type Machine } from "./machine.ts"

/** The operator's handbook, typed word for word on two machines that have nothing installed. */
const text = readFileSync(join(import.meta.dir, "../../../../src/web/serve/hilfe/betrieb.md"), "utf8")
const blocks = [...text.matchAll(/^```sh(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, where = "erster", lines = ""]) => ({
    where,
    lines,
  }),
)

const PASSWORD = "ein gutes Kennwort"

const backupsOf = ({ dir }: Machine) => join(dir, "var/lib/pfandwerk/backups")
const newest = (machine: Machine): string =>
  readdirSync(backupsOf(machine)).findLast((name) => /^pfandwerk-\d.*Z\.tar$/.test(name)) ?? ""

/** The one thing that nobody can type as it is printed: the name of a backup that was made just now. */
const withName = (lines: string, machine: Machine): string =>
  lines
    .replaceAll(/pfandwerk-\d{4}-[\dT-]+Z\.tar/g, () => newest(machine))
    .replaceAll(/pfandwerk-v\d+-[\dTZ-]+\.db/g, () => COPY)

const COPY = "pfandwerk-v22-2026-01-01T02-00-00-000Z.db"

/** Files that an upgrade leaves: a copy of the data, and the program of before, here with one unread byte changed. */
function upgraded({ dir }: Machine): void {
  const program = readFileSync(join(dir, "opt/pfandwerk/pfandwerk"))
  // Of the unused end of an ELF file's first bytes.
  program[15] = 1
  writeFileSync(join(dir, "opt/pfandwerk/pfandwerk.before"), program, { mode: 0o755 })
  const data = join(dir, "var/lib/pfandwerk")
  const copy = join(data, "backups", COPY)
  const database = new Database(join(data, "pfandwerk.db"))
  database.run("VACUUM INTO ?", [copy])
  database.close()
  const { uid, gid } = statSync(data)
  chownSync(copy, uid, gid)
}

/** @returns the status, and what else than a log-in was answered: a refusal without its reason explains nothing */
async function logIn(machine: Machine, email: string, tenant_slug?: string): Promise<string> {
  const reply = await fetch(`${machine.url()}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD, tenant_slug }),
    tls: { rejectUnauthorized: false },
  })
  const body = await reply.text()
  return reply.ok ? String(reply.status) : `${reply.status} ${body}`
}

test.skipIf(!canCopySystem)(
  "every command of the operator's handbook does what it says, as it is typed",
  async () => {
    const home = temporaryDir()
    const [first, second, third] = [
      await createMachine(home),
      await createMachine(home),
      await createMachine(home),
    ]
    for (const { dir } of [first, second, third]) {
      mkdirSync(join(dir, "home/erika"), { recursive: true })
      Bun.spawnSync(["mount", "--bind", home, join(dir, "home/erika")])
    }
    // The machine that takes over is installed, but does not run.
    const installing = /^[\s\S]*install --write\n/.exec(blocks[0]?.lines ?? "")?.[0] ?? ""
    const typed: string[] = []
    const type = async (machine: Machine, lines: string) =>
      void typed.push(await machine.type(withName(lines, machine), PASSWORD))
    for (const { where, lines } of blocks) {
      if (where === "umzug" || where === "neuer") continue
      const machine = where === "zweiter" ? second : first
      if (machine === second && !existsSync(join(second.dir, "opt/pfandwerk"))) {
        await type(second, installing)
        // What it advises is typed as it stands there.
        const checked = await second.type("sudo pfandwerk check || true", PASSWORD)
        expect(checked).toContain("sudo pfandwerk backup list, dann sudo pfandwerk restore DATEI")
      }
      if (where === "zurück") upgraded(first)
      if (lines.includes("/srv/pfandwerk")) await fetchBackups()
      await type(machine, lines)
      if (lines.includes("tenant import")) await checkMove()
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
    for (const name of ["sommer.tar", "pfandwerk-einstellungen.env"]) {
      const { uid, mode } = statSync(join(home, name))
      expect([name, uid, mode & 0o777]).toEqual([name, statSync(home).uid, 0o600])
    }
    expect(await logIn(second, "petra@sommer.example", "sommer")).toBe("200")
    expect(await logIn(second, "chefin@betreiber.example")).toBe("200")
    await first.type("sudo systemctl stop pfandwerk", PASSWORD)

    // All of it goes to a third, with its settings and its certificate, and is removed there.
    const moving = blocks.filter(({ where }) => where === "umzug" || where === "neuer")
    for (const { where, lines } of moving.slice(0, 2)) await type(where === "neuer" ? third : second, lines)
    expect(await logIn(third, "petra@sommer.example", "sommer")).toBe("200")
    const settings = ({ dir }: Machine) => readFileSync(join(dir, "opt/pfandwerk/.env"), "utf8")
    expect(settings(third)).toBe(settings(second))
    const authority = ({ dir }: Machine) =>
      readFileSync(join(dir, "var/lib/pfandwerk/tls/authority.pem"), "utf8")
    expect(authority(third)).toBe(authority(first))
    for (const { lines } of moving.slice(2)) await type(third, lines)
    for (const path of ["opt/pfandwerk", "var/lib/pfandwerk", "etc/systemd/system/pfandwerk.service"])
      expect([path, existsSync(join(third.dir, path))]).toEqual([path, false])

    /** Moved away from the first, taken over by the second. */
    async function checkMove(): Promise<void> {
      expect(await logIn(first, "petra@sommer.example", "sommer")).toBe('403 {"error":"Tenant nicht aktiv"}')
      await second.type("sudo systemctl start pfandwerk", PASSWORD)
      expect(await logIn(second, "petra@sommer.example", "sommer")).toBe("200")
      await second.type("sudo systemctl stop pfandwerk", PASSWORD)
    }

    /**
     * The unit pfandwerk-holen does this with rsync. The company works on the first again, and a backup says so: that of
     * the last minute may have been made before or after the move.
     */
    async function fetchBackups(): Promise<void> {
      await first.type("sudo pfandwerk tenant unblock sommer && sudo pfandwerk backup", PASSWORD)
      const target = join(second.dir, "srv/pfandwerk")
      // As rsync -a leaves it: for root alone.
      mkdirSync(target, { recursive: true, mode: 0o700 })
      for (const name of readdirSync(backupsOf(first)).filter((one) => one.endsWith("Z.tar")))
        copyFileSync(join(backupsOf(first), name), join(target, name))
    }
  },
  600_000,
)
