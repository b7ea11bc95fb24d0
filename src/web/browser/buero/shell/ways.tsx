import { Link, useLocation } from "wouter"
import { Icon } from "../../ui/parts/icons.tsx"
import type { Screen } from "./screen.ts"

type Props = { groups: Map<string, Screen[]>; onGo?: () => void }

/** The screens of the navigation, each a link, under the names of their groups. */
export function Ways({ groups, onGo }: Props) {
  const [here] = useLocation()
  return [...groups].map(([name, screens]) => (
    <div key={name} role="group" aria-label={name} className="ways">
      <p className="group word" aria-hidden="true">
        {name}
      </p>
      {screens.map(({ path, label, icon = "menu" }) => (
        <Link
          key={path}
          href={path}
          className="way"
          onClick={onGo}
          aria-current={here === path || here.startsWith(`${path}/`) ? "page" : undefined}
        >
          <Icon name={icon} />
          <span className="word cut">{label}</span>
        </Link>
      ))}
    </div>
  ))
}
