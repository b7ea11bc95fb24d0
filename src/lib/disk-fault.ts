import { PROGRAM } from "./ourselves.ts"
import { StartRefused } from "./refusal.ts"

/** Failures of a disk or a lock, by the codes of the system and of SQLite. */
const codes = {
  full: /^(?:ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)$/,
  denied: /^(?:EACCES|EPERM|SQLITE_CANTOPEN|SQLITE_PERM)$/,
  "read-only": /^(?:EROFS|SQLITE_READONLY\w*)$/,
  failing: /^(?:EIO|SQLITE_IOERR\w*)$/,
  absent: /^ENOENT$/,
  "no folder": /^ENOTDIR$/,
  locked: /^(?:SQLITE_BUSY\w*|SQLITE_LOCKED\w*)$/,
}

export type DiskFault = keyof typeof codes

const names = Object.keys(codes) as DiskFault[]

/** @returns the failure that an error's code stands for, if it is one of these */
export function faultOf(error: unknown): DiskFault | undefined {
  const code = (error as Coded | null)?.code
  return code === undefined ? undefined : names.find((name) => codes[name].test(code))
}

/** @returns the command that names the programs which have a database open, such as the one that holds its lock */
export const whoLocks = (database = "DATA_DIR/pfandwerk.db"): string => `sudo fuser -v ${database}`

/**
 * Commands that open the folders and ports to the service that its settings name: systemd shuts it off from all others.
 */
export const RENEW_UNIT =
  "sudo pfandwerk install --write, sudo systemctl daemon-reload, dann sudo systemctl restart pfandwerk"

/** Messages for an operator, who can mend it. */
const advice: Record<DiskFault, string> = {
  full: "Kein Platz mehr. Platz schaffen (alte Sicherungen zuerst)",
  denied:
    "Dieser Benutzer darf dort nicht lesen oder schreiben. Wem es gehört, zeigt ls -ld. In DATA_DIR gehört alles dem Dienst: sudo chown -R pfandwerk: DATA_DIR. Den Ordner einer neuen Einstellung macht sudo pfandwerk install --write",
  "read-only": `Der Datenträger ist schreibgeschützt: nicht oder falsch eingehängt, oder defekt (dmesg). Gilt das nur für den Dienst, hilft nach einer Änderung von DATA_DIR oder BACKUP_DIR: ${RENEW_UNIT}`,
  failing: "Der Datenträger meldet einen Fehler. Was er hat, zeigt dmesg",
  absent: "Das gibt es nicht. Stimmt der Name, ist die Platte eingehängt?",
  "no folder": "Ein Teil des Pfades ist kein Ordner",
  locked: `Die Datenbank ist gerade belegt. Gleich noch einmal versuchen; welches Programm sie belegt, zeigt ${whoLocks()}`,
}

type Coded = { code?: string; path?: string; cause?: unknown }

/** @returns in German what a disk refused and what helps; undefined for any other error */
export function diskFault(error: unknown): string | undefined {
  for (let at = error as Coded | undefined; at; at = at.cause as Coded | undefined) {
    const { code = "", path } = at
    const fault = faultOf(at)
    if (fault) return `${advice[fault]} (${path ? `${code}: ${path}` : code}).`
  }
  return undefined
}

/** German words for other messages of the system that an operator reads. */
const others: Record<string, string> = {
  SQLITE_CORRUPT: `Die Datenbank ist beschädigt oder abgeschnitten; was zu tun ist, sagt ${PROGRAM} check`,
  SQLITE_NOTADB: "Die Datei ist keine Datenbank",
  EADDRINUSE: "Ein anderes Programm hat den Port",
  EADDRNOTAVAIL: "Diese Adresse hat der Rechner nicht",
  EEXIST: "Die Datei gibt es schon",
  EISDIR: "Das ist ein Ordner, keine Datei",
  ENOTEMPTY: "Der Ordner ist nicht leer",
  EMFILE: "Es sind zu viele Dateien offen",
  EPIPE: "Niemand nimmt die Ausgabe entgegen",
  ENOTFOUND: "Diesen Namen kennt niemand",
}

/** @returns what `diskFault` does, and the like for other codes; else the error's own message */
export function reasonOf(error: unknown): string {
  const { code = "", path } = error as Coded
  const other = others[code]
  if (other) return `${other} (${path ? `${code}: ${path}` : code}).`
  return diskFault(error) ?? (error as Error).message
}

/**
 * Does what a disk or the system may refuse.
 *
 * @param failure in German, such as "… kann nicht gelesen werden"
 * @throws StartRefused with that and the reason
 */
export function orRefuse<T>(failure: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new StartRefused(`${failure}: ${reasonOf(cause)}`, { cause })
  }
}
