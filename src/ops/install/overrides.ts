import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { settings } from "../../config.ts"
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

/** @returns the same, where this program is the installed one: any other has settings of its own */
export const hiddenFromCommands = (): string | undefined =>
  process.execPath === PLACES.executable ? describeHidden() : undefined
