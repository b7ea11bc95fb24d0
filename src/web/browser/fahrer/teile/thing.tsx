import type { Artikel } from "../phone/tag.ts"
import { signOf } from "./kinds.ts"
import { Sign } from "./sign.tsx"

/** The picture of an article or device, in the colour of its kind. */
export const Thing = ({ artikel, isGeraet }: { artikel: Artikel | undefined; isGeraet: boolean }) => {
  const name = isGeraet ? "geraet" : artikel ? signOf(artikel) : "karton"
  return (
    <span className={`ding ${name}`}>
      <Sign name={name} />
    </span>
  )
}
