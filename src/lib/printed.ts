/** Characters that the fonts of all documents have: Latin, Greek and Cyrillic letters, and the usual signs (`CO₂`, `⅓`). */
const PRINTED =
  /[\s -~\u00a0-\u0181\u018d-\u0190\u0192-\u0194\u01a0\u01a1\u01af-\u01b1\u01cd-\u01dd\u01e2-\u01e7\u0218-\u0220\u02bb-\u02c1\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03d1\u0400-\u045f\u0490-\u0493\u1e80-\u1e85\u1e9e-\u1ef9\u1f00-\u1f15\u2010-\u201e\u2020-\u2023\u2026\u2030\u2032\u2033\u2039\u203a\u2044\u2070\u2071\u2074-\u208e\u20ac\u2113\u2116\u2122\u212e\u2150-\u215e\u2190-\u2199\u2212\u221e\u2248\u2260\u2264\u2265]/u
const UNPRINTED = new RegExp(PRINTED.source.replace("[", "[^"), "gu")
/** Signs without a picture, which documents leave out. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu

/** @returns the signs of these texts for which documents show an empty box, each once */
export function listUnprintable(texts: readonly (string | null | undefined)[]): string[] {
  const text = texts.join("").normalize("NFC").replace(INVISIBLE, "")
  return [...new Set(text.match(UNPRINTED))]
}
