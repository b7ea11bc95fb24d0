import { Link } from "react-aria-components"
import { useAccount } from "../../ui/session/account.tsx"
import { Badge } from "../../ui/parts/badge.tsx"
import { moment, pieces } from "../../ui/values/format.ts"
import type { Today } from "./model.ts"

/** In ms: backups are made every night, so an older one means that one is missing. */
const FRESH = 36 * 3_600_000

const isYoung = (iso: string): boolean => Date.now() - Date.parse(iso) < FRESH

/** The last backup, and whether the ledger is right; for administrators only. */
export function Safety({ heute: { sicherung, pruefung } }: { heute: Today }) {
  const { rolle } = useAccount()
  if (rolle === "user" || !sicherung) return null
  const { letzte_am, misslungen_am } = sicherung
  const isFresh = letzte_am !== null && isYoung(letzte_am)
  return (
    <section aria-labelledby="sicher">
      <h2 id="sicher">Sicherung und Prüfung</h2>
      <dl className="facts">
        <div>
          <dt>Letzte Sicherung</dt>
          <dd>
            {letzte_am ? moment(letzte_am) : "Noch keine"}{" "}
            {!isFresh && <Badge tone="warn">{letzte_am ? "Überfällig" : "Fehlt"}</Badge>}{" "}
            {misslungen_am && (
              <>
                <Badge tone="bad">Misslungen</Badge> am {moment(misslungen_am)}. Bitte den Betreiber rufen.
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Pfandbuch</dt>
          <dd>
            {pruefung ? (
              <>
                {pruefung.in_ordnung ? (
                  <Badge tone="good">In Ordnung</Badge>
                ) : (
                  <Badge tone="bad">{`${pieces(pruefung.fehler)} Fehler`}</Badge>
                )}{" "}
                {pieces(pruefung.buchungen)} Buchungen, geprüft am {moment(pruefung.geprueft_am)}
              </>
            ) : (
              "Noch nicht geprüft"
            )}{" "}
            <Link href="/pruefung">Zur Prüfung des Pfandbuchs</Link>
          </dd>
        </div>
      </dl>
    </section>
  )
}
