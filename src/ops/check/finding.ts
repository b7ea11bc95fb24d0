/** The subject of a finding. */
export type Check =
  | "database"
  | "ledger"
  | "pictures"
  | "permissions"
  | "writing"
  | "space"
  | "clock"
  | "backup"
  | "certificate"
  | "settings"

/** `warning` wants to be looked at, `fault` means that data is damaged or in danger. */
export type Finding = { check: Check; result: "ok" | "warning" | "fault"; detail: string }
export type Outcome = Omit<Finding, "check">

export const ok = (detail: string): Outcome => ({ result: "ok", detail })
export const warning = (detail: string): Outcome => ({ result: "warning", detail })
export const fault = (detail: string): Outcome => ({ result: "fault", detail })
