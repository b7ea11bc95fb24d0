import { useState } from "react"
import { Unprintable } from "../../ui/parts/unprintable.tsx"
import { Link } from "react-aria-components"
import { useAccount } from "../../ui/session/account.tsx"
import { isGone } from "../../ui/api/fault.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { FigureHead, SumFoot } from "../../ui/parts/figure-head.tsx"
import { date, euro, pieces } from "../../ui/values/format.ts"
import { Page, pageInstead } from "../../ui/page/page.tsx"
import { useGet } from "../../ui/state/query.ts"
import { bearsTax, useDepositTax } from "../../ui/records/deposit-tax.ts"
import { WhoChanged } from "../../ui/records/history.tsx"
import { FactList } from "../../ui/parts/fact-list.tsx"
import { Outstanding } from "./amount-change.tsx"
import { Edit } from "./edit.tsx"
import { WithCustomers } from "./with-customers.tsx"
import { type Artikel, declared, deposit } from "./words.ts"

const BACK = { href: "/artikel", label: "Artikel" }

/** One article: its deposit, and of a gebinde what it is made of. */
export default function ArtikelPage({ params }: { params: Record<string, string> }) {
  const id = params["id"] ?? ""
  const mayChange = useAccount().rolle !== "user"
  const [edits, setEdits] = useState(false)
  const { data: artikel, error } = useGet("/api/pfandartikel/{id}", { path: { id } }, { watch: true })
  const tax = useDepositTax(artikel !== undefined && bearsTax(artikel))
  if (!artikel || isGone(error)) {
    return pageInstead({ error, name: "Artikel", what: "Diesen Artikel gibt es nicht", back: BACK })
  }
  return (
    <Page
      title={artikel.bezeichnung}
      back={BACK}
      beside={
        <>
          <span className="muted">{artikel.nummer}</span>
          {artikel.aktiv === 0 && <Badge tone="warn">Nicht im Umlauf</Badge>}
        </>
      }
      actions={
        mayChange && (
          <Button icon="edit" onPress={() => setEdits(true)}>
            Bearbeiten
          </Button>
        )
      }
    >
      <div className="record">
        <div className="record-main">
          <section aria-label="Pfand">
            <div>
              <p className="muted">
                {artikel.art === "gebinde" ? "Pfand des ganzen Gebindes" : "Pfand je Stück"}
              </p>
              <p className="figure">{euro(artikel.pfand_cent)}</p>
              {artikel.art === "einzeln" && <p className="muted">{tax}</p>}
            </div>
          </section>
          <Unprintable texts={[artikel.bezeichnung, artikel.nummer]} />
          {artikel.art === "gebinde" && <PartsTable artikel={artikel} />}
          {artikel.art === "einzeln" && <WithCustomers id={id} />}
          {mayChange && <Outstanding artikel={artikel} />}
        </div>
        <Facts artikel={artikel} mayChange={mayChange} />
      </div>
      {edits && <Edit artikel={artikel} onClose={() => setEdits(false)} />}
    </Page>
  )
}

const PartsTable = ({ artikel }: { artikel: Artikel }) => (
  <section aria-labelledby="teile">
    <h2 id="teile">Bestandteile</h2>
    <table className="plain-table parts-table">
      <FigureHead
        name="Artikel"
        figures={["Stück", { text: "Pfand je Stück", className: "each" }, "Pfand"]}
      />
      <tbody>
        {artikel.bestandteile.map(({ pfandartikel_id, nummer, bezeichnung, menge, pfand_cent }) => (
          <tr key={pfandartikel_id}>
            <th scope="row">
              <Link href={`/artikel/${pfandartikel_id}`}>{bezeichnung}</Link>{" "}
              <span className="muted">{nummer}</span>
            </th>
            <td className="figures">{pieces(menge)}</td>
            <td className="figures each">{euro(pfand_cent)}</td>
            <td className="figures">{euro(menge * pfand_cent)}</td>
          </tr>
        ))}
      </tbody>
      <SumFoot sum={euro(artikel.pfand_cent)} before={<td className="figures each muted">–</td>} />
    </table>
    <p className="muted">
      Gebucht werden immer die Teile: so kann ein Kasten auch ohne Flaschen zurückkommen.
    </p>
  </section>
)

function Facts({ artikel, mayChange }: { artikel: Artikel; mayChange: boolean }) {
  const { words } = declared
  return (
    <aside className="record-side" aria-labelledby="angaben">
      <h2 id="angaben">Angaben</h2>
      <FactList
        rows={[
          ["Art", words.art(artikel.art)],
          ["Nummer", artikel.nummer],
          ["Einheit", words.einheit(artikel.einheit)],
          ["Strichcode", artikel.barcode],
          ["Umsatzsteuer", words.ust_klasse(artikel.ust_klasse)],
          ["Steuersatz", words.steuersatz(artikel.steuersatz)],
          artikel.art === "einzeln" && [
            "Geändertes Pfand",
            deposit.words.bei_aenderung(artikel.bei_aenderung),
          ],
          ["Angelegt", date(artikel.erstellt_am)],
        ]}
      />
      {artikel.art === "einzeln" && (
        <Link href={`/pfandbuch?artikel=${artikel.id}`}>Buchungen dieses Artikels</Link>
      )}
      {!mayChange && <p className="muted">Ändern: nur die Verwaltung.</p>}
      <WhoChanged tabelle="pfandartikel" id={artikel.id} />
    </aside>
  )
}
