import { Link } from "wouter"
import { Button } from "../../ui/parts/button.tsx"
import { useAccount } from "../../ui/session/account.tsx"
import { Badge } from "../../ui/parts/badge.tsx"
import { FigureHead, SumFoot } from "../../ui/parts/figure-head.tsx"
import { ago, date, euro, pieces } from "../../ui/values/format.ts"
import { useSettled } from "../../ui/page/in-order.tsx"
import type { Konto } from "./balance.tsx"
import { losable } from "./losable.ts"

/** What the customer has: pieces and deposit for each article, then the devices. */
export function Stock({ konto, onLose }: { konto: Konto | undefined; onLose: () => void }) {
  const { rolle } = useAccount()
  useSettled(konto !== undefined)
  if (!konto) return null
  const artikel = konto.artikel.filter(({ bestand, wert_cent }) => bestand !== 0 || wert_cent !== 0)
  if (artikel.length + konto.geraete.length === 0) {
    return (
      <section aria-labelledby="bestand">
        <h2 id="bestand">Bestand</h2>
        <p className="muted">
          Hier steht, was beim Kunden ist. Noch ist es nichts: mit der ersten Lieferung kommt es von selbst.
        </p>
      </section>
    )
  }
  return (
    <section aria-labelledby="bestand">
      <h2 id="bestand">Bestand</h2>
      <table className="plain-table">
        <FigureHead
          name="Artikel oder Gerät"
          figures={["Stück", { text: "Ältestes seit", className: "wide" }, "Pfand"]}
        />
        <tbody>
          {artikel.map(({ pfandartikel_id, nummer, bezeichnung, bestand, wert_cent, seit_am, negativ }) => (
            <tr key={pfandartikel_id}>
              <th scope="row">
                {bezeichnung} <span className="muted">{nummer}</span>
                {negativ && <Badge tone="bad">Mehr zurück als ausgegeben</Badge>}
              </th>
              <td className={negativ ? "figures bad" : "figures"}>{pieces(bestand)}</td>
              <Since moment={seit_am} />
              <td className={negativ ? "figures bad" : "figures"}>{euro(wert_cent)}</td>
            </tr>
          ))}
          {konto.geraete.map((geraet) => (
            <Device key={geraet.geraet_id} geraet={geraet} />
          ))}
        </tbody>
        <SumFoot sum={euro(konto.wert_cent)} columns={3} />
      </table>
      {losable(konto).length > 0 &&
        (rolle === "user" ? (
          <p className="muted">Verlust buchen: nur die Verwaltung.</p>
        ) : (
          <p className="buttons">
            <Button onPress={onLose}>Verlust buchen</Button>
          </p>
        ))}
    </section>
  )
}

/** The row of a device, with the customer's Standort where it is. */
const Device = ({ geraet }: { geraet: Konto["geraete"][number] }) => (
  <tr>
    <th scope="row">
      <Link href={`/geraete/${geraet.geraet_id}`}>{geraet.bezeichnung}</Link>{" "}
      <span className="muted">
        {[geraet.geraetenummer, geraet.standort_name].filter(Boolean).join(" · ")}
      </span>
      {!geraet.beim_kunden && <Badge tone="warn">{whereabouts(geraet.wert_cent)}</Badge>}
    </th>
    <td className="figures">{geraet.beim_kunden ? 1 : "–"}</td>
    <Since moment={geraet.seit_am} />
    <td className="figures">{euro(geraet.wert_cent)}</td>
  </tr>
)

/** @returns what to say of a device that is not with the customer, by what stands on the account for it */
const whereabouts = (wert_cent: number): string =>
  wert_cent < 0
    ? "Nicht beim Kunden, mehr erstattet als bezahlt"
    : `Nicht mehr beim Kunden${wert_cent === 0 ? "" : ", Pfand offen"}`

/** The cell with the day since when the oldest piece has been out. */
const Since = ({ moment }: { moment: string | null }) => (
  <td className="figures wide muted" title={moment ? ago(moment) : undefined}>
    {moment ? date(moment) : "–"}
  </td>
)
