import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { parseEnv } from "node:util"
import { type Config, readConfig, settings } from "../../config.ts"
import { StartRefused } from "../../lib/start-refused.ts"
import { PLACES, proxy, settingsFile, unit } from "./unit.ts"

type Environment = Record<string, string | undefined>
export type Installation = { unit: string; proxy: string; settings: string; config: Readonly<Config> }

/** @returns what would be written, for the settings that are installed already or, without any, this environment */
export function plan(env: Environment, root = "/"): Installation {
  const before = join(root, PLACES.settings)
  const there = existsSync(before) ? readFileSync(before, "utf8") : undefined
  const base = there === undefined ? env : parseEnv(there)
  const given = { ...base, DATA_DIR: base["DATA_DIR"] || PLACES.data }
  const config = readConfig(given)
  if (!config.dataDir.startsWith("/") || !config.backupDir.startsWith("/"))
    throw new StartRefused(
      "DATA_DIR and BACKUP_DIR of a service are absolute paths, such as /var/lib/pfandwerk.",
    )
  return {
    config,
    unit: unit(config),
    proxy: proxy(config),
    settings: there ?? settingsFile(given, Object.keys(settings)),
  }
}

/**
 * Installs the executable, its settings and the unit, each under its own name in one step, and again without harm:
 * settings that are there stay; a unit that somebody changed is kept beside the new one.
 *
 * @param executable this program's own file
 * @param root "/" on a server; tests use a folder
 * @param run runs a system command; @throws when it fails
 * @returns what was done, a line each
 * @throws StartRefused when this is not root on a Linux with systemd
 */
export function install(
  { unit: unitText, proxy: proxyText, settings: settingsText, config }: Installation,
  executable: string,
  root: string,
  run: (command: string) => void,
): string[] {
  const at = (path: string) => join(root, path)
  const done: string[] = []
  makeWay(at(PLACES.folder))
  chmodSync(at(PLACES.folder), 0o755)
  replace(at(PLACES.executable), (draft) => copyFileSync(executable, draft), 0o755)
  done.push(`${PLACES.executable}: this program`)

  link(PLACES.executable, at(PLACES.command))
  done.push(`${PLACES.command}: leads to it`)

  run(
    "getent passwd pfandwerk >/dev/null || useradd --system --home-dir /var/lib/pfandwerk --shell /usr/sbin/nologin pfandwerk",
  )
  done.push(`user ${PLACES.user}: owns the data, cannot log in`)

  if (existsSync(at(PLACES.settings))) done.push(`${PLACES.settings}: was there and stays as it is`)
  else {
    replace(at(PLACES.settings), (draft) => writeFileSync(draft, settingsText), 0o640)
    done.push(`${PLACES.settings}: the settings`)
  }
  run(`chown root:${PLACES.user} ${PLACES.settings}`)

  for (const folder of [config.dataDir, config.backupDir]) {
    makeWay(dirname(at(folder)))
    mkdirSync(at(folder), { recursive: true, mode: 0o700 })
    run(`chown ${PLACES.user}:${PLACES.user} '${folder}'`)
  }
  done.push(`${config.dataDir}: the data`)

  makeWay(dirname(at(PLACES.unit)))
  if (existsSync(at(PLACES.unit)) && readFileSync(at(PLACES.unit), "utf8") !== unitText) {
    renameSync(at(PLACES.unit), at(`${PLACES.unit}.before`))
    done.push(`${PLACES.unit}.before: the unit that was there, which differed`)
  }
  replace(at(PLACES.unit), (draft) => writeFileSync(draft, unitText), 0o644)
  done.push(`${PLACES.unit}: the unit`)
  replace(at(PLACES.proxy), (draft) => writeFileSync(draft, proxyText), 0o644)
  done.push(`${PLACES.proxy}: an example for a reverse proxy with TLS`)
  return done
}

/** Makes a folder and those above it, for all to pass: this process makes everything its owner's alone (main.ts). */
function makeWay(folder: string): void {
  const mask = process.umask(0o022)
  try {
    mkdirSync(folder, { recursive: true })
  } finally {
    process.umask(mask)
  }
}

/** A running program's file cannot be written to, but replaced: the name changes from one to the other at once. */
function replace(target: string, write: (draft: string) => void, mode: number): void {
  const draft = `${target}.new`
  rmSync(draft, { force: true })
  write(draft)
  chmodSync(draft, mode)
  renameSync(draft, target)
}

function link(to: string, target: string): void {
  makeWay(dirname(target))
  const there = lstatSync(target, { throwIfNoEntry: false })
  if (there && !there.isSymbolicLink())
    throw new StartRefused(`${target} is there already and no link; move it away first.`)
  rmSync(target, { force: true })
  symlinkSync(to, target)
}
