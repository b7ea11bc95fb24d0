import type { Abrechnung } from "../../ui/records/words.ts"

/** Classes of amounts in German; long words with the places where they may be broken. */
export const klassen = {
  warenumschliessung: "Pfand Waren\u{ad}umschließung",
  transporthilfsmittel: "Transport\u{ad}hilfsmittel",
  geraetepfand: "Gerätepfand",
  kaution: "Kaution",
} satisfies Record<Abrechnung["steuern"][number]["klasse"], string>

/** `19 %`, or that none is reckoned. */
export const rate = (satz: number | null): string => (satz === null ? "ohne USt" : `${satz} %`)

/** What to do next with an invoice of each form. */
export const versand = {
  papier: "Geht auf Papier oder als PDF zum Kunden.",
  zugferd: "Das PDF enthält die Rechnung auch als Daten: so, wie es ist, per E-Mail schicken.",
  xrechnung: "Die Rechnung ist die XML-Datei: sie geht an die Behörde, das PDF zeigt nur dasselbe.",
} satisfies Record<NonNullable<Abrechnung["form"]>, string>

/** @returns the API's path of the file for programs; undefined if there is none */
export const xmlOf = ({ form, xrechnung }: Abrechnung) =>
  form === "zugferd"
    ? "/api/abrechnungen/{id}/factur-x.xml"
    : form === "xrechnung" && xrechnung
      ? "/api/abrechnungen/{id}/xrechnung.xml"
      : undefined
