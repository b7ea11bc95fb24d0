import { useState } from "react"
import { Link } from "react-aria-components"
import { among, isMonth } from "../../ui/state/address.ts"
import { useAccount } from "../../ui/session/account.tsx"
import { type Answer, call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { readFile, saveFile } from "../../ui/api/file.ts"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { Choice, Toggle } from "../../ui/fields/field.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { euro, pieces, plural, today } from "../../ui/values/format.ts"
import { monthBefore, monthInWords, monthsBefore } from "../../ui/values/month.ts"
import { Page } from "../../ui/page/page.tsx"
import { useGet } from "../../ui/state/query.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { useParam } from "../../ui/state/url.ts"
import { Auditor } from "../../ui/records/auditor.tsx"
import { Exports } from "./exports.tsx"
import { Jahresausgleich } from "./jahresausgleich.tsx"
import { Stichtag } from "./stichtag.tsx"

type Pruefung = Answer<"get", "/api/datev/pruefung">

/** Exports for the bookkeeping and for the auditor. */
export default function DatevPage() {
  const mayExport = useAccount().rolle !== "user"
  return (
    <Page
      title="DATEV und Steuerprüfung"
      actions={
        <ButtonLink href="/firma?abschnitt=datev" icon="edit">
          Einstellungen
        </ButtonLink>
      }
    >
      <div className="datev">
        <Month mayExport={mayExport} />
        <Exports />
        <Stichtag />
        <Jahresausgleich />
        {mayExport && <Auditor />}
      </div>
    </Page>
  )
}

function Month({ mayExport }: { mayExport: boolean }) {
  const [monat, setMonat] = useParam("monat", isMonth, monthBefore(today()))
  const [again, setAgain] = useParam("wiederholen", among([{ id: "ja" }]))
  const { busy, run } = useAction()
  const wiederholen = again === "ja"
  const query = { monat, ...(wiederholen && { wiederholen }) }
  const { data, error, isPlaceholderData } = useGet("/api/datev/pruefung", { query }, { keep: true })
  const make = ({ abrechnungen: erwartet_abrechnungen, brutto_cent: erwartet_cent }: Pruefung): void => {
    // What is exported is what was checked on the screen.
    const body = { ...query, erwartet_abrechnungen, erwartet_cent }
    run(
      async () => saveMade(await call("post", "/api/datev/exporte", { body })),
      (said) => said,
    )
  }
  return (
    <section aria-labelledby="monat">
      <h2 id="monat">Jeden Monat: Abrechnungen für DATEV</h2>
      <div className="field-row">
        <Choice
          label="Ausgestellt im"
          value={monat}
          onChange={setMonat}
          options={monthsBefore(today(), 0, monat)}
        />
        {(wiederholen || (data?.schon_exportiert ?? 0) > 0) && (
          <Toggle
            label="Auch schon Exportiertes"
            value={wiederholen}
            onChange={(on) => setAgain(on ? "ja" : "")}
          />
        )}
      </div>
      {wiederholen && (
        <p className="muted">
          Die Datei entsteht neu, mit den Konten und Einstellungen von heute. Was übergeben wurde, steht
          unverändert unter „Bisher exportiert“.
        </p>
      )}
      {error && <p role="alert">{messageOf(error)}</p>}
      {data && <Sums pruefung={data} />}
      {data && <IssuedLater pruefung={data} />}
      {data && (
        <Notes
          key={`im Weg ${monat}`}
          title="Was im Weg steht"
          notes={data.hindernisse}
          all={data.hindernisse_insgesamt}
        />
      )}
      <p className="buttons">
        {mayExport && (
          <Button
            look="primary"
            icon="download"
            onPress={() => data && make(data)}
            isPending={busy}
            isDisabled={!data || isPlaceholderData || data.hindernisse.length > 0 || data.abrechnungen === 0}
          >
            DATEV-Buchungsstapel erstellen und speichern
          </Button>
        )}
        <FileButton path="/api/datev/journal.csv" input={{ query: { monat } }}>
          Journal als Tabelle (CSV)
        </FileButton>
      </p>
      {!mayExport && <p className="muted">Den Buchungsstapel erstellt die Verwaltung.</p>}
      {data && (
        <Notes
          key={`prüfen ${monat}`}
          title="Was zu prüfen ist"
          notes={data.hinweise}
          all={data.hinweise_insgesamt}
        />
      )}
    </section>
  )
}

/** Saves the file of a new export. @returns what to tell: if that fails, the export exists all the same */
async function saveMade({ id, titel }: Answer<"post", "/api/datev/exporte">): Promise<string> {
  try {
    const read = await readFile("/api/belege/{id}/datei", { path: { id } })
    saveFile(read)
    return `Gespeichert: ${read.name}`
  } catch (error) {
    return `${titel} ist erstellt, aber noch nicht gespeichert: bitte unten „Datei“ wählen. ${messageOf(error)}`
  }
}

function Sums({ pruefung }: { pruefung: Pruefung }) {
  const { monat, abrechnungen, schon_exportiert, noch_danach, buchungen, ohne_buchung, brutto_cent } =
    pruefung
  return (
    <p role="status">
      {abrechnungen === 0
        ? `Im ${monthInWords(monat)} ist nichts zu exportieren.`
        : `Ausgestellt: ${plural(abrechnungen, "Abrechnung", "Abrechnungen")}, ${plural(buchungen, "Buchung", "Buchungen")}, zusammen ${euro(brutto_cent)}.`}
      {ohne_buchung > 0 &&
        ` Bei ${pieces(ohne_buchung)} davon ist nichts zu buchen (0,00 €): dafür hat die Datei keine Zeile.`}
      {schon_exportiert > 0 && ` ${pieces(schon_exportiert)} sind schon exportiert.`}
      {noch_danach > 0 && ` ${pieces(noch_danach)} weitere kommen in die nächste Datei.`}
    </p>
  )
}

/** Settlements for this month that were issued in a later one, with links to that month. */
const IssuedLater = ({ pruefung: { monat, spaeter_ausgestellt } }: { pruefung: Pruefung }) =>
  spaeter_ausgestellt.map((later) => (
    <p key={later.monat}>
      {`${plural(later.anzahl, "Abrechnung", "Abrechnungen")} für ${monthInWords(monat)} ${later.anzahl === 1 ? "ist" : "sind"} im `}
      <Link href={`/datev?monat=${later.monat}`}>{monthInWords(later.monat)}</Link>
      {` ausgestellt: ${later.anzahl === 1 ? "Sie steht" : "Sie stehen"} dort.`}
    </p>
  ))

/** Notes shown at first, so that the buttons below stay in sight. */
const FIRST = 5

function Notes({ title, notes, all }: { title: string; notes: Pruefung["hindernisse"]; all: number }) {
  const [isWhole, setWhole] = useState(false)
  if (notes.length === 0) return null
  return (
    <>
      <h3>{`${title} (${pieces(all)})`}</h3>
      <ul className="lines">
        {notes.slice(0, isWhole ? undefined : FIRST).map(({ abrechnung_id, nummer, meldung }) => (
          <li key={`${abrechnung_id} ${meldung}`}>
            {abrechnung_id && nummer ? (
              <Link href={`/abrechnungen/${abrechnung_id}`}>{nummer}</Link>
            ) : (
              <Link href="/firma?abschnitt=datev">Einstellungen</Link>
            )}
            <span className="wide">{meldung}</span>
          </li>
        ))}
      </ul>
      {!isWhole && notes.length > FIRST && (
        <p>
          <Button onPress={() => setWhole(true)}>{`Alle ${pieces(notes.length)} zeigen`}</Button>
        </p>
      )}
      {isWhole && all > notes.length && <p className="muted">Und {pieces(all - notes.length)} weitere.</p>}
    </>
  )
}
