import type { Einheit } from "../../lib/einheit.ts"

/** Units of pieces, by their codes in UN/ECE Recommendations 20 and 21. */
export const einheitCodes: Record<Einheit, string> = {
  kasten: "XCR",
  flasche: "XBO",
  fass: "XKG",
  palette: "XPX",
  gasflasche: "XCY",
  stueck: "C62",
}
