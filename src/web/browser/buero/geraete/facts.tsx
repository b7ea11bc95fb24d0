import { Link } from "react-aria-components"
import { date, euro } from "../../ui/values/format.ts"
import { Unprintable } from "../../ui/parts/unprintable.tsx"
import { useDepositTax } from "../../ui/records/deposit-tax.ts"
import { WhoChanged } from "../../ui/records/history.tsx"
import { FactList } from "../../ui/parts/fact-list.tsx"
import { type Geraet, geraeteform } from "./fields.tsx"

const { labels, words } = geraeteform

/** The device's plate and deposit. */
export function Facts({ geraet }: { geraet: Geraet }) {
  const { id, geraetenummer, typ, seriennummer, barcode, pfand_cent, pfandform, notiz, erstellt_am } = geraet
  const tax = useDepositTax(pfandform === "pfand")
  const rows: [string, string | null][] = [
    [words.pfandform(pfandform), euro(pfand_cent)],
    ...(tax ? [["Umsatzsteuer", tax] satisfies [string, string]] : []),
    [labels.geraetenummer, geraetenummer],
    [labels.barcode, barcode],
    [labels.typ, typ],
    [labels.seriennummer, seriennummer],
    ["Angelegt", date(erstellt_am)],
  ]
  return (
    <aside className="record-side" aria-labelledby="angaben">
      <h2 id="angaben">Angaben</h2>
      <FactList rows={rows} />
      <Unprintable texts={[geraet.bezeichnung, geraetenummer]} />
      {notiz && (
        <>
          <h3>Notiz</h3>
          <p className="note">{notiz}</p>
        </>
      )}
      <Link href={`/pfandbuch?geraet=${id}`}>Buchungen dieses Geräts</Link>
      <WhoChanged tabelle="geraete" id={id} />
    </aside>
  )
}
