import type { Answer } from "../../ui/api/call.ts"

export type Abrechnung = Answer<"get", "/api/abrechnungen/{id}">

/** What an amount is for; a long word says where it may be broken. */
export const klassen = {
  warenumschliessung: "Pfand Waren\u{ad}umschließung",
  transporthilfsmittel: "Transport\u{ad}hilfsmittel",
  geraetepfand: "Gerätepfand",
  kaution: "Kaution",
} satisfies Record<Abrechnung["steuern"][number]["klasse"], string>

/** `19 %`, or that none is reckoned. */
export const rate = (satz: number | null): string => (satz === null ? "ohne USt" : `${satz} %`)
