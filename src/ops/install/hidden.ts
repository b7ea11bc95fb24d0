import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Config, settings } from "../../config.ts"
import { RENEW_UNIT } from "../../lib/disk-fault.ts"
import { PLACES } from "./unit.ts"

/** Settings that somebody wrote into the unit or a file beside it, and which of them no command sees. */
type Hidden = { file: string; names: string[] }

/**
 * Finds settings that only the service sees. Commands that are typed by hand read `.env` beside the executable, and
 * would look at another folder than the service's without a word.
 *
 * @param root "/" on a server; tests use a folder
 * @returns a German sentence for a person; undefined when commands see all that the service does
 */
export function describeHidden(root = "/"): string | undefined {
  const hidden = [PLACES.unit, ...beside(root)].flatMap((file) => hiddenIn(root, file))
  if (hidden.length === 0) return undefined
  const told = hidden.map(({ file, names }) => `${names.join(", ")} (${file})`).join("; ")
  return `In der Unit steht ${told}: Das sieht nur der Dienst, dieser Befehl nicht. Dorthin verschieben, wo es beide lesen: ${PLACES.settings}`
}

const beside = (root: string): string[] =>
  ["/etc", "/run"].flatMap((place) =>
    globSync(`${place}/systemd/system/pfandwerk.service.d/*.conf`.slice(1), { cwd: root })
      .toSorted()
      .map((file) => `/${file}`),
  )

function hiddenIn(root: string, file: string): Hidden[] {
  const path = join(root, file)
  if (!existsSync(path)) return []
  const lines = readFileSync(path, "utf8").split("\n")
  const names = lines.flatMap((line) => {
    const [, kind, value = ""] = /^\s*(Environment|EnvironmentFile)\s*=\s*(.+)$/.exec(line) ?? []
    if (kind === "EnvironmentFile") return [`EnvironmentFile=${value.trim()}`]
    return Object.keys(settings).filter((name) => new RegExp(`(?:^|[\\s"'])${name}=`).test(value))
  })
  return names.length > 0 ? [{ file, names: [...new Set(names)] }] : []
}

/** @returns `describeHidden` for the installed program; undefined for any other, which has settings of its own */
export const hiddenFromCommands = (): string | undefined =>
  process.execPath === PLACES.executable ? describeHidden() : undefined

/** What the unit shuts off from the service (ProtectHome); commands that are typed by hand see it. */
const HOMES = /^\/(?:home|root|run\/user)(?:\/|$)/

type Named = Partial<Pick<Config, "dataDir" | "backupDir" | "tls" | "companyMail">>

/**
 * Finds folders and files that every command can use and the service cannot: backups by hand go well there, and those of
 * the night are never made.
 *
 * @param root "/" on a server; tests use a folder
 * @returns a German sentence for a person; undefined when there are none, or somebody opened the homes to the service
 */
export function describeShut(config: Readonly<Named>, root = "/"): string | undefined {
  const { dataDir, backupDir, tls, companyMail } = config
  const named = Object.entries({
    DATA_DIR: dataDir,
    BACKUP_DIR: backupDir,
    TLS_CERT: tls?.cert,
    TLS_KEY: tls?.key,
    MAIL_CA: companyMail?.ca,
  })
  const shut = named.filter(([, path]) => path !== undefined && HOMES.test(path))
  if (shut.length === 0 || beside(root).some((file) => textOf(root, file).includes("ProtectHome=")))
    return undefined
  const told = shut.map(([name, path]) => `${name} (${path})`).join(", ")
  return `Unter /home, /root und /run/user sieht der Dienst nichts: ${told}. Einen anderen Ort nehmen, etwa unter /srv; danach: ${RENEW_UNIT}`
}

/** @returns `describeShut` for the installed program; undefined for any other, which systemd does not shut off */
export const shutFromService = (config: Readonly<Named>): string | undefined =>
  process.execPath === PLACES.executable ? describeShut(config) : undefined

const textOf = (root: string, file: string): string => readFileSync(join(root, file), "utf8")
