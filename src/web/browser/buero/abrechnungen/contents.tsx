import { useQuery } from "@tanstack/react-query"
import { Link } from "react-aria-components"
import { isGone, messageOf } from "../../ui/api/fault.ts"
import { readFile } from "../../ui/api/file.ts"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { pieces } from "../../ui/values/format.ts"
import { NotFound, Page } from "../../ui/page/page.tsx"
import { useGet } from "../../ui/state/query.ts"
import { type Field, readGroups, readZeilen } from "./rechnungsfelder.ts"
import { xmlOf } from "./words.ts"
import { type XmlNode, readXml } from "./xml.ts"

const BACK = { href: "/abrechnungen", label: "Abrechnungen" }

/** Lines that are shown; the file has all of them. */
const MOST = 200

/** Contents of a structured invoice, read from the file itself. */
export default function ContentsPage({ params }: { params: Record<string, string> }) {
  const id = params["id"] ?? ""
  const { data, error } = useGet("/api/abrechnungen/{id}", { path: { id } })
  const path = data && xmlOf(data)
  const xml = useQuery({
    queryKey: [path ?? "", id],
    enabled: path !== undefined,
    queryFn: async () => {
      const { file } = await readFile(path!, { path: { id } })
      return readXml(await file.text())
    },
  })
  if (isGone(error)) return <NotFound what="Diese Abrechnung gibt es nicht" back={BACK} />
  const fault = error ?? xml.error
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
      {data && !path && <p>Diese Abrechnung gibt es nur als PDF. Darin steht nichts für Programme.</p>}
      {xml.data && <Contents root={xml.data} href={`/abrechnungen/${id}`} />}
    </Page>
  )
}

function Contents({ root, href }: { root: XmlNode; href: string }) {
  const zeilen = readZeilen(root)
  return (
    <div className="inhalt">
      <p className="muted">
        Jedes Feld der Datei mit seinem Namen und seiner Nummer in der Norm EN 16931. Das Programm des
        Empfängers liest genau das. <Link href={href}>Dieselbe Abrechnung als Seite</Link>
      </p>
      {readGroups(root).map(({ titel, fields }) => (
        <section key={titel} aria-label={titel}>
          <h2>{titel}</h2>
          <Fields felder={fields} />
        </section>
      ))}
      <section aria-label="Zeilen">
        <h2>{zeilen.length === 1 ? "Eine Zeile" : `${pieces(zeilen.length)} Zeilen`}</h2>
        {zeilen.slice(0, MOST).map((fields) => (
          <Fields key={fields[0]?.value} felder={fields} />
        ))}
        {zeilen.length > MOST && (
          <p className="muted">Die ersten {MOST}; alle stehen in der Datei und im PDF.</p>
        )}
      </section>
    </div>
  )
}

/** Some fields stand there more than once, as those of each rate; they never change their places. */
const numbered = (fields: Field[]) => fields.map((field, i) => ({ ...field, key: `${i} ${field.nr}` }))

const Fields = ({ felder }: { felder: Field[] }) => (
  <dl className="facts">
    {numbered(felder).map(({ key, name, nr, value }) => (
      <div key={key}>
        <dt>
          {name} <span className="muted">{nr}</span>
        </dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
