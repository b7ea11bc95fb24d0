import type { Answer } from "../../ui/api/call.ts"
import { FigureHead, SumFoot } from "../../ui/parts/figure-head.tsx"
import { euro, pieces } from "../../ui/values/format.ts"
import { unitsOf } from "../../ui/values/contents.ts"

/** `3 fehlen` or `3 zu viel` */
export const differenceInWords = (differenz: number, count: (n: number) => string = pieces): string =>
  differenz < 0 ? `${count(-differenz)} fehlen` : `${count(differenz)} zu viel`

type Sums = { fehlt: number; fehlt_cent: number; zu_viel: number; zu_viel_cent: number }

/** What is missing and what is too much: pieces, and the deposit on them. */
export const Shortfall = ({ of: { fehlt, fehlt_cent, zu_viel, zu_viel_cent } }: { of: Sums }) => (
  <>
    <strong className={fehlt > 0 ? "bad" : ""}>
      {pieces(fehlt)} Stück fehlen{fehlt > 0 && ` (${euro(fehlt_cent)})`}
    </strong>
    , {pieces(zu_viel)} sind zu viel{zu_viel > 0 && ` (${euro(zu_viel_cent)})`}.
  </>
)

type Differing = Pick<Answer<"get", "/api/inventuren/{id}/abschluss">, "abweichend">

/** By how much each article differs so far, and all of them together. */
export function Differences({ abweichend }: Differing) {
  const sumOf = (of: "differenz" | "differenz_cent", sign: 1 | -1): number =>
    abweichend.reduce((sum, one) => sum + Math.max(0, sign * (one[of] ?? 0)), 0)
  return (
    <>
      <p>
        <Shortfall
          of={{
            fehlt: sumOf("differenz", -1),
            fehlt_cent: sumOf("differenz_cent", -1),
            zu_viel: sumOf("differenz", 1),
            zu_viel_cent: sumOf("differenz_cent", 1),
          }}
        />
      </p>
      <table className="plain-table">
        <FigureHead name="Bisher anders als erwartet" figures={["Abweichung", "Pfand"]} />
        <tbody>
          {abweichend.map(({ id, nummer, bezeichnung, einheit, differenz, differenz_cent }) => {
            const by = differenz ?? 0
            const className = by < 0 ? "figures bad" : "figures"
            return (
              <tr key={id}>
                <th scope="row">
                  {bezeichnung} <span className="muted">{nummer}</span>
                </th>
                <td className={className}>{differenceInWords(by, (n) => unitsOf(n, einheit))}</td>
                <td className={className}>{euro(differenz_cent ?? 0)}</td>
              </tr>
            )
          })}
        </tbody>
        <SumFoot sum={euro(sumOf("differenz_cent", 1) - sumOf("differenz_cent", -1))} columns={2} />
      </table>
    </>
  )
}
