import { Link } from "react-aria-components"
import type { Answer } from "../../ui/api/call.ts"
import { isGone, messageOf } from "../../ui/api/fault.ts"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { pieces } from "../../ui/values/format.ts"
import { NotFound, Page } from "../../ui/page/page.tsx"
import { useGet } from "../../ui/state/query.ts"
import { xmlOf } from "./words.ts"

type Rechnungsfelder = Answer<"get", "/api/abrechnungen/{id}/rechnungsfelder">
type Feld = Rechnungsfelder["zeilen"][number][number]

const BACK = { href: "/abrechnungen", label: "Abrechnungen" }

/** Contents of a structured invoice, read from the file itself. */
export default function ContentsPage({ params }: { params: Record<string, string> }) {
  const id = params["id"] ?? ""
  const { data, error } = useGet("/api/abrechnungen/{id}", { path: { id } })
  const path = data && xmlOf(data)
  const rechnung = useGet("/api/abrechnungen/{id}/rechnungsfelder", { path: { id } }, { enabled: !!path })
  if (isGone(error)) return <NotFound what="Diese Abrechnung gibt es nicht" back={BACK} />
  const fault = error ?? rechnung.error
  return (
    <Page
      title={data ? `Inhalt von ${data.nummer}` : " "}
      back={{ href: `/abrechnungen/${id}`, label: data?.nummer ?? "Abrechnung" }}
      actions={
        path && (
          <FileButton path={path} input={{ path: { id } }} label={`${data?.nummer} als XML`}>
            XML
          </FileButton>
        )
      }
    >
      {fault && <p role="alert">{messageOf(fault)}</p>}
      {data && !path && <p>In diesem PDF stehen keine Daten für Programme.</p>}
      {rechnung.data && <Contents {...rechnung.data} href={`/abrechnungen/${id}`} />}
    </Page>
  )
}

function Contents({ gruppen, zeilen, zeilen_anzahl, href }: Rechnungsfelder & { href: string }) {
  return (
    <div className="inhalt">
      <p className="muted">
        Jedes Feld der Datei mit seinem Namen und seiner Nummer in der Norm EN 16931. Das Programm des
        Empfängers liest genau das. <Link href={href}>Dieselbe Abrechnung als Seite</Link>
      </p>
      {gruppen.map(({ titel, felder }) => (
        <section key={titel} aria-label={titel}>
          <h2>{titel}</h2>
          <Fields felder={felder} />
        </section>
      ))}
      <section aria-label="Zeilen">
        <h2>{zeilen_anzahl === 1 ? "Eine Zeile" : `${pieces(zeilen_anzahl)} Zeilen`}</h2>
        {zeilen.map((felder) => (
          <Fields key={felder[0]?.wert} felder={felder} />
        ))}
        {zeilen_anzahl > zeilen.length && (
          <p className="muted">Die ersten {zeilen.length}; alle stehen in der Datei und im PDF.</p>
        )}
      </section>
    </div>
  )
}

/** @returns the fields with a key: some occur more than once, as for each rate, and their order never changes */
const numbered = (felder: Feld[]) => felder.map((feld, i) => ({ ...feld, key: `${i} ${feld.nr}` }))

const Fields = ({ felder }: { felder: Feld[] }) => (
  <dl className="facts">
    {numbered(felder).map(({ key, name, nr, wert }) => (
      <div key={key}>
        <dt>
          {name} <span className="muted">{nr}</span>
        </dt>
        <dd>{wert}</dd>
      </div>
    ))}
  </dl>
)
