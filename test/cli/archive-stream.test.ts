import { beforeAll, describe, expect, test } from "bun:test"
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { readArchive } from "../../src/ops/backup/archive.ts"
import { executable, run } from "../helpers/executable.ts"
import { atTerminal } from "../helpers/terminal.ts"
import { temporaryDir } from "../helpers/temporary.ts"

/** Files that somebody carries elsewhere, and who may read them. */

const template = temporaryDir()
beforeAll(async () => {
  for (const slug of ["hof", "alm"]) {
    const made = await run(["tenant", "create", "--name", slug, "--slug", slug], { dataDir: template })
    expect([made.code, made.stderr]).toEqual([0, ""])
  }
}, 120_000)

function copy(): string {
  const dataDir = temporaryDir()
  cpSync(template, dataDir, { recursive: true })
  return dataDir
}

/** Runs a line of shell with the executable as `pfandwerk`, for a file to be read or written by the shell. */
async function shell(line: string, dataDir: string, cwd: string) {
  const child = Bun.spawn(["sh", "-c", `pfandwerk() { "$PFANDWERK" "$@"; }; ${line}`], {
    cwd,
    env: { PATH: "/usr/bin:/bin", DATA_DIR: dataDir, PFANDWERK: executable() },
    stdout: "pipe",
    stderr: "pipe",
  })
  const [code, stdout, stderr] = await Promise.all([child.exited, child.stdout.text(), child.stderr.text()])
  return { code, stdout, stderr }
}

const unfinished = (dataDir: string) =>
  readdirSync(join(dataDir, "backups")).filter((name) => name.startsWith(".unfinished"))

describe("a dash in place of a file", () => {
  test("hands a backup and an export out, and takes them in, through the standard streams", async () => {
    const [dataDir, cwd, elsewhere] = [copy(), temporaryDir(), temporaryDir()]
    const out = await shell(
      "pfandwerk backup - > alles.tar && pfandwerk tenant export hof - > hof.tar",
      dataDir,
      cwd,
    )
    expect([out.code, out.stdout]).toEqual([0, ""])
    expect(out.stderr).toContain("Gesichert und geprüft")
    expect((await readArchive(join(cwd, "alles.tar"))).files).not.toEqual([])
    const back = await shell("pfandwerk restore - < alles.tar && pfandwerk tenant list", elsewhere, cwd)
    expect([back.code, back.stderr, back.stdout]).toEqual([0, "", expect.stringMatching(/^alm /m)])
    expect(back.stdout).not.toContain("Was vorher da war")
    const empty = temporaryDir()
    const taken = await shell("pfandwerk tenant import - < hof.tar", empty, cwd)
    expect([taken.code, taken.stderr, taken.stdout]).toEqual([
      0,
      "",
      expect.stringContaining("Firma hof (hof, "),
    ])
    for (const folder of [dataDir, elsewhere, empty]) expect(unfinished(folder)).toEqual([])
  }, 120_000)

  test("leaves nothing behind when nobody takes it, and says so", async () => {
    const dataDir = copy()
    const { code, stderr } = await shell("pfandwerk backup - > /dev/full", dataDir, temporaryDir())
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Das Archiv konnte nicht ausgegeben werden/)])
    expect(unfinished(dataDir)).toEqual([])
  })

  test("is refused where it would fill the screen", async () => {
    const cwd = temporaryDir()
    const session = atTerminal([executable(), "backup", "-"], { cwd, env: { DATA_DIR: copy() } })
    await session.see("gehört nicht auf den Bildschirm")
    expect(await session.ended).toBe(2)
  })
})

