import type { Art } from "../../ui/lines/unusual.ts"
import { among, isDay } from "../../ui/state/address.ts"
import { useParam } from "../../ui/state/url.ts"

const KINDS = [{ id: "ruecknahme" }, { id: "anfangsbestand" }] as const

/**
 * Opening balances of one day come one customer after the other; all else begins with what is brought back, today. The
 * address keeps what the next customer's form begins with.
 */
export function useSeries(isAdmin: boolean) {
  const [art, setArt] = useParam("art", among(KINDS), "ruecknahme")
  const [day, setDay] = useParam("tag", isDay)
  const isOn = isAdmin && art === "anfangsbestand"
  const begins: { art: Art; tag: string | null } = isOn
    ? { art, tag: day || null }
    : { art: "ruecknahme", tag: null }
  return {
    isOn,
    begins,
    chooseArt: (chosen: Art, tag: string | null): void => {
      const goesOn = chosen === "anfangsbestand"
      setArt(goesOn ? chosen : "ruecknahme")
      setDay((goesOn && tag) || "")
    },
    chooseDay: (tag: string | null): void => {
      if (isOn) setDay(tag ?? "")
    },
  }
}
