import { useGet } from "../../ui/state/query.ts"

/** Asked again as often as this, in ms: the number is a reminder, and what it counts changes a few times a day. */
const SELDOM = 60_000

/** How many things wait for somebody, beside "Heute"; nothing where nothing does. */
export function Undone() {
  const { data } = useGet("/api/heute/liegengeblieben", {}, { watch: () => SELDOM })
  if (!data?.anzahl) return null
  const { anzahl } = data
  return (
    <>
      <span className="undone-count digits" aria-hidden="true">
        {anzahl > MOST ? `${MOST}+` : anzahl}
      </span>
      <span className="hidden">{anzahl} liegengeblieben</span>
    </>
  )
}

const MOST = 99
