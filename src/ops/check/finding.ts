/** `warning` wants to be looked at, `fault` means that data is damaged or in danger. */
export type Finding = { check: string; result: "ok" | "warning" | "fault"; detail: string }
export type Outcome = Omit<Finding, "check">
