import type { Database } from "bun:sqlite"
import { existsSync } from "node:fs"
import { ERASED } from "../lib/kundenart.ts"
import { databaseIn, openDatabase, openReadOnly, withoutLeftovers } from "./open.ts"

/** Most that are named of each kind. */
const NAMED = 10

type Row = Record<string, string | number | null>

/** What can be taken from people: an older backup gives it back. */
type Kind = {
  /** In German, before the names. */
  what: string
  /** Rows of one database that may stand in a way that those of the other do not; `id` tells them apart. */
  rows: string
  /** @returns whether the restored row lets somebody do what the row of the data until now did not */
  isBack: (restored: Row, now: Row | undefined) => boolean
}

const KINDS: Kind[] = [
  {
    what: "deaktivierte oder gelöschte Konten arbeiten wieder",
    rows: "SELECT m.id, m.email AS name, m.aktiv FROM mitarbeiter m LIMIT 100000",
    isBack: (restored, now) => (now === undefined || now["aktiv"] === 0) && restored["aktiv"] === 1,
  },
  {
    what: "frühere Passwörter gelten wieder",
    rows: `SELECT m.id, m.email AS name, m.password_hash AS hash, m.token_generation AS generation
      FROM mitarbeiter m WHERE m.aktiv = 1 LIMIT 100000`,
    // A log-in may renew the hash of the same password; a new password counts the generation up.
    isBack: (restored, now) =>
      now !== undefined &&
      now["hash"] !== restored["hash"] &&
      Number(now["generation"]) > Number(restored["generation"]),
  },
  {
    what: "frühere Rollen gelten wieder",
    rows: "SELECT m.id, m.email AS name, m.rolle FROM mitarbeiter m WHERE m.aktiv = 1 LIMIT 100000",
    isBack: (restored, now) => now !== undefined && now["rolle"] !== restored["rolle"],
  },
  {
    what: "widerrufene Schlüssel von Programmen gelten wieder",
    rows: `SELECT p.id, t.slug || ': ' || p.name AS name, p.widerrufen_am AS weg
      FROM tenants t JOIN programmzugaenge p ON p.tenant_id = t.id LIMIT 100000`,
    isBack: (restored, now) => now !== undefined && now["weg"] !== null && restored["weg"] === null,
  },
  {
    what: "beendete Links von Kunden öffnen wieder",
    rows: `SELECT l.id, t.slug || ': gültig bis ' || l.gueltig_bis AS name, l.endet_am AS bis
      FROM tenants t JOIN antwortlinks l ON l.tenant_id = t.id LIMIT 100000`,
    isBack: ({ bis }, now) => now === undefined && String(bis) > new Date().toISOString(),
  },
  {
    what: "gelöschte Personen stehen wieder da",
    rows: `SELECT k.id, t.slug || ': Kundennummer ' || k.kundennummer AS name, k.name AS kunde
      FROM tenants t JOIN kunden k ON k.tenant_id = t.id LIMIT 1000000`,
    isBack: (restored, now) => isErasedName(now?.["kunde"]) && !isErasedName(restored["kunde"]),
  },
  {
    what: "gesperrte oder umgezogene Firmen arbeiten wieder",
    rows: "SELECT t.id, t.slug AS name, t.status FROM tenants t LIMIT 100000",
    isBack: (restored, now) =>
      now !== undefined && now["status"] !== "aktiv" && restored["status"] === "aktiv",
  },
]

const isErasedName = (name: string | number | null | undefined): boolean =>
  typeof name === "string" && name.startsWith(ERASED)

/**
 * Compares data that are about to be restored with those that they replace.
 *
 * @returns what was taken from people since and would be theirs again, in German, a line for each kind
 */
export function findReturned(dataDir: string, fresh: string): string[] {
  if (!existsSync(databaseIn(dataDir))) return []
  // What reading leaves behind would be taken for a part of the data until now.
  using _ = withoutLeftovers(databaseIn(dataDir))
  using opened = new DisposableStack()
  try {
    const now = openReadOnly(databaseIn(dataDir))
    opened.defer(() => now.close())
    const restored = openReadOnly(databaseIn(fresh))
    opened.defer(() => restored.close())
    // From data of other companies nothing was taken, such as those of a service that was started once, empty.
    if (!haveCompanyInCommon(now, restored)) return []
    return KINDS.flatMap((kind) => describe(kind, now, restored))
  } catch {
    // Not a database of ours any more: that is why somebody restores.
    return []
  }
}

function haveCompanyInCommon(now: Database, restored: Database): boolean {
  const [before = new Set(), after = new Set()] = [now, restored].map(
    (sqlite) => new Set(sqlite.query("SELECT id FROM tenants LIMIT 100000").values().flat()),
  )
  return !before.isDisjointFrom(after)
}

function describe({ what, rows, isBack }: Kind, now: Database, restored: Database): string[] {
  try {
    const before = new Map((now.query(rows).all() as Row[]).map((row) => [row["id"], row]))
    const back = (restored.query(rows).all() as Row[]).filter((row) =>
      isBack(row, before.get(row["id"] ?? "")),
    )
    if (back.length === 0) return []
    const names = back.slice(0, NAMED).map(({ name }) => name)
    const more = back.length > NAMED ? ` und ${back.length - NAMED} weitere` : ""
    return [`${what} (${back.length}): ${names.join(", ")}${more}`]
  } catch {
    // Damaged pages, or an earlier version's table.
    return []
  }
}

/**
 * Ends all log-ins in data that are restored: the signing secret is not exchanged, so a token that was revoked since
 * would be valid again.
 *
 * @param now becomes the generation of tokens, so that a second restore of the same data ends those of the first
 */
export function endAllLogIns(dataDir: string, now: Date): void {
  const sqlite = openDatabase(databaseIn(dataDir))
  try {
    sqlite
      .query(
        `UPDATE mitarbeiter SET token_generation = max(token_generation + 1, :seconds), token_ausnahme = NULL,
          token_beendet = ''`,
      )
      .run({ seconds: Math.floor(now.getTime() / 1000) })
  } finally {
    sqlite.close()
  }
}
