import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { parseEnv } from "node:util"
import { type Config, readConfig, settings } from "../../config.ts"
import { StartRefused } from "../../lib/refusal.ts"
import { version } from "../../version.ts"
import { PLACES, proxy, settingsFile, unit } from "./unit.ts"

type Environment = Record<string, string | undefined>
type Installation = { unit: string; proxy: string; settings: string; config: Readonly<Config> }

/** @returns what would be written, for the settings that are installed already or, without any, this environment */
export function plan(env: Environment, root = "/"): Installation {
  const before = join(root, PLACES.settings)
  const there = existsSync(before) ? readFileSync(before, "utf8") : undefined
  const base = there === undefined ? env : parseEnv(there)
  const given = { ...base, DATA_DIR: base["DATA_DIR"] || PLACES.data }
  const config = readConfig(given)
  if (!config.dataDir.startsWith("/") || !config.backupDir.startsWith("/"))
    throw new StartRefused(
      "DATA_DIR und BACKUP_DIR eines Dienstes sind absolute Pfade, etwa /var/lib/pfandwerk.",
    )
  return {
    config,
    unit: unit(config),
    proxy: proxy(config),
    settings: there === undefined ? settingsFile(given, Object.keys(settings)) : withDataDir(there),
  }
}

/** The service reads nothing but the file: without this line it would use another folder than the one that is made here. */
const withDataDir = (text: string): string =>
  parseEnv(text)["DATA_DIR"] ? text : `${text.replace(/\n?$/, "\n")}DATA_DIR=${PLACES.data}\n`

/**
 * Installs the executable, its settings and the unit, each under its own name in one step, and again without harm:
 * settings that are there stay, and get the data folder if they name none; a unit that somebody changed is kept beside the new one.
 *
 * @param executable this program's own file
 * @param root "/" on a server; tests use a folder
 * @param run runs a system command; @throws when it fails
 * @returns what was done, a line each
 * @throws StartRefused when the place of the command's link is taken by a file
 */
export function install(
  { unit: unitText, proxy: proxyText, settings: settingsText, config }: Installation,
  executable: string,
  root: string,
  run: (command: string) => void,
): string[] {
  const at = (path: string) => join(root, path)
  const write = (path: string, text: string, mode: number) =>
    replace(at(path), (draft) => writeFileSync(draft, text), mode)
  const program = placeProgram(executable, at, config.dataDir)
  run(
    "getent passwd pfandwerk >/dev/null || useradd --system --home-dir /var/lib/pfandwerk --shell /usr/sbin/nologin pfandwerk",
  )
  const hasSettings = existsSync(at(PLACES.settings))
  const isWhole = hasSettings && readFileSync(at(PLACES.settings), "utf8") === settingsText
  // A copy made by hand is often readable for all, and may hold the secret.
  const wasOpen = hasSettings && (statSync(at(PLACES.settings)).mode & 0o027) !== 0
  if (!isWhole) write(PLACES.settings, settingsText, 0o640)
  if (wasOpen) chmodSync(at(PLACES.settings), 0o640)
  run(`chown root:${PLACES.user} ${PLACES.settings}`)
  for (const folder of [config.dataDir, config.backupDir]) {
    makeFolder(dirname(at(folder)))
    mkdirSync(at(folder), { recursive: true, mode: 0o700 })
    run(`chown ${PLACES.user}:${PLACES.user} '${folder}'`)
  }
  makeFolder(dirname(at(PLACES.unit)))
  const hasOtherUnit = existsSync(at(PLACES.unit)) && readFileSync(at(PLACES.unit), "utf8") !== unitText
  if (hasOtherUnit) renameSync(at(PLACES.unit), at(`${PLACES.unit}.before`))
  write(PLACES.unit, unitText, 0o644)
  write(PLACES.proxy, proxyText, 0o644)
  return [
    ...program,
    `Benutzer ${PLACES.user}: ihm gehören die Daten, anmelden kann er sich nicht`,
    `${PLACES.settings}: ${isWhole ? "war da und bleibt, wie sie ist" : hasSettings ? `war da, und hat jetzt die Zeile DATA_DIR=${PLACES.data}` : "die Einstellungen"}${wasOpen ? "; alle konnten sie lesen, jetzt nur noch root und der Dienst" : ""}`,
    `${config.dataDir}: die Daten`,
    ...(hasOtherUnit ? [`${PLACES.unit}.before: die Unit von vorher, die anders war`] : []),
    `${PLACES.unit}: die Unit`,
    `${PLACES.proxy}: ein Beispiel für einen Reverse Proxy mit TLS`,
  ]
}

