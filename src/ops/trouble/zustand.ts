import { statfsSync, statSync } from "node:fs"
import { join } from "node:path"
import { DATABASE } from "../../db/open.ts"
import type { HttpDeps } from "../../http/http-deps.ts"
import type { Zustand } from "../../lib/zustand.ts"
import { version } from "../../version.ts"
import { CHECKS, type Finding } from "../check/finding.ts"
import { checkService } from "../check/live.ts"
import { madeAt, ownBackups } from "../retention/retention.ts"
import { readRefused, readSeen } from "./watch.ts"

/** Most backups that are listed; `pfandwerk backup list` shows all, and what else lies there. */
const BACKUPS = 20

const RESULTS = { ok: "gut", warning: "warnung", fault: "fehler" } as const

/** @returns how the service is, looked at now */
export async function readZustand({
  config,
  system,
  clock,
  mailService,
}: Pick<HttpDeps, "config" | "system" | "clock" | "mailService">): Promise<Zustand> {
  const { dataDir, backupDir, herzschlag } = config
  const { bavail, bsize } = statfsSync(dataDir)
  return {
    version,
    gestartet_am: new Date(performance.timeOrigin).toISOString(),
    befunde: toBefunde(await checkService({ config, system, mailService }, clock()), dataDir),
    sicherungen: (ownBackups({ dataDir, backupDir }) ?? [])
      .slice(-BACKUPS)
      .toReversed()
      .map((datei) => ({
        datei,
        gemacht_am: madeAt(datei).toISOString(),
        bytes: sizeOf(join(backupDir, datei)),
      })),
    auftraege_offen: system.countAuftraege(),
    emails_offen: system.countNachrichten(mailService.installation),
    frei_bytes: bavail * bsize,
    datenbank_bytes: sizeOf(join(dataDir, DATABASE)) + sizeOf(join(dataDir, `${DATABASE}-wal`)),
    speicher_bytes: process.memoryUsage.rss(),
    herzschlag: herzschlag !== undefined,
    alarm_abgelehnt: refusal(dataDir),
  }
}

function toBefunde(findings: readonly Finding[], dataDir: string): Zustand["befunde"] {
  const seen = readSeen(dataDir)
  return findings.map(({ check, result, detail: text }) => {
    const { since, result: before, told } = seen[check] ?? {}
    const seit = before === result && told === result ? (since ?? null) : null
    return { pruefung: CHECKS[check], ergebnis: RESULTS[result], text, seit }
  })
}

function refusal(dataDir: string): Zustand["alarm_abgelehnt"] {
  const refused = readRefused(dataDir)
  return refused ? { am: refused.am, antwort: refused.answer } : null
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
