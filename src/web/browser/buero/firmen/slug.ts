const LETTERS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" }

/** "Getränke Sommer GmbH" → "getraenke-sommer-gmbh", as a proposal. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 63)
    .replaceAll(/^-|-$/g, "")
