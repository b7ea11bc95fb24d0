import { drawings, type SignName } from "./signs.ts"

/** @param name what it shows; the words beside it say what it means */
export function Sign({ name }: { name: SignName }) {
  return (
    <svg className={`zeichen ${name}`} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}
