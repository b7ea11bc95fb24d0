import { existsSync } from "node:fs"
import { install, plan } from "../ops/install/install.ts"
import { PLACES } from "../ops/install/unit.ts"
import { StartRefused } from "../lib/start-refused.ts"
import type { Command } from "./command.ts"
import { readOptions } from "./options.ts"

export const installCommand: Command = {
  name: "install",
  summary: "Show, or write, what makes this a service of the server: unit, settings, example for a proxy",
  usage: `pfandwerk install [--write]

  --write   write the files, make the user; as root, on a Linux with systemd
Settings in the environment (or in .env beside the executable) go into the service's settings. To upgrade, run it
with the new executable: settings that are there stay.`,
  async run(args, { env, out }) {
    const { write } = readOptions(args, { write: "boolean" })
    const installation = plan(env)
    if (!write) {
      out(`# ${PLACES.unit}\n\n${installation.unit}`)
      out(`# ${PLACES.settings}\n\n${withoutSecrets(installation.settings)}`)
      out(`# ${PLACES.proxy}\n\n${installation.proxy}`)
      out("# Nothing was written. To do it: sudo pfandwerk install --write")
      return 0
    }
    requireServer()
    for (const line of install(installation, process.execPath, "/", shell)) out(line)
    out(`
Now type:

  systemctl daemon-reload
  systemctl enable pfandwerk
  systemctl restart pfandwerk
  systemctl status pfandwerk

and, the first time:

  sudo -u ${PLACES.user} pfandwerk superadmin create --email YOU@EXAMPLE.DE --name "YOUR NAME"`)
    return 0
  },
}

/** What is shown may be shown to others. */
const withoutSecrets = (text: string): string =>
  text.replaceAll(/^(JWT_SECRET|METRICS_TOKEN)=.*$/gm, "$1=***")

function requireServer(): void {
  if (process.platform !== "linux" || !existsSync("/etc/systemd/system"))
    throw new StartRefused("This needs a Linux with systemd. Without --write it shows what it would write.")
  if (process.getuid?.() !== 0)
    throw new StartRefused("Only root can do this: sudo pfandwerk install --write")
  if (/\/bun(x|\.exe)?$/.test(process.execPath))
    throw new StartRefused("Run from the sources there is nothing to install. Build it first: bun run build")
}

function shell(command: string): void {
  const { exitCode, stderr } = Bun.spawnSync(["sh", "-c", command])
  if (exitCode !== 0) throw new StartRefused(`${command}: ${stderr.toString().trim()}`)
}
