import { existsSync } from "node:fs"
import { install, nextSteps, plan } from "../ops/install/install.ts"
import { ownTls } from "../ops/tls/kept.ts"
import { describeShut } from "../ops/install/hidden.ts"
import { PLACES } from "../ops/install/unit.ts"
import { StartRefused } from "../lib/refusal.ts"
import { command } from "./command.ts"
import { describeUnknown } from "./settings-file.ts"

export const installCommand = command({
  summary:
    "Zeigen oder schreiben, was daraus einen Dienst des Servers macht: Unit, Einstellungen, Proxy-Beispiel",
  usage: `pfandwerk install [--write]

  --write   schreibt die Dateien und legt den Benutzer an; als root, auf einem Linux mit systemd
Einstellungen aus der Umgebung (oder aus .env neben dem Programm) kommen in die des Dienstes. Ein Upgrade ist
derselbe Befehl mit dem neuen Programm: Einstellungen, die da sind, bleiben.`,
  options: { write: "boolean" },
  asCaller: true,
  async run({ values: { write } }, { env, out, err }) {
    const installation = plan(env)
    for (const told of new Set([
      describeUnknown(),
      describeUnknown(PLACES.settings),
      describeShut(installation.config),
    ]))
      if (told) err(told)
    if (!write) {
      out(`# ${PLACES.unit}\n\n${installation.unit}`)
      out(`# ${PLACES.settings}\n\n${withoutSecrets(installation.settings)}`)
      out(`# ${PLACES.proxy}\n\n${installation.proxy}`)
      out("# Geschrieben wurde nichts. Das macht: sudo pfandwerk install --write")
      return
    }
    requireServer()
    for (const line of install(installation, process.execPath, "/", shell)) out(line)
    const { config } = installation
    out(nextSteps(config, ownTls(config.dataDir) !== undefined))
  },
})

/** Leaves secrets out, as people show such output to others. */
const withoutSecrets = (text: string): string =>
  text.replaceAll(/^(\w*(?:SECRET|TOKEN|PASSWORD|REFRESH))=.*$/gm, "$1=***")

function requireServer(): void {
  if (process.platform !== "linux" || !existsSync("/etc/systemd/system"))
    throw new StartRefused(
      "Das braucht ein Linux mit systemd. Ohne --write wird gezeigt, was geschrieben würde.",
    )
  if (process.getuid?.() !== 0) throw new StartRefused("Das kann nur root: sudo pfandwerk install --write")
  if (/\/bun(x|\.exe)?$/.test(process.execPath))
    throw new StartRefused(
      "Aus den Quellen gestartet gibt es nichts zu installieren. Erst bauen: bun run build",
    )
}

function shell(line: string): void {
  const { exitCode, stderr } = Bun.spawnSync(["sh", "-c", line])
  if (exitCode !== 0) throw new StartRefused(`${line}: ${stderr.toString().trim()}`)
}
