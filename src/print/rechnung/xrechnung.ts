import type { Profile } from "./missing.ts"

/** XRechnung, the format of public bodies in Germany, version 3.0. */
export const xrechnung: Profile = {
  leitlinie: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
  prozess: "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
  needs: {
    "verkaeufer.kontakt.name": ({ verkaeufer }) => verkaeufer.kontakt.name,
    "verkaeufer.kontakt.telefon": ({ verkaeufer }) => verkaeufer.kontakt.telefon,
    "verkaeufer.kontakt.email": ({ verkaeufer }) => verkaeufer.kontakt.email,
    "kaeufer.referenz": ({ kaeufer }) => kaeufer.referenz,
    "kaeufer.email": ({ kaeufer }) => kaeufer.email,
  },
}
