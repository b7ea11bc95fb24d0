/** What a disk may refuse, by the codes of the system and of SQLite, and what helps. */
const FAULTS: [RegExp, string][] = [
  [/^(?:ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)$/, "Kein Platz mehr. Platz schaffen (alte Sicherungen zuerst)"],
  [
    /^(?:EACCES|EPERM|SQLITE_CANTOPEN|SQLITE_PERM)$/,
    "Dieser Benutzer darf dort nicht lesen oder schreiben. Wem gehört der Ordner (ls -ld)? Befehle des Dienstes beginnen mit sudo -u pfandwerk",
  ],
  [
    /^(?:EROFS|SQLITE_READONLY\w*)$/,
    "Der Datenträger ist schreibgeschützt: nicht oder falsch eingehängt, oder defekt (dmesg)",
  ],
  [/^(?:EIO|SQLITE_IOERR\w*)$/, "Der Datenträger meldet einen Fehler. Was er hat, zeigt dmesg"],
  [/^ENOENT$/, "Den Ordner gibt es nicht. Ist die Platte eingehängt?"],
  [/^ENOTDIR$/, "Ein Teil des Pfades ist kein Ordner"],
  [/^(?:SQLITE_BUSY\w*|SQLITE_LOCKED\w*)$/, "Die Datenbank ist gerade belegt. Gleich noch einmal versuchen"],
]

type Coded = { code?: string; path?: string; cause?: unknown }

/** @returns in German what a disk refused and what helps; undefined when the error is another one */
export function diskFault(error: unknown): string | undefined {
  for (let at = error as Coded | undefined; at; at = at.cause as Coded | undefined) {
    const { code = "", path } = at
    const found = FAULTS.find(([codes]) => codes.test(code))
    if (found) return `${found[1]} (${path ? `${code}: ${path}` : code}).`
  }
  return undefined
}

/** @returns the same for every error; of another one its own words */
export const reasonOf = (error: unknown): string => diskFault(error) ?? (error as Error).message
