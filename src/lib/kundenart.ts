/** Kinds of customers. It imports nothing, as browsers load it, too. */

/** Kinds in German. */
export const kundenartInWords = {
  unternehmen: "Unternehmen",
  verbraucher: "Verbraucher",
  behoerde: "Behörde",
  ausland: "Ausland",
}
export type Kundenart = keyof typeof kundenartInWords

/**
 * @param land of the customer, such as `DE`
 * @param art what is said of the customer
 * @returns what a customer in that country can be: a company or public body abroad is `ausland`, one in Germany is not
 */
export function artIn(land: string, art: Kundenart = "unternehmen"): Kundenart {
  if (land !== "DE") return art === "verbraucher" ? art : "ausland"
  return art === "ausland" ? "unternehmen" : art
}

/** Fields of the customer that an invoice names (UStG § 14 (4) no. 1). */
const ANSCHRIFT = { strasse: "Straße", plz: "Postleitzahl", ort: "Ort" } as const

/** Further fields that an XRechnung names. */
const AUTHORITY = { kaeuferreferenz: "Leitweg-ID", email: "E-Mail für Rechnungen" } as const

type Details = Record<
  keyof typeof ANSCHRIFT | "kaeuferreferenz" | "rechnungs_email" | "email",
  string | null
> & { art: Kundenart }

/** @returns what has to be entered for a customer before a first invoice, in words */
export function listMissingOf(kunde: Details): string[] {
  const has = { ...kunde, email: kunde.rechnungs_email || kunde.email }
  const asked = { ...ANSCHRIFT, ...(kunde.art === "behoerde" && AUTHORITY) }
  return (Object.keys(asked) as (keyof typeof asked)[])
    .filter((name) => !has[name])
    .map((name) => asked[name] ?? name)
}

/** How the name of an erased customer begins. */
export const ERASED = "Gelöschter Kunde"

/** @returns what a person is called who was erased (DSGVO Art. 17) */
export const erasedName = (kundennummer: string): string => `${ERASED} ${kundennummer}`

/** @returns whether the customer is a person who was erased, and whose address was not entered again */
export const isErased = ({
  name,
  strasse,
  plz,
  ort,
}: Pick<Details, keyof typeof ANSCHRIFT> & { name: string }): boolean =>
  name.startsWith(ERASED) && !strasse && !plz && !ort
