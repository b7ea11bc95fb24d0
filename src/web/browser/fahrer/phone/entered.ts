/** Parts of a draft that tell whether the driver has entered anything. */
export type Entered = {
  ausgabe: object
  ruecknahme: object
  geraete: object
  empfaenger_name: string
  unterschrift: string
  notiz: string
}

/** @returns whether the driver has entered anything */
export const isTouched = ({
  ausgabe,
  ruecknahme,
  geraete,
  empfaenger_name,
  unterschrift,
  notiz,
}: Entered): boolean =>
  [ausgabe, ruecknahme, geraete].some((set) => Object.keys(set).length > 0) ||
  [empfaenger_name, unterschrift, notiz].some((text) => text.trim() !== "")
