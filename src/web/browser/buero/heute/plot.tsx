import { type PointerEvent, useState } from "react"
import { date, euro, euroRound } from "../../ui/values/format.ts"
import { heightOf, type Point, scaleOf, thinned } from "./plot-scale.ts"

/** Size in units of the drawing, which is stretched to its place. */
const WIDTH = 1000
const HEIGHT = 200

/** Deposit out per day as a line, and as a table for screen readers. Letters go by the day on which something happened. */
export function Plot({ items }: { items: Point[] }) {
  const [at, setAt] = useState<number>()
  const scale = scaleOf(items.map(({ stand_cent }) => stand_cent))
  const x = (i: number): number => (items.length < 2 ? WIDTH : (i / (items.length - 1)) * WIDTH)
  const y = (value: number): number => HEIGHT - heightOf(value, scale) * HEIGHT
  const line = items.map(({ stand_cent }, i) => `${x(i).toFixed(1)} ${y(stand_cent).toFixed(1)}`).join("L")
  const read = (event: PointerEvent<SVGSVGElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width))
    setAt(Math.round(share * (items.length - 1)))
  }
  const chosen = at === undefined ? undefined : items[at]
  const [first, last] = [items[0], items.at(-1)]
  return (
    <figure className="plot" aria-label="Pfand bei Kunden je Tag">
      <div className="plot-lines" aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${heightOf(tick, scale) * 100}%` }}>
            {euroRound(tick)}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerMove={read}
        onPointerLeave={() => setAt(undefined)}
      >
        {scale.ticks.map((tick) => (
          <line key={tick} className="tick" x1="0" x2={WIDTH} y1={y(tick)} y2={y(tick)} />
        ))}
        {line && scale.from === 0 && <path className="area" d={`M${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />}
        {line && <path className="curve" d={`M${line}`} />}
        {chosen && at !== undefined && <line className="cursor" x1={x(at)} x2={x(at)} y1="0" y2={HEIGHT} />}
      </svg>
      <p className="plot-days muted" aria-hidden="true">
        {chosen ? (
          <strong>
            {date(chosen.tag)}: {euro(chosen.stand_cent)}
          </strong>
        ) : (
          <>
            <span>{date(first?.tag)}</span>
            <span>je Buchungstag</span>
            <span>{date(last?.tag)}</span>
          </>
        )}
      </p>
      <div className="hidden">
        <table>
          <caption>Pfand bei Kunden je Buchungstag</caption>
          <thead>
            <tr>
              <th scope="col">Tag</th>
              <th scope="col">Pfand</th>
            </tr>
          </thead>
          <tbody>
            {thinned(items, 31).map(({ tag, stand_cent }) => (
              <tr key={tag}>
                <th scope="row">{date(tag)}</th>
                <td>{euro(stand_cent)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
