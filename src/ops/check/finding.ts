/** The subjects of findings, as people read them. */
export const CHECKS = {
  database: "Datenbank",
  ledger: "Pfandbuch",
  pictures: "Bilder",
  permissions: "Rechte",
  writing: "Schreiben",
  space: "Platz",
  clock: "Uhr",
  backup: "Sicherung",
  certificate: "Zertifikat",
  mail: "E-Mail",
  unclear: "Unklare E-Mails",
  settings: "Einstellung",
}
export type Check = keyof typeof CHECKS

/** `warning` should be looked at; `fault` means that data is damaged or in danger. */
export type Finding = { check: Check; result: "ok" | "warning" | "fault"; detail: string }
export type Outcome = Omit<Finding, "check">

export const ok = (detail: string): Outcome => ({ result: "ok", detail })
export const warning = (detail: string): Outcome => ({ result: "warning", detail })
export const fault = (detail: string): Outcome => ({ result: "fault", detail })
