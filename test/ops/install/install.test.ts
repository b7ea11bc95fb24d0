import { afterAll, expect, test } from "bun:test"
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { parseEnv } from "node:util"
import { install, nextSteps, plan } from "../../../src/ops/install/install.ts"
import { describeHidden } from "../../../src/ops/install/hidden.ts"
import { PLACES } from "../../../src/ops/install/unit.ts"
import { run } from "../../helpers/executable.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

/** As main.ts sets it; the other files of the run go on with their own. */
const umask = process.umask(0o077)
afterAll(() => void process.umask(umask))

const program = join(temporaryDir(), "program")
writeFileSync(program, "one")

/** Installs below a folder; the system's commands are only written down. */
function installed(root: string, env: Record<string, string> = {}) {
  const commands: string[] = []
  const lines = install(plan(env, root), program, root, (command) => commands.push(command))
  const text = (path: string) => readFileSync(join(root, path), "utf8")
  const mode = (path: string) => (statSync(join(root, path)).mode & 0o777).toString(8)
  return { commands, lines, text, mode }
}

test("writes the program, a link to it, the settings, the unit and an example for a proxy", () => {
  const root = temporaryDir()
  const { commands, text, mode } = installed(root, {
    PORT: "8080",
    METRICS_TOKEN: "0123456789abcdef",
    TRUST_PROXY: "true",
  })
  expect(text(PLACES.executable)).toBe("one")
  expect([mode(PLACES.folder), mode(PLACES.executable), mode(PLACES.unit)]).toEqual(["755", "755", "644"])
  expect(readlinkSync(join(root, PLACES.command))).toBe(PLACES.executable)
  expect(text(PLACES.settings)).toEndWith(
    "PORT=8080\nDATA_DIR=/var/lib/pfandwerk\nTRUST_PROXY=true\nMETRICS_TOKEN=0123456789abcdef\n",
  )
  expect(mode(PLACES.settings)).toBe("640")
  expect(mode(PLACES.data)).toBe("700")
  expect(text(PLACES.proxy)).toContain("proxy_pass http://127.0.0.1:8080;")
  expect(text(PLACES.proxy)).toContain("location /antwort/ {")
  // Each once: said twice, nginx sends it twice. Without them all callers are one, and links begin with http.
  const headers = [...text(PLACES.proxy).matchAll(/proxy_set_header (\S+)/g)].map(([, name]) => name)
  expect(headers).toEqual(["Host", "X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "X-Request-Id"])
  expect(commands.join("\n")).toContain("useradd --system")
  expect(commands).toContain("chown pfandwerk:pfandwerk '/var/lib/pfandwerk'")
})

test("tells on how the drivers' telephones come to trust it, where nothing else does that", () => {
  const steps = (env: Record<string, string>, hasOwn = false) =>
    nextSteps(plan(env, temporaryDir()).config, hasOwn)
  const bare = steps({ PORT: "8443" })
  expect(bare).toContain("  sudo pfandwerk tls\n  sudo systemctl restart pfandwerk\n")
  expect(bare).toContain("https://NAME-DES-SERVERS:8443/zertifikat")
  const own = steps({ PORT: "443" }, true)
  expect(own).not.toContain("pfandwerk tls")
  expect(own).toContain("https://NAME-DES-SERVERS/zertifikat")
  expect(steps({ TRUST_PROXY: "true" })).not.toContain("zertifikat")
  for (const text of [bare, own]) expect(text).toContain("superadmin create")
  const known = steps({ ADRESSE: "https://pfand.sommer.de:8443" }, true)
  expect(known).toContain("Jedes Telefon öffnet einmal https://pfand.sommer.de:8443/zertifikat")
})

test("may be repeated, for an upgrade: settings stay, a changed unit is kept, the program is new", () => {
  const root = temporaryDir()
  const first = installed(root)
  writeFileSync(join(root, PLACES.settings), "PORT=400\nBACKUP_DIR=/mnt/nas\n")
  writeFileSync(join(root, PLACES.unit), `${first.text(PLACES.unit)}# mine\n`)
  writeFileSync(program, "two")
  chmodSync(join(root, PLACES.settings), 0o644)
  const second = installed(root, { PORT: "5000" })
  expect(second.text(PLACES.executable)).toBe("two")
  expect(second.text(PLACES.settings)).toBe(
    // The service reads nothing else, and would use another folder than the one that was made.
    "PORT=400\nBACKUP_DIR=/mnt/nas\nDATA_DIR=/var/lib/pfandwerk\n",
  )
  expect(second.text(PLACES.unit)).toContain('ReadWritePaths="-/mnt/nas"\n')
  expect(second.text(PLACES.unit)).toContain("CAP_NET_BIND_SERVICE")
  expect(second.text(`${PLACES.unit}.before`)).toEndWith("# mine\n")
  // Copied by hand, it is readable for all.
  expect(second.lines.join("\n")).toContain(
    "hat jetzt die Zeile DATA_DIR=/var/lib/pfandwerk; alle konnten sie lesen, jetzt nur noch root",
  )
  expect(second.mode(PLACES.settings)).toBe("640")
  expect(installed(root, { PORT: "5000" }).lines.join("\n")).toContain("bleibt, wie sie ist")
  expect(second.text(`${PLACES.unit}.before`)).toEndWith("# mine\n")
  writeFileSync(program, "one")
})

test("keeps the program from before, and says how to go back, which works with nothing but that", () => {
  const root = temporaryDir()
  const before = `${PLACES.executable}.before`
  expect(installed(root).lines.join("\n")).not.toContain(".before")
  // A second installation of one program leaves no program from before.
  installed(root)
  expect(existsSync(join(root, before))).toBe(false)
  writeFileSync(program, "two")
  const upgraded = installed(root)
  expect(upgraded.lines.join("\n")).toContain(`sudo ${before} install --write`)
  expect(upgraded.lines.join("\n")).toContain(
    "sudo -u pfandwerk pfandwerk restore /var/lib/pfandwerk/backups/pfandwerk-v….db",
  )
  expect([upgraded.text(PLACES.executable), upgraded.text(before), upgraded.mode(before)]).toEqual([
    "two",
    "one",
    "755",
  ])
  // Typed as it says: the kept program installs itself, over the one that took its place.
  install(plan({}, root), join(root, before), root, () => {})
  expect([upgraded.text(PLACES.executable), upgraded.text(before)]).toEqual(["one", "two"])
  writeFileSync(program, "one")
})

test("settings that only the unit has are told to whoever types a command", () => {
  const root = temporaryDir()
  installed(root)
  expect(describeHidden(root)).toBeUndefined()
  const folder = join(root, `${PLACES.unit}.d`)
  mkdirSync(folder)
  writeFileSync(
    join(folder, "override.conf"),
    `[Service]\nEnvironment="DATA_DIR=/srv/pfand" PORT=443\nNice=5\n`,
  )
  expect(describeHidden(root)).toContain(
    `PORT, DATA_DIR (${PLACES.unit}.d/override.conf): Das sieht nur der Dienst`,
  )
  writeFileSync(
    join(folder, "override.conf"),
    "[Service]\nEnvironment=LANG=C\nEnvironmentFile=/etc/default/x\n",
  )
  expect(describeHidden(root)).toContain("EnvironmentFile=/etc/default/x")
})

test("a service that cannot start is not started for ever, and one without its disk for backups is", () => {
  const lines = plan({ BACKUP_DIR: "/mnt/nas" }).unit.split("\n")
  const of = (name: string) => Number(lines.find((line) => line.startsWith(`${name}=`))?.split("=")[1])
  expect(of("StartLimitBurst")).toBeGreaterThan(10)
  expect(of("StartLimitBurst") * of("RestartSec")).toBeLessThan(of("StartLimitIntervalSec"))
  expect(lines.indexOf("StartLimitBurst=30")).toBeLessThan(lines.indexOf("[Service]"))
  expect(lines).toContain('ReadWritePaths="-/mnt/nas"')
})

test("the service gets to its folders also where those above them are made, and nobody else into them", () => {
  const { mode } = installed(temporaryDir(), {
    DATA_DIR: "/srv/firma/pfand",
    BACKUP_DIR: "/mnt/nas/firma/pfand",
  })
  for (const path of ["/srv", "/srv/firma", "/mnt/nas", "/mnt/nas/firma", "/usr/local/bin", "/opt"])
    expect([path, mode(path)]).toEqual([path, "755"])
  expect([mode("/srv/firma/pfand"), mode("/mnt/nas/firma/pfand"), mode(PLACES.settings)]).toEqual([
    "700",
    "700",
    "640",
  ])
})

test("settings are read as they were given, whatever signs they hold", () => {
  for (const sign of ['"', "'", "`", "#", "\\n", "$HOME", '\\"', "= ", "'\""]) {
    const given = { JWT_SECRET: `${"0123456789".repeat(4)}${sign}x`, BACKUP_DIR: `/mnt/${sign}` }
    expect(parseEnv(plan(given, temporaryDir()).settings)).toEqual({ ...given, DATA_DIR: PLACES.data })
  }
  // At the end of a value, where a backslash takes the quote behind it: as it was given, or refused.
  for (const sign of ['"', "'", "$", "\\", "$\\", "#x\\", "'\\", " \\"]) {
    const given = { JWT_SECRET: `${"0123456789".repeat(4)}${sign}`, PORT: "8080" }
    try {
      expect(parseEnv(plan(given, temporaryDir()).settings)).toEqual({ ...given, DATA_DIR: PLACES.data })
    } catch (error) {
      expect((error as Error).message).toContain("JWT_SECRET enthält")
    }
  }
  for (const sign of ["\n", "\r\n"])
    expect(() => plan({ JWT_SECRET: `${"0123456789".repeat(4)}${sign}x` })).toThrow("JWT_SECRET enthält")
})

test("a file in the place of the link is not overwritten", () => {
  const root = temporaryDir()
  mkdirSync(join(root, "usr/local/bin"), { recursive: true })
  writeFileSync(join(root, PLACES.command), "mine")
  expect(() => installed(root)).toThrow("gibt es schon, und es ist kein Link")
  expect(lstatSync(join(root, PLACES.command)).isFile()).toBe(true)
})

test("the unit gives what the settings need, and no more", () => {
  const { unit } = plan({})
  for (const line of [
    "User=pfandwerk",
    "Group=pfandwerk",
    "UMask=0077",
    "StateDirectoryMode=0700",
    "ProtectSystem=strict",
    "ProtectHome=yes",
    "PrivateTmp=yes",
    "NoNewPrivileges=yes",
    "CapabilityBoundingSet=",
    "Restart=always",
  ])
    expect(unit.split("\n")).toContain(line)
  expect(unit).not.toContain("ReadWritePaths")
  for (const low of [{ PORT: "443" }, { HTTP_PORT: "80" }])
    expect(plan(low).unit).toContain("AmbientCapabilities=CAP_NET_BIND_SERVICE")
  expect(plan({ DATA_DIR: "/srv/pfand", BACKUP_DIR: "/mnt/nas" }).unit).toContain(
    'ReadWritePaths="-/srv/pfand" "-/mnt/nas"',
  )
  expect(plan({ STOP_SECONDS: "60" }).unit).toContain("TimeoutStopSec=80")
  expect(() => plan({ DATA_DIR: "./data" })).toThrow("absolute")
})

// systemd's own judgement, on machines that have it.
test.skipIf(!Bun.which("systemd-analyze"))(
  "systemd finds nothing wrong with the unit, and little exposed",
  () => {
    const root = temporaryDir()
    installed(root)
    const file = join(root, PLACES.unit)
    // It looks for the program where the unit says it is.
    writeFileSync(file, readFileSync(file, "utf8").replace("/opt/pfandwerk/pfandwerk serve", "/bin/true"))
    const verified = Bun.spawnSync(["systemd-analyze", "verify", file])
    expect([verified.exitCode, verified.stderr.toString()]).toEqual([0, ""])
    const rated = Bun.spawnSync(["systemd-analyze", "security", "--offline=true", "--threshold=25", file])
    expect([rated.exitCode, rated.stdout.toString().slice(-200)]).toEqual([0, expect.any(String)])
  },
)

test("as a command it shows everything and writes nothing", async () => {
  const { code, stdout } = await run(["install"], {
    dataDir: "/var/lib/pfandwerk",
    env: { METRICS_TOKEN: "0123456789abcdef" },
  })
  expect(code).toBe(0)
  for (const part of ["[Service]", "METRICS_TOKEN=***", "listen 443 ssl", "Geschrieben wurde nichts"])
    expect(stdout).toContain(part)
  expect(stdout).not.toContain("0123456789abcdef")
  expect(existsSync(PLACES.unit)).toBe(false)
})

// Only root can give a folder away.
test.skipIf(process.getuid?.() !== 0)(
  "root starts no service on the service's folder, which that then could not read",
  async () => {
    const dataDir = temporaryDir()
    chownSync(dataDir, 65534, 65534)
    for (const command of [["serve"], ["demo"]]) {
      const { code, stderr } = await run(command, { dataDir })
      expect([code, stderr]).toEqual([1, expect.stringContaining("sudo -u pfandwerk pfandwerk")])
    }
    expect(readdirSync(dataDir)).toEqual([])
  },
)