function placeProgram(executable: string, at: (path: string) => string, dataDir: string): string[] {
  makeFolder(at(PLACES.folder))
  chmodSync(at(PLACES.folder), 0o755)
  const done = [`${PLACES.executable}: dieses Programm, Version ${version}`]
  if (replaceProgram(executable, at(PLACES.executable)))
    done.push(`${PLACES.executable}.before: das Programm von vorher. Zurück dorthin:
    sudo systemctl stop pfandwerk
    sudo pfandwerk backup
    sudo ${PLACES.executable}.before install --write
    sudo -u ${PLACES.user} pfandwerk restore ${dataDir}/backups/pfandwerk-v….db     (die neueste; nur wenn das Upgrade eine anlegte)
    sudo systemctl daemon-reload
    sudo systemctl start pfandwerk`)
  link(PLACES.executable, at(PLACES.command))
  return [...done, `${PLACES.command}: führt dorthin`]
}

/**
 * @returns whether another program was there, which is kept beside it: an upgrade may have to be taken back by
 *   somebody who has nothing but this server
 */
function replaceProgram(executable: string, target: string): boolean {
  const isOther = existsSync(target) && !isSame(executable, target)
  // This program may itself be the one that is kept, so it is copied before that is overwritten.
  const keep = () => {
    if (!isOther) return
    rmSync(`${target}.before`, { force: true })
    linkSync(target, `${target}.before`)
  }
  replace(target, (draft) => copyFileSync(executable, draft), 0o755, keep)
  return isOther
}

function isSame(one: string, other: string): boolean {
  if (statSync(one).size !== statSync(other).size) return false
  return readFileSync(one).equals(readFileSync(other))
}

/** Makes a folder and its parents, readable for all users; the umask of this process (main.ts) is private. */
function makeFolder(folder: string): void {
  const mask = process.umask(0o022)
  try {
    mkdirSync(folder, { recursive: true })
  } finally {
    process.umask(mask)
  }
}

/** Replaces a file by renaming: the file of a running program cannot be overwritten. */
function replace(
  target: string,
  write: (draft: string) => void,
  mode: number,
  before: () => void = () => {},
): void {
  const draft = `${target}.new`
  rmSync(draft, { force: true })
  write(draft)
  chmodSync(draft, mode)
  before()
  renameSync(draft, target)
}

function link(to: string, target: string): void {
  makeFolder(dirname(target))
  const there = lstatSync(target, { throwIfNoEntry: false })
  if (there && !there.isSymbolicLink())
    throw new StartRefused(`${target} gibt es schon, und es ist kein Link; erst beiseite legen.`)
  rmSync(target, { force: true })
  symlinkSync(to, target)
}

const START = `
Jetzt eingeben:

  sudo systemctl daemon-reload
  sudo systemctl enable pfandwerk
  sudo systemctl restart pfandwerk
  systemctl status pfandwerk

und beim ersten Mal:

  sudo pfandwerk superadmin create --email ICH@BEISPIEL.DE --name "MEIN NAME"`

const MAKE = `

Noch ist die Verbindung nicht verschlüsselt, und auf den Telefonen der Fahrer läuft die App nicht. Ohne eigene Domain
hilft ein Zertifikat, das der Server selbst macht und erneuert:

  sudo pfandwerk tls
  sudo systemctl restart pfandwerk`

/**
 * @param hasOwn whether the installation has made a certificate of its own already
 * @returns the operator's next commands, until the drivers' telephones work, too
 */
export function nextSteps({ port, tls, trustProxy, adresse }: Readonly<Config>, hasOwn: boolean): string {
  // A certificate of somebody else's authority, or a proxy's: telephones trust it already.
  if (tls !== undefined || trustProxy) return START
  const server = adresse ?? `https://NAME-DES-SERVERS${port === 443 ? "" : `:${port}`}`
  return `${START}${hasOwn ? "" : MAKE}

Jedes Telefon öffnet einmal ${server}/zertifikat und folgt der Seite.`
}
