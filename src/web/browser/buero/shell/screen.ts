import type { ComponentType } from "react"
import type { Role } from "../../ui/session/account.tsx"
import type { IconName } from "../../ui/parts/icons.tsx"

/** One entry of the navigation. */
export type Place = {
  name: string
  icon: IconName
  /** Its name where there is little room. */
  short?: string
}

/** Something that is done on a screen or from there. */
type Task = {
  label: string
  also: string
  /** Where on it, for somebody who stands there. */
  where: string
  roles: readonly Role[]
}

/** The names of something that somebody may not open or do. */
export type Closed = Pick<Screen, "label" | "also">

/** One screen of the office; all of them stand in ../registry.ts. */
export type Screen = {
  /** Below /buero; `:id` is handed to the screen. The first line that fits is taken. */
  path: string
  /** Lists of the API that it shows, each with the parameters that choose it; left out where the path names the list. */
  lists?: Readonly<Record<string, string>>
  /** Parameters of its address: every name that it reads with useParam (ui/state/url.ts). */
  takes?: readonly string[]
  /** What it is called in the palette and until it is loaded. */
  label: string
  /** Where it belongs; none for what is reached in another way. */
  place?: Place
  /** What it is called among the tabs of its place, where it has one. */
  tab?: string
  /** Other words for it, by which the palette finds it as well. */
  also?: string
  /** Sections that can be gone to, by the `abschnitt` of its address. */
  sections?: readonly { id: string; label: string; also: string }[]
  /** What is done there, or on the page of one of its records, and is not found by its own name. */
  tasks?: readonly Task[]
  /** Roles that see it; the interface refuses the others anyway. */
  roles: readonly Role[]
  /** For super administrators: works without a company to act for. */
  global?: true
  load: () => Promise<{ default: ComponentType<{ params: Record<string, string> }> }>
}
