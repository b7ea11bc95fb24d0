import { checkDataDir } from "../ops/check/check.ts"
import { CHECKS, type Finding, warning } from "../ops/check/finding.ts"
import { checkBackups, checkCertificate } from "../ops/check/backups.ts"
import { checkMailSettings } from "../ops/check/live.ts"
import { hiddenFromCommands, shutFromService } from "../ops/install/hidden.ts"
import { tlsMismatch } from "../ops/tls/mismatch.ts"
import { withOwnTls } from "../ops/tls/kept.ts"
import { readConfig } from "../config.ts"
import { command } from "./command.ts"
import { describeUnknown } from "./settings-file.ts"

/** Results in German for people; programs read the words of `--json`. */
const RESULTS = { ok: "gut", warning: "Warnung", fault: "Fehler" }

export const checkCommand = command({
  summary: "Nach Schäden sehen: Datenbank, Pfandbuch, Bilder, Rechte, Schreiben, Platz, Uhr, Sicherungen",
  usage: `pfandwerk check [--json]

  --json   ein JSON-Objekt statt Text
Ändert nichts (in BACKUP_DIR wird zur Probe geschrieben) und geht neben dem laufenden Dienst. Ergibt 1, wenn ein Fehler gefunden wurde.`,
  options: { json: "boolean" },
  async run({ values: { json } }, { env, out }) {
    const config = withOwnTls(readConfig(env))
    const { dataDir, tls, mail, companyMail } = config
    const unusable = mail && checkMailSettings(mail)
    const now = new Date()
    const told = [
      hiddenFromCommands(),
      // BACKUP_DIR is named by the check of the backups.
      shutFromService({ dataDir, tls, companyMail }),
      describeUnknown(),
      tlsMismatch(config),
    ].filter((text) => text !== undefined)
    const findings: Finding[] = [
      ...(await checkDataDir(dataDir, now)),
      checkBackups(config, now),
      ...(tls ? [checkCertificate(tls, now, config.adresse)] : []),
      ...(unusable ? [unusable] : []),
      ...told.map((text): Finding => ({ check: "settings", ...warning(text) })),
    ]
    const healthy = findings.every(({ result }) => result !== "fault")
    if (json) out(JSON.stringify({ healthy, findings }))
    else
      for (const { check, result, detail } of findings)
        out(`${RESULTS[result].padEnd(8)} ${CHECKS[check].padEnd(12)} ${detail}`)
    return healthy ? 0 : 1
  },
})
