import { Link, useLocation } from "wouter"
import { Icon } from "../../ui/parts/icons.tsx"
import { type Entry, isIn } from "./places.ts"
import { useGet } from "../../ui/state/query.ts"

type Props = { places: Entry[]; folded?: boolean; onGo?: () => void }

/** The places of the office, each a link to its first tab. */
export function PlaceLinks({ places, folded, onGo }: Props) {
  const [here] = useLocation()
  return (
    <div className="place-links">
      {places.map((entry) => {
        const { name, short, icon, href } = entry
        return (
          <Link
            key={name}
            href={href}
            className="place-link"
            onClick={onGo}
            data-place={name}
            title={folded ? name : undefined}
            aria-current={isIn(entry, here) ? "page" : undefined}
          >
            <Icon name={icon} />
            <span className="word cut">
              <span className={short && "long"}>{name}</span>
              {short && <span className="short">{short}</span>}
            </span>
            {href === "/heute" && <Undone />}
          </Link>
        )
      })}
    </div>
  )
}

/** Time in ms between two questions for the number: what it counts changes a few times a day. */
const SELDOM = 60_000

/** How many things wait for somebody, beside "Heute"; nothing where nothing does. */
function Undone() {
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
