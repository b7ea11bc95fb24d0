import { Link } from "react-aria-components"
import { useAccount } from "../../ui/session/account.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { Page } from "../../ui/page/page.tsx"
import { Auditor } from "../../ui/records/auditor.tsx"
import { useGet } from "../../ui/state/query.ts"
import { euro, plural } from "../../ui/values/format.ts"

const lists = [
  {
    path: "/api/export/kunden",
    name: "Kunden",
    about: "Alle Angaben; die Tabelle lässt sich unverändert wieder übernehmen",
    admins: true,
  },
  {
    path: "/api/export/standorte",
    name: "Standorte",
    about: "Wohin Kunden außerdem beliefert werden; lässt sich ebenso übernehmen",
    admins: true,
  },
  { path: "/api/export/pfandartikel", name: "Pfandartikel", about: "Mit Pfand und Bestandteilen" },
  { path: "/api/export/geraete", name: "Geräte", about: "Mit Stand, Kunde und Pfand" },
  { path: "/api/export/mitarbeiter", name: "Mitarbeiter", about: "Ohne Passwörter", admins: true },
  {
    path: "/api/export/bestaende",
    name: "Bestände",
    about: "Stück je Kunde und Artikel; lässt sich anderswo als Anfangsbestand übernehmen",
  },
  {
    path: "/api/export/geraetepfand",
    name: "Offenes Gerätepfand",
    about: "Was bei Kunden für Geräte offen ist, die sie nicht haben",
  },
  {
    path: "/api/export/pfandsalden",
    name: "Pfandsalden",
    about: "Wer wie viel Pfand hat, der größte Saldo zuerst",
  },
] as const

const barred = new Intl.ListFormat("de").format(
  lists.filter((list) => "admins" in list).map(({ name }) => name),
)

/** Exports as tables for spreadsheets. */
export default function Austausch() {
  const mayAll = useAccount().rolle !== "user"
  return (
    <Page title="Austausch">
      <div className="austausch">
        <Exports mayAll={mayAll} />
        {mayAll && <Auditor />}
      </div>
    </Page>
  )
}

/** The lists that leave as tables. */
function Exports({ mayAll }: { mayAll: boolean }) {
  return (
    <section aria-labelledby="export">
      <h2 id="export">Export</h2>
      <p className="muted">Ganze Listen als CSV oder für Excel (.xlsx).</p>
      <table className="plain-table exports">
        <tbody>
          {lists
            .filter((list) => mayAll || !("admins" in list))
            .map(({ path, name, about }) => (
              <tr key={path}>
                <th scope="row">
                  <strong>{name}</strong>
                  <br />
                  <span className="muted">{about}</span>
                </th>
                <td className="figures export-buttons">
                  <FileButton path={path} input={{}}>
                    {`${name} exportieren`}
                  </FileButton>
                  <FileButton
                    path={path}
                    input={{ query: { format: "xlsx" } }}
                    look="quiet"
                    label={`${name} für Excel`}
                  >
                    Excel
                  </FileButton>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <Gap />
      {!mayAll && (
        <p className="muted">
          Nicht dabei: {barred}, denn diese Listen enthalten Namen und Anschriften von Personen. Sie
          exportiert die Verwaltung, ebenso das Archiv für die Steuerprüfung.
        </p>
      )}
    </section>
  )
}

/** What no table has that comes in again: whoever moves to another company books it there by hand. */
function Gap() {
  const { data } = useGet("/api/export/luecke", {})
  if (!data || data.anzahl === 0) return null
  const many = `Pfand für ${plural(data.anzahl, "Gerät", "Geräte")}`
  return (
    <p>
      {`Nicht dabei, was in einer anderen Firma wieder hereinkommt: ${many}, zusammen ${euro(data.wert_cent)}. Diese Kunden haben die Geräte nicht, und „Geräte“ nennt zu jedem nur einen Kunden. Bitte dort von Hand buchen, nach der Liste `}
      <Link href="/schwund?was=pfand">Offenes Gerätepfand</Link>.
    </p>
  )
}
