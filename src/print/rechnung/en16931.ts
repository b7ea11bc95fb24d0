import type { Profile } from "./missing.ts"

/** The European standard itself, as ZUGFeRD has it inside the PDF. */
export const en16931: Profile = {
  leitlinie: "urn:cen.eu:en16931:2017",
  prozess: null,
  needs: {},
}
