import type { Profil } from "./fehlendes.ts"

/** The European standard itself, as ZUGFeRD has it inside the PDF. */
export const en16931: Profil = {
  leitlinie: "urn:cen.eu:en16931:2017",
  prozess: null,
  braucht: {},
}
