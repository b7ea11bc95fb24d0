import { Database } from "bun:sqlite"
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test"
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { UsageError } from "../../src/cli/command.ts"
import { allCommands } from "../../src/cli/commands.ts"
import { runCommand } from "../../src/cli/index.ts"
import { settings } from "../../src/config.ts"
import { lockDataDir } from "../../src/db/lock.ts"
import { openMigrated } from "../../src/db/migrate.ts"
import { migrations } from "../../src/db/migrations.ts"
import { query } from "../../src/db/query.ts"
import { protokoll } from "../../src/db/schema.ts"
import { createTestApp, PASSWORD, type TestApp } from "../helpers/app.ts"

const commands = await allCommands()

let dir: string
// Passwords are hashed as slowly as in real life, by a machine that may be busy.
setDefaultTimeout(120_000)

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pfandwerk-test-"))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

type Run = { code: number; out: string; err: string }
type Typed = {
  stdin?: string
  env?: Record<string, string>
  /** Called when SIGHUP is listened for, with what was written by then. */
  hears?: (out: string) => void
}

const secretFile = () => join(dir, "jwt_secret")

/** Types a command where nobody can be asked (prompt.test.ts has a terminal). */
async function type(line: string, { stdin, env = {}, hears = () => {} }: Typed = {}): Promise<Run> {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommand(
    (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", "")),
    {
      env: { DATA_DIR: dir, ...env },
      out: (text) => out.push(text),
      err: (text) => err.push(text),
      readFirstLine: async () => stdin ?? "",
      askSecretly: () => Promise.reject(new UsageError("nobody to ask")),
      confirm: () => Promise.reject(new UsageError("nobody to ask")),
      isTerminal: false,
      isInteractive: false,
      onHangup: () => hears(out.join("\n")),
      stopped: Promise.resolve("SIGTERM"),
    },
  )
  return { code, out: out.join("\n"), err: err.join("\n") }
}

/** The service on the same folder, to see what a command did. */
async function withApp<T>(work: (app: TestApp) => Promise<T>): Promise<T> {
  const app = createTestApp({ dir })
  try {
    return await work(app)
  } finally {
    app.close()
  }
}

const login = (app: TestApp, email: string, password: string, tenant_slug?: string) =>
  app.call("POST", "/api/auth/login", { body: { email, password, ...(tenant_slug && { tenant_slug }) } })

test("serve listens for SIGHUP before it says that it has started: unheard, one ends the process", async () => {
  const written: string[] = []
  const { code, out } = await type("serve", {
    env: { HOST: "127.0.0.1", PORT: "0", BACKUP_SCHEDULE: "off" },
    hears: (sofar) => written.push(sofar),
  })
  expect(code).toBe(0)
  expect(out).toContain('"started"')
  expect(written).toEqual([expect.not.stringContaining('"started"')])
})

describe("superadmin create", () => {
  const create = "superadmin create --email Chefin@Betreiber.example --name 'Die Chefin'"

  test("makes an account that logs in without a slug", async () => {
    const run = await type(`${create} --password-stdin`, { stdin: PASSWORD })
    expect(run).toEqual({ code: 0, out: "Superadministrator chefin@betreiber.example angelegt.", err: "" })
    const { body } = await withApp((app) => login(app, "chefin@betreiber.example", PASSWORD))
    expect(body.user).toMatchObject({ rolle: "superadmin", tenant_id: null, name: "Die Chefin" })
  })

  test.each(["passwort", "chefin"])("refuses the common password %s with 2", async (stdin) => {
    const { code, err } = await type(`${create} --password-stdin`, { stdin })
    expect([code, err]).toEqual([2, expect.stringContaining("schnell erraten")])
  })

  test("refuses a password that is too short or too long with 2, and its usage", async () => {
    const short = await type(`${create} --password-stdin`, { stdin: "12345" })
    expect([short.code, short.err]).toEqual([2, expect.stringContaining("mindestens 6 Zeichen")])
    expect(short.err).toContain("pfandwerk superadmin create --help")
    // More than a log-in takes.
    const long = await type(`${create} --password-stdin`, { stdin: "Sommer".repeat(200) })
    expect([long.code, long.err]).toEqual([2, expect.stringContaining("höchstens 1000 Zeichen")])
    expect((await type("superadmin list")).out.split("\n")).toHaveLength(1)
  })

  test("fails with 1 when there is one with that address", async () => {
    await type(`${create} --password-stdin`, { stdin: PASSWORD })
    const run = await type(`${create} --password-stdin`, { stdin: "ein anderes" })
    expect([run.code, run.err]).toEqual([
      1,
      "Ein Superadministrator-Konto chefin@betreiber.example gibt es schon.",
    ])
    expect((await withApp((app) => login(app, "chefin@betreiber.example", PASSWORD))).status).toBe(200)
  })

  test("asks for what is missing and refuses what is no address, with 2", async () => {
    for (const line of [
      "superadmin create",
      "superadmin create --email a@b.example",
      "superadmin create --email keine --name x --password-stdin",
    ]) {
      const run = await type(line, { stdin: PASSWORD })
      expect([line, run.code]).toEqual([line, 2])
    }
  })
})

test("superadmin list shows who there is, and no hash", async () => {
  await type("superadmin create --email a@b.example --name 'Anna A' --password-stdin", { stdin: PASSWORD })
  const { code, out } = await type("superadmin list")
  expect(code).toBe(0)
  expect(out).toMatch(/^E-MAIL +STATUS +ANGELEGT +NAME\na@b\.example +aktiv +\d{4}-\d\d-\d\dT\S+Z +Anna A$/)
})

describe("tenant create", () => {
  test("makes a tenant with its first admin, and writes it down", async () => {
    const run = await type(
      "tenant create --name 'Getränke Sommer' --slug sommer --admin-email a@b.example --admin-name Anna --password-stdin",
      { stdin: PASSWORD },
    )
    expect([run.code, run.out]).toEqual([
      0,
      expect.stringMatching(/^Firma sommer angelegt, id [0-9a-f-]{36}\.$/),
    ])
    await withApp(async (app) => {
      const { body } = await login(app, "a@b.example", PASSWORD, "sommer")
      expect(body.user).toMatchObject({ rolle: "admin", name: "Anna" })
      const log = query<{ mitarbeiter_id: null; mitarbeiter_name: string }>`
        SELECT mitarbeiter_id, mitarbeiter_name FROM ${protokoll}`
      expect(app.deps.system.tenant(body.user.tenant_id).all(log, {})).toEqual(
        [1, 2].map(() => ({ mitarbeiter_id: null, mitarbeiter_name: "Kommandozeile" })),
      )
    })
  })

  test("makes a demo with an end", async () => {
    await type("tenant create --name Demo --slug demo1 --typ demo --demo-expires-at 2027-01-31T23:00:00Z")
    expect((await type("tenant list")).out).toMatch(
      /^SLUG +TYP +STATUS +DEMO BIS +NAME\ndemo1 +demo +aktiv +2027-01-31T23:00:00\.000Z +Demo$/,
    )
  })

  test("fails with 1 for a slug that is taken, and makes no admin then", async () => {
    await type("tenant create --name A --slug eins")
    const run = await type(
      "tenant create --name B --slug eins --admin-email a@b.example --admin-name A --password-stdin",
      { stdin: PASSWORD },
    )
    expect([run.code, run.err]).toEqual([1, "Dieses Kürzel ist bereits vergeben"])
    expect((await withApp((app) => login(app, "a@b.example", PASSWORD))).status).toBe(401)
  })

  test("answers 2 to what is wrongly typed, and makes nothing", async () => {
    for (const line of [
      "tenant create",
      "tenant create --name A",
      "tenant create --name A --slug Groß",
      "tenant create --name A --slug a --typ gratis",
      "tenant create --name A --slug a --demo-expires-at 2027-01-31T23:00:00Z",
      "tenant create --name A --slug a --typ demo --demo-expires-at morgen",
      "tenant create --name A --slug a --admin-email a@b.example",
      "tenant create --name A --slug a --admin-email a --admin-name A --password-stdin",
    ]) {
      const run = await type(line, { stdin: PASSWORD })
      expect([line, run.code]).toEqual([line, 2])
      expect(run.err).toContain("pfandwerk tenant create --help")
    }
    expect((await type("tenant list")).out.split("\n")).toHaveLength(1)
  })
})

test("tenant list shows all of them, in the order of their names", async () => {
  await withApp(async ({ deps: { system } }) => {
    const { createTenant } = await import("../../src/api/tenants/rules.ts")
    await Promise.all(
      Array.from({ length: 401 }, (_, i) =>
        system.write(() =>
          createTenant(
            system,
            { id: null, name: "x" },
            { name: `Firma ${i % 300}`, slug: `f-${i}`, typ: "standard" },
            undefined,
          ),
        ),
      ),
    )
  })
  const { code, out } = await type("tenant list")
  const lines = out.split("\n").slice(1)
  const names = lines.map((line) => line.slice(line.indexOf("Firma")))
  expect([code, names.length, new Set(lines).size]).toEqual([0, 401, 401])
  expect(names).toEqual(names.toSorted())
})

describe("tenant block and unblock", () => {
  test("keep a company from working, let it work again, and are written down", async () => {
    const { id, slug, user } = await withApp((app) => app.company("sperre"))
    expect(await type(`tenant block ${slug}`)).toEqual({
      code: 0,
      out: "Die Firma sperre ist jetzt gesperrt.",
      err: "",
    })
    expect((await type(`tenant block ${slug}`)).out).toContain("war schon gesperrt")
    await withApp(async (app) => {
      expect((await login(app, user.email, PASSWORD, slug)).status).toBe(403)
      expect((await app.call("GET", "/api/kunden", { token: user.token })).status).toBe(403)
    })
    expect((await type(`tenant unblock ${slug}`)).out).toBe("Die Firma sperre ist jetzt aktiv.")
    await withApp(async (app) => {
      expect((await login(app, user.email, PASSWORD, slug)).status).toBe(200)
      const log = query<{ aktion: string; mitarbeiter_name: string }>`
        SELECT aktion, mitarbeiter_name FROM ${protokoll} ORDER BY id`
      const entry = { aktion: "tenants.geaendert", mitarbeiter_name: "Kommandozeile" }
      expect(app.deps.system.tenant(id).all(log, {}).slice(-2)).toEqual([entry, entry])
    })
  })

  test("say when a demo is over all the same, and fail with 1 for a company that is not there", async () => {
    await type("tenant create --name D --slug alt --typ demo --demo-expires-at 2020-01-31T23:00:00Z")
    expect((await type("tenant block alt")).out).toBe("Die Firma alt ist jetzt gesperrt.")
    expect((await type("tenant unblock alt")).out).toContain("Ihre Demo ist abgelaufen")
    expect(await type("tenant block nix")).toEqual({ code: 1, out: "", err: "Eine Firma nix gibt es nicht." })
    expect((await type("tenant block")).err).toStartWith("SLUG fehlt.")
  })
})

test("a mistyped name below backup writes no file of that name", async () => {
  const { code, err } = await type("backup lsit")
  expect([code, err]).toEqual([2, expect.stringContaining("pfandwerk backup list")])
})

test("backup list shows what there is to restore, the newest last", async () => {
  expect((await type("backup list")).out).toBe("GEMACHT  GRÖSSE  DATEI  WAS")
  await type("tenant list")
  const elsewhere = mkdtempSync(join(tmpdir(), "pfandwerk-test-"))
  const env = { BACKUP_DIR: elsewhere }
  expect((await type("backup", { env })).out).toContain("Gesichert und geprüft (")
  const old = join(dir, "backups", "pfandwerk-v3-2026-01-01T00-00-00-000Z.db")
  writeFileSync(old, "x")
  utimesSync(old, 1_760_000_000, 1_760_000_000)
  for (const other of ["notiz.txt", ".unfinished-1-1.tar"]) writeFileSync(join(elsewhere, other), "x")
  const { code, out } = await type("backup list", { env })
  const [, first, second, ...more] = out.split("\n")
  expect([code, more]).toEqual([0, []])
  expect(first).toMatch(
    /^09\.10\.2025, \d\d:\d\d \S+ +0,0 MiB .*pfandwerk-v3-.*\.db +Datenbank von vor einem Upgrade$/,
  )
  expect(second).toMatch(/^[\d.]{10}, \d\d:\d\d \S+ +\d+,\d MiB .*pfandwerk-2.*Z\.tar +Sicherung$/)
  rmSync(elsewhere, { recursive: true })
})

describe("password set", () => {
  test("gives an account of a tenant a new password, ends its sessions and writes it down", async () => {
    const { id, slug, user } = await withApp((app) => app.company("passwort"))
    const run = await type(
      `password set --email ${user.email.toUpperCase()} --tenant ${slug} --password-stdin`,
      { stdin: "ganz neu" },
    )
    expect([run.code, run.out]).toEqual([
      0,
      `Das Passwort von ${user.email} ist gesetzt; alle Anmeldungen des Kontos sind beendet.`,
    ])
    await withApp(async (app) => {
      expect((await login(app, user.email, "ganz neu", slug)).status).toBe(200)
      expect((await login(app, user.email, PASSWORD, slug)).status).toBe(401)
      expect((await app.call("GET", "/api/auth/me", { token: user.token })).status).toBe(401)
      const log = query<{ aktion: string }>`SELECT aktion FROM ${protokoll} ORDER BY id`
      expect(app.deps.system.tenant(id).all(log, {}).at(-1)).toEqual({
        aktion: "mitarbeiter.passwort_gesetzt",
      })
    })
  })

  test("gives a super administrator a new password when no tenant is named", async () => {
    const chefin = await withApp((app) => app.superadmin())
    const line = `password set --email ${chefin.email} --password-stdin`
    expect((await type(line, { stdin: "ganz neu" })).code).toBe(0)
    await withApp(async (app) => {
      expect((await login(app, chefin.email, "ganz neu")).status).toBe(200)
      expect((await app.call("GET", "/api/auth/me", { token: chefin.token })).status).toBe(401)
    })
  })

  test("says when nobody can log in with it either: an account that has ended, a company that is blocked", async () => {
    const { slug, admin, user } = await withApp(async (app) => {
      const made = await app.company("zu-ende")
      const path = `/api/mitarbeiter/${made.user.id}`
      await app.call("PATCH", path, { token: made.admin.token, body: { aktiv: 0 } })
      return made
    })
    const set = (email: string) =>
      type(`password set --email ${email} --tenant ${slug} --password-stdin`, { stdin: "ganz neu" })
    expect(await set(user.email)).toMatchObject({
      code: 0,
      err: "Anmelden kann sich das Konto trotzdem nicht, denn es ist deaktiviert. Einschalten: im Büro unter „Mitarbeiter“.",
    })
    expect(await set(admin.email)).toMatchObject({ code: 0, err: "" })
    await type(`tenant block ${slug}`)
    expect(await set(admin.email)).toMatchObject({
      code: 0,
      err: "Anmelden kann sich das Konto trotzdem nicht, denn die Firma ist gesperrt.",
    })
  })

  test("fails with 1 when there is no such account, in that tenant", async () => {
    const { user } = await withApp((app) => app.company("passwort-eins"))
    for (const line of [
      `--email ${user.email}`,
      `--email ${user.email} --tenant gibt-es-nicht`,
      "--email a@b.example --tenant passwort-eins",
    ]) {
      const run = await type(`password set ${line} --password-stdin`, { stdin: "ganz neu" })
      expect([line, run.code, run.err]).toEqual([
        line,
        1,
        expect.stringMatching(/^Ein .*Konto .* gibt es .*nicht/),
      ])
    }
  })
})

describe("every command", () => {
  test("with a password as an argument is refused with 2, and does not repeat it", async () => {
    const secret = "streng-geheim-1"
    for (const line of [
      `superadmin create --email a@b.example --name A --password ${secret}`,
      `superadmin create --email a@b.example --name A --password=${secret}`,
      `superadmin create --email a@b.example --name A ${secret}`,
      `tenant create --name A --slug a --password ${secret}`,
      `password set --email a@b.example --password ${secret}`,
      `password set --email a@b.example --password-stdin=${secret}`,
      `password set --email a@b.example ${secret}`,
    ]) {
      const run = await type(line, { stdin: PASSWORD })
      expect([line, run.code]).toEqual([line, 2])
      expect(run.out + run.err).not.toContain(secret)
    }
  })

  for (const { name, usage } of commands) {
    test(`${name} --help says how it is used, and does nothing`, async () => {
      const { code, out, err } = await type(`${name} --help`, { env: { DATA_DIR: "/dev/null/x" } })
      expect([code, err]).toEqual([0, ""])
      expect(out).toContain(usage)
    })

    test(`${name} refuses an unknown option with 2`, async () => {
      const run = await type(`${name} --gibt-es-nicht`)
      expect([run.code, run.err]).toEqual([
        2,
        `Die Option --gibt-es-nicht gibt es hier nicht.\nHilfe: pfandwerk ${name} --help`,
      ])
    })
  }

  test("fails with 1 and a message when the data folder cannot be used", async () => {
    const file = join(dir, "eine-datei")
    writeFileSync(file, "")
    for (const line of ["superadmin list", "tenant list", "serve"]) {
      const run = await type(line, { env: { DATA_DIR: join(file, "data") } })
      expect([line, run.code, run.err]).toEqual([
        line,
        1,
        expect.stringContaining("kann nicht geschrieben werden"),
      ])
      expect(run.err).not.toContain("    at ")
    }
  })

  test("works beside a running service, which sees what it did at once", async () => {
    await withApp(async (app) => {
      const run = await type("superadmin create --email a@b.example --name A --password-stdin", {
        stdin: PASSWORD,
      })
      expect(run.code).toBe(0)
      expect((await login(app, "a@b.example", PASSWORD)).status).toBe(200)
      expect((await type("tenant create --name A --slug neben")).code).toBe(0)
      expect((await login(app, "a@b.example", PASSWORD, "neben")).status).toBe(401)
      expect((await type("tenant list")).out).toContain("neben")
    })
  })

  test("is refused with 1 when it would have to upgrade the database under a running service", async () => {
    openMigrated(dir, { migrations: migrations.slice(0, 1) }).close()
    const unlock = lockDataDir(dir)
    const run = await type("tenant list")
    unlock()
    expect([run.code, run.err]).toEqual([
      1,
      expect.stringContaining(`Der Dienst legt die Datenbank in ${dir} gerade an oder baut sie um.`),
    ])
    expect((await type("tenant list")).code).toBe(0)
  })

  test("serve and demo are refused with 1 beside a running service", async () => {
    await withApp(async () => {
      for (const line of ["serve", "demo"]) {
        const run = await type(line, { env: { PORT: "0" } })
        expect([run.code, run.err]).toEqual([
          1,
          `Ein anderes Pfandwerk arbeitet mit ${dir}. Es muss zuerst beendet werden.`,
        ])
      }
    })
  })
})

describe("help", () => {
  test("lists every command and every setting with its default", async () => {
    for (const line of ["--help", "-h", "help"]) {
      const { code, out } = await type(line)
      expect(code).toBe(0)
      for (const { name, summary } of commands)
        expect(
          out.split("\n").filter((row) => row.startsWith(`  ${name} `) && row.endsWith(summary)).length,
        ).toBe(1)
      for (const [name, { doc, ...rest }] of Object.entries(settings)) {
        expect(out).toContain(name)
        expect(out).toContain(doc)
        if ("fallback" in rest && rest.fallback) expect(out).toContain(`${doc} [${rest.fallback}]`)
      }
    }
  })

  test("of a group shows its commands alone", async () => {
    for (const line of ["tenant --help", "tenant -h", "help tenant", "--help tenant"]) {
      const { code, out } = await type(line)
      expect([line, code, out]).toEqual([line, 0, expect.stringContaining("tenant unblock")])
      expect(out).not.toContain("superadmin")
    }
    const backup = (await type("backup --help")).out
    for (const part of ["--scheduled", "backup list", "Dazu gehören"]) expect(backup).toContain(part)
  })

  test("of one command is the same before and behind it", async () => {
    const [before, behind] = [await type("help tenant create"), await type("tenant create --name A --help")]
    expect(before).toEqual(behind)
    expect([before.code, before.out]).toEqual([0, expect.stringContaining("--admin-email")])
  })
})

describe("what was mistyped", () => {
  test("as a command gets two lines, with what was probably meant, and 2", async () => {
    for (const [line, meant] of [
      ["tennant list", "pfandwerk tenant list"],
      ["tenant lsit", "pfandwerk tenant list"],
      ["superadmn create", "pfandwerk superadmin create"],
      ["bakup", "pfandwerk backup"],
      ["tenat", "pfandwerk tenant"],
      ["tanze", "pfandwerk --help"],
      ["tenant", "tenant create, tenant list"],
      ["tenant tanze", "tenant create, tenant list"],
    ] as const) {
      const run = await type(line)
      expect([line, run.code, run.out, run.err.split("\n").length]).toEqual([line, 2, "", 2])
      expect(run.err).toContain(meant)
    }
  })

  test("moves nothing on the screen when it is shown", async () => {
    const run = await type("tanze\u001b[2J")
    expect([run.code, run.err]).toEqual([2, expect.not.stringContaining("\u001b")])
  })

  test("as an option is named, with what was probably meant", async () => {
    for (const [line, says] of [
      ["--nmae A --slug a", "--nmae gibt es hier nicht; gemeint ist wohl --name"],
      ["--name A --slug Groß", "--slug: darf nur Kleinbuchstaben"],
      ["--name A --slug a --admin-email keine --admin-name A", "--admin-email: muss eine gültige"],
      ["--name A --slug a --demo-expires-at 2027-01-31T23:00:00Z", "--demo-expires-at: ist nur bei"],
      ["--name A --slug a --typ gratis", "--typ: muss einer dieser Werte sein: demo, standard"],
      ["--name --slug a", "--name braucht einen Wert; beginnt er mit einem Strich, dann so: --name=-…"],
      ["--slug a --name", "--name braucht einen Wert."],
      ["--slug a --name=M\ufffdller", "--name ist kein UTF-8"],
      ["--slug a --name=", "--name braucht einen Wert."],
      ["--name A --slug a --slug b", "--slug steht zweimal da"],
      ["--name A --slug a --password-stdin=x", "--password-stdin nimmt keinen Wert"],
      ["--name A --slug a Sommer", "ein Argument zu viel"],
    ] as const) {
      const run = await type(`tenant create ${line}`, { stdin: PASSWORD })
      expect([line, run.code, run.err]).toEqual([line, 2, expect.stringContaining(says)])
      expect(run.err.split("\n")).toHaveLength(2)
    }
  })
})

describe("names", () => {
  test("may look like help", async () => {
    expect((await type("tenant create --name help --slug a")).code).toBe(0)
    expect((await type("tenant create --name=-h --slug b")).code).toBe(0)
    expect((await type("tenant create --slug c --name=--help")).code).toBe(0)
    expect((await type("tenant list")).out).toMatch(/^c .* --help\nb .* -h\na .* help$/m)
  })

  test("that break the line, move the cursor or turn the line around are refused", async () => {
    for (const sign of ["\n", "\u001b[2J", "\u0007", "\u202e", "\u2028", "\u009b"]) {
      for (const line of [
        `tenant create --slug a --name 'A${sign}B'`,
        `tenant create --slug a --name A --admin-email a@b.example --admin-name 'A${sign}B' --password-stdin`,
        `superadmin create --email a@b.example --name 'A${sign}B' --password-stdin`,
      ]) {
        const run = await type(line, { stdin: PASSWORD })
        expect([line, run.code, run.err]).toEqual([line, 2, expect.stringContaining("Steuerzeichen")])
        expect(run.err).not.toContain(sign === "\n" ? "B" : sign)
      }
    }
    expect((await type("tenant list")).out.split("\n")).toHaveLength(1)
  })

  test("that are stored already are shown harmless", async () => {
    await type("tenant create --name A --slug a")
    await type("superadmin create --email a@b.example --name A --password-stdin", { stdin: PASSWORD })
    const db = new Database(join(dir, "pfandwerk.db"))
    db.run("UPDATE tenants SET name = ?", ["Eins\nZwei\u001b[31m\u202e"])
    db.run("UPDATE mitarbeiter SET name = ?", ["Eins\nZwei\u001b[31m\u202e"])
    db.close()
    for (const line of ["tenant list", "superadmin list"]) {
      const { out } = await type(line)
      expect(out.split("\n")).toHaveLength(2)
      expect(out).toEndWith("Eins\ufffdZwei\ufffd[31m\ufffd")
    }
  })
})

test("version says which it is, also as an option", async () => {
  const expected = JSON.parse(readFileSync(join(import.meta.dir, "../../package.json"), "utf8")).version
  for (const line of ["version", "--version"]) {
    const { code, out } = await type(line)
    expect([code, out]).toEqual([0, expect.stringContaining(`pfandwerk ${expected}`)])
  }
})

describe("settings", () => {
  test("that are wrong are all told at once, without their values", async () => {
    const env = {
      PORT: "99999",
      JWT_SECRET: "zu-kurz-geheim",
      MAX_FILE_SIZE: "zehn",
      TRUST_PROXY: "vielleicht",
      LOG_FORMAT: "xml",
      STOP_SECONDS: "-1",
      HOST: "  ",
    }
    for (const line of ["serve", "tenant list"]) {
      const run = await type(line, { env })
      expect(run.code).toBe(1)
      for (const [name, value] of Object.entries(env)) {
        expect(run.err).toContain(`  ${name} `)
        if (value.trim().length > 2) expect(run.err).not.toContain(value)
      }
    }
  })

  test("that are empty count as left out", async () => {
    const env = Object.fromEntries(
      Object.keys(settings).map((name) => [name, name === "DATA_DIR" ? dir : ""]),
    )
    expect((await type("tenant list", { env })).code).toBe(0)
  })

  test("have a signing secret of at least 32 bytes, not characters", async () => {
    expect((await type("tenant list", { env: { JWT_SECRET: "x".repeat(31) } })).code).toBe(1)
    expect((await type("tenant list", { env: { JWT_SECRET: "x".repeat(32) } })).code).toBe(0)
    expect((await type("tenant list", { env: { JWT_SECRET: "ä".repeat(16) } })).code).toBe(0)
  })
})

describe("the signing secret that is not set", () => {
  test("is made once, for its owner alone, and kept", async () => {
    await type("tenant list")
    const secret = readFileSync(secretFile(), "utf8")
    expect(Buffer.from(secret, "base64url").length).toBe(32)
    expect(statSync(secretFile()).mode & 0o777).toBe(0o600)
    await type("tenant list")
    expect(readFileSync(secretFile(), "utf8")).toBe(secret)
  })

  test("makes tokens that outlive a restart", async () => {
    const { user } = await withApp((app) => app.company("neustart"))
    const me = await withApp((app) => app.call("GET", "/api/auth/me", { token: user.token }))
    expect(me.status).toBe(200)
  })

  test("is another one in every folder", async () => {
    await type("tenant list")
    const other = mkdtempSync(join(tmpdir(), "pfandwerk-test-"))
    await type("tenant list", { env: { DATA_DIR: other } })
    expect(readFileSync(join(other, "jwt_secret"), "utf8")).not.toBe(readFileSync(secretFile(), "utf8"))
    rmSync(other, { recursive: true })
  })

  test("is refused when somebody shortened it, without being shown", async () => {
    await type("tenant list")
    writeFileSync(secretFile(), "kurz-geheim")
    const run = await type("tenant list")
    expect([run.code, run.err]).toEqual([1, expect.stringContaining("ist zu kurz für ein Geheimnis")])
    expect(run.err).not.toContain("kurz-geheim")
  })

  test("is made narrow again when somebody opened it to others", async () => {
    await type("tenant list")
    chmodSync(secretFile(), 0o644)
    await type("tenant list")
    expect(statSync(secretFile()).mode & 0o777).toBe(0o600)
  })

  test("never appears in what a command or the service prints", async () => {
    const run = await type("serve", { env: { PORT: "0", HOST: "127.0.0.1" } })
    expect(run.code).toBe(0)
    expect(run.out).toContain("started")
    expect(run.out + run.err).not.toContain(readFileSync(secretFile(), "utf8"))
  })
})
