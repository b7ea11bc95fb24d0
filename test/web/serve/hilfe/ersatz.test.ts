import { expect, test } from "bun:test"
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { canCopySystem } from "../../../faults/mount.ts"
import { until } from "../../../helpers/eventually.ts"
import { atEnd, endBehind, temporaryDir } from "../../../helpers/temporary.ts"
import { createMachine } from "./machine.ts"

/** The recipe of a server that takes over, typed on two machines between which there are a real sshd and rsync. */

const missing = ["sshd", "ssh-keyscan", "ssh-keygen", "rsync", "rrsync", "unshare", "nsenter", "ip"].filter(
  (tool) => Bun.which(tool, { PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` }) === null,
)
const canRun = canCopySystem && missing.length === 0
if (!canRun)
  process.stderr.write(
    `The recipe of the second server is NOT typed here: ${missing.join(", ") || "no overlay"}\n`,
  )

const handbook = readFileSync(join(import.meta.dir, "../../../../src/web/serve/hilfe/betrieb.md"), "utf8")
const recipe = /^### Rezept 1[\s\S]*?(?=^### )/m.exec(handbook)?.[0] ?? ""
const installing = /^```sh\n([\s\S]*?install --write\n)/m.exec(handbook)?.[1] ?? ""
const blocks = [...recipe.matchAll(/^```(text|sh)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, kind, where = "erster", lines = ""]) => ({ kind, where, lines }),
)

const PASSWORD = "ein gutes Kennwort"
/** In ms. */
const PATIENCE = 30_000

test.skipIf(!canRun)(
  "the recipe of the second server takes over what the first had, as it is typed",
  async () => {
    const home = temporaryDir()
    const enter = await network()
    const [first, second] = [await createMachine(home, enter), await createMachine(home, enter)]
    for (const { dir } of [first, second]) {
      mkdirSync(join(dir, "home/erika"), { recursive: true })
      Bun.spawnSync(["mount", "--bind", home, join(dir, "home/erika")])
      mkdirSync(join(dir, "run/sshd"), { recursive: true })
      appendFileSync(join(dir, "etc/passwd"), "sshd:x:12346:65534::/run/sshd:/usr/sbin/nologin\n")
    }
    writeFileSync(join(second.dir, "etc/hosts"), "127.0.0.1 localhost erster\n")
    background([...enter, "chroot", first.dir, "/usr/sbin/sshd", "-D", "-f", "/dev/null", "-o", "UsePAM=no"])

    await first.type(`${installing}sudo systemctl restart pfandwerk`, PASSWORD)
    await first.type("sudo pfandwerk tls\nsudo pfandwerk tenant create --name Hof --slug hof", PASSWORD)
    await second.type(installing, PASSWORD)

    const texts = blocks.filter(({ kind }) => kind === "text").map(({ lines }) => lines)
    const shown: string[] = []
    const type = async ({ where, lines }: { where: string; lines: string }) =>
      void shown.push(await (where === "zweiter" ? second : first).type(lines, PASSWORD))
    const [toFirst, keys, allow, ...rest] = blocks.filter(({ kind }) => kind === "sh")
    const [toFetch, fromFirst, settings, takeOver] = rest
    for (const block of [toFirst, keys]) if (block) await type(block)
    // Both show one fingerprint: that is how one knows that it is the first.
    const fingerprints = shown.map((text) => /256 (SHA256:\S+)/.exec(text)?.[1])
    expect(fingerprints[0]).toBeDefined()
    expect(fingerprints[1]).toBe(fingerprints[0])
    const key = readFileSync(join(second.dir, "root/.ssh/pfandwerk.pub"), "utf8").trim()
    if (allow) await type({ ...allow, lines: allow.lines.replace("ssh-ed25519 AAAA…", key) })
    put(second.dir, "etc/systemd/system/pfandwerk-holen.service", texts[0] ?? "")
    for (const block of [toFetch, fromFirst, settings]) if (block) await type(block)
    expect((await first.type("sudo pfandwerk backup", PASSWORD)).includes("Gesichert und geprüft")).toBe(true)

    const fetch = /^ExecStart=(.*)$/m.exec(texts[0] ?? "")?.[1] ?? ""
    const fetched = Bun.spawnSync([...enter, "chroot", second.dir, "sh", "-c", fetch], { timeout: PATIENCE })
    expect([fetched.exitCode, fetched.stderr.toString()]).toEqual([0, ""])
    const there = join(second.dir, "srv/pfandwerk")
    expect(readdirSync(there).filter((name) => name.endsWith("Z.tar")).length).toBeGreaterThan(0)
    // For root alone: that is why the recipe asks sudo for the newest one.
    expect(statSync(there).mode & 0o077).toBe(0)

    await first.type("sudo systemctl stop pfandwerk", PASSWORD)
    if (takeOver) await type(takeOver)
    expect(shown.at(-1)).toContain("Wiederhergestellt in /var/lib/pfandwerk")
    expect(await second.type("sudo pfandwerk tenant list", PASSWORD)).toContain("hof")
    const ofFirst = await first.type("sudo pfandwerk tls --show", PASSWORD)
    const fingerprint = /Fingerabdruck[^\n]*/.exec(ofFirst)?.[0] ?? "none"
    expect(await second.type("sudo pfandwerk tls --show", PASSWORD)).toContain(fingerprint.trim())
    await second.type("sudo systemctl stop pfandwerk", PASSWORD)
  },
  120_000,
)

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o700 })
  writeFileSync(join(root, path), text, { mode: 0o600 })
}

/** A network of its own, in which port 22 is free. @returns what enters it */
async function network(): Promise<string[]> {
  const ready = join(temporaryDir(), "ready")
  const holder = background([
    "unshare",
    "-n",
    "sh",
    "-c",
    `ip link set lo up && touch ${ready} && exec sleep 600`,
  ])
  await until("there is a network of its own", () => existsSync(ready))
  return ["nsenter", "-t", String(holder), "-n", "--"]
}

function background(command: string[]): number {
  const child = Bun.spawn(command, { stdio: ["ignore", "ignore", "ignore"] })
  atEnd(() => child.kill("SIGKILL"))
  endBehind(child.pid)
  return child.pid
}