test("what is written into a file is its owner's alone, and says whose it is", async () => {
  const file = join(temporaryDir(), "alles.tar")
  const { code, stdout } = await run(["backup", file], { dataDir: copy() })
  expect([code, stdout]).toEqual([0, expect.stringContaining("(lesen kann sie nur ")])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

/** Nobody in particular: the service's user, and the person who called sudo. */
const SERVICE = 65_534
const ERIKA = 12_345

// Only root can be somebody else.
describe.skipIf(process.getuid?.() !== 0)("typed with sudo", () => {
  const env = { SUDO_UID: String(ERIKA), SUDO_GID: String(ERIKA), SUDO_USER: "erika" }
  let home: string

  /** Everything below is the service's. */
  function given(dataDir: string): string {
    const paths = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).map((name) =>
      join(dataDir, name),
    )
    for (const path of [dataDir, ...paths]) chownSync(path, SERVICE, SERVICE)
    return dataDir
  }
  const owners = (dataDir: string) => {
    const paths = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).map((name) =>
      join(dataDir, name),
    )
    return new Set(paths.map((path) => statSync(path).uid))
  }

  beforeAll(async () => {
    home = temporaryDir()
    // As a home is: nobody else gets in, the service's user neither.
    chownSync(home, ERIKA, ERIKA)
  }, 120_000)

  test("every command works as the service's user, so that the service can read what it made", async () => {
    const dataDir = given(copy())
    for (const line of ["tenant list", "tenant block hof", "backup", "check", "superadmin list"]) {
      const { code, stderr } = await run(line.split(" "), { dataDir, env, cwd: home })
      expect([line, code, stderr]).toEqual([line, 0, ""])
    }
    const made = await run("superadmin create --email a@b.example --name A --password-stdin".split(" "), {
      dataDir,
      env,
      cwd: home,
      stdin: "ein gutes Kennwort\n",
    })
    expect([made.code, made.stderr]).toEqual([0, ""])
    expect((await run(["tenant", "gibt-es-nicht"], { dataDir, env })).code).toBe(2)
    expect((await run(["tenant", "block", "nix"], { dataDir, env })).code).toBe(1)
    expect(owners(dataDir)).toEqual(new Set([SERVICE]))
  }, 120_000)

  test("a file belongs to whoever called it, who alone can read it, and can be taken in from there", async () => {
    const [dataDir, elsewhere] = [given(copy()), given(temporaryDir())]
    for (const [line, file, back] of [
      [`tenant export hof ${join(home, "hof.tar")} --block`, "hof.tar", "tenant import"],
      ["backup alles.tar", "alles.tar", "restore"],
    ] as const) {
      const made = await run(line.split(" "), { dataDir, env, cwd: home })
      expect([line, made.code, made.stderr]).toEqual([
        line,
        0,
        expect.stringContaining("gehört erika; niemand sonst kann die Datei lesen."),
      ])
      const { uid, gid, mode } = statSync(join(home, file))
      expect([uid, gid, mode & 0o777]).toEqual([ERIKA, ERIKA, 0o600])
      const taken = await run([...back.split(" "), file], { dataDir: elsewhere, env, cwd: home })
      expect([back, taken.code, taken.stderr]).toEqual([back, 0, ""])
    }
    expect([owners(dataDir), owners(elsewhere)]).toEqual([new Set([SERVICE]), new Set([SERVICE])])
    expect((await run(["tenant", "list"], { dataDir: elsewhere })).stdout).toMatch(/^alm /m)
  }, 120_000)

  test("the authority of the certificates, too, named behind an option", async () => {
    const [dataDir, elsewhere] = [given(copy()), given(temporaryDir())]
    expect((await run(["tls"], { dataDir, env, cwd: home })).code).toBe(0)
    for (const [written, taken] of [
      [
        ["--export", "stelle.pem"],
        ["--import", "stelle.pem"],
      ],
      [["--export=nochmal.pem"], ["--import=nochmal.pem"]],
    ] as const) {
      const made = await run(["tls", ...written], { dataDir, env, cwd: home })
      expect([made.code, made.stderr]).toEqual([0, expect.stringContaining("gehört erika")])
      const back = await run(["tls", ...taken], { dataDir: elsewhere, env, cwd: home })
      expect([back.code, back.stderr]).toEqual([0, ""])
    }
    for (const file of ["stelle.pem", "nochmal.pem"]) {
      const { uid, mode } = statSync(join(home, file))
      expect([uid, mode & 0o777]).toEqual([ERIKA, 0o600])
      expect(readFileSync(join(home, file), "utf8")).toMatch(
        /^Namen des Servers: .*\n-----BEGIN CERT[^]*PRIVATE KEY-----\n$/,
      )
    }
    expect(owners(elsewhere)).toEqual(new Set([SERVICE]))
    const show = (folder: string) => run(["tls", "--show"], { dataDir: folder, env })
    const print = /Fingerabdruck.*/
    expect(print.exec((await show(elsewhere)).stdout)?.[0]).toBe(
      print.exec((await show(dataDir)).stdout)?.[0],
    )
  }, 120_000)

  test("a file that is there stays as it is, and one that could not be made is none", async () => {
    const dataDir = given(copy())
    const mine = join(home, "meins.tar")
    writeFileSync(mine, "mine")
    const over = await run(["backup", mine], { dataDir, env })
    expect([over.code, over.stderr]).toEqual([1, expect.stringContaining("überschrieben wird nie etwas")])
    expect(readFileSync(mine, "utf8")).toBe("mine")
    const failed = await run(["tenant", "export", "nix", join(home, "nix.tar")], { dataDir, env })
    expect([failed.code, failed.stderr]).toEqual([1, "Eine Firma nix gibt es nicht.\n"])
    expect(existsSync(join(home, "nix.tar"))).toBe(false)
    for (const [args, told] of [
      [["restore", join(home, "nix.tar")], "nix.tar gibt es nicht."],
      [["restore", home], "ist keine Datei."],
      [["restore", mine], "Die Datei ist abgeschnitten oder keine Sicherung"],
      [["tenant", "import", mine], "Die Datei ist abgeschnitten oder keine Sicherung"],
      [["tls", "--import", mine], "Die Datei enthält kein Zertifikat"],
    ] as const) {
      const { code, stderr } = await run([...args], { dataDir, env })
      expect([args, code, stderr]).toEqual([args, 1, expect.stringContaining(told)])
      expect(stderr).not.toContain(".unfinished-")
    }
  }, 120_000)

  test("is told to whoever forgot it, and not needed for what concerns no data", async () => {
    const folder = temporaryDir()
    chmodSync(folder, 0o755)
    copyFileSync(executable(), join(folder, "pfandwerk"))
    writeFileSync(join(folder, ".env"), `DATA_DIR=${given(copy())}\n`, { mode: 0o600 })
    const typed = async (...args: string[]) => {
      const child = Bun.spawn([join(folder, "pfandwerk"), ...args], {
        cwd: home,
        uid: ERIKA,
        gid: ERIKA,
        env: {},
        stdout: "ignore",
        stderr: "pipe",
      })
      return [await child.exited, await child.stderr.text()]
    }
    for (const args of [["version"], ["--help"], ["tenant", "--help"], ["handbuch", "betrieb"]])
      expect([args, ...(await typed(...args))]).toEqual([args, 0, ""])
    for (const args of [["tenant", "list"], ["backup"], ["serve"]])
      expect([args, ...(await typed(...args))]).toEqual([
        args,
        1,
        expect.stringContaining("Mit sudo geht es"),
      ])
  }, 120_000)

  test("asks for a password at the terminal of whoever called it", async () => {
    const dataDir = given(copy())
    mkdirSync(join(home, "hier"))
    const session = atTerminal(
      [executable(), ..."superadmin create --email e@b.example --name E".split(" ")],
      { cwd: join(home, "hier"), env: { ...env, DATA_DIR: dataDir } },
    )
    await session.see("Neues Passwort")
    session.press("ein gutes Kennwort\rein gutes Kennwort\r")
    expect([await session.ended, session.shown()]).toEqual([
      0,
      expect.stringContaining("e@b.example angelegt"),
    ])
    const again = atTerminal([executable(), ..."superadmin create --email f@b.example --name F".split(" ")], {
      cwd: home,
      env: { ...env, DATA_DIR: dataDir },
    })
    await again.see("Neues Passwort")
    again.press("\x03")
    expect([await again.ended, again.shown()]).toEqual([1, expect.stringContaining("Abgebrochen")])
  }, 120_000)
})
