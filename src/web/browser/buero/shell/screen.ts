import type { ComponentType } from "react"
import type { Role } from "../../ui/session/account.tsx"
import type { IconName } from "../../ui/parts/icons.tsx"

/** One screen of the office; all of them stand in ../registry.ts. */
export type Screen = {
  /** Below /buero; `:id` is handed to the screen. The first line that fits is taken. */
  path: string
  /** Parameters of its address: every name that it reads with useParam (ui/state/url.ts). */
  takes?: readonly string[]
  /** In the navigation (where there is an icon), the palette and the keys. */
  label: string
  /** Name of those that it stands with in the navigation. */
  group: string
  icon?: IconName
  /** Other words for it, by which the palette finds it as well. */
  also?: string
  /** Roles that see it; the interface refuses the others anyway. */
  roles: readonly Role[]
  /** For super administrators: works without a company to act for. */
  global?: true
  load: () => Promise<{ default: ComponentType<{ params: Record<string, string> }> }>
}
