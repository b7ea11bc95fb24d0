const CONSONANTS = "bdfghkmnprstw"
const VOWELS = "aeiou"

/** @returns one of the signs, each as likely: bytes that would favour the first ones are thrown away */
function oneOf(signs: string): string {
  const [byte] = crypto.getRandomValues(new Uint8Array(1))
  const fair = 256 - (256 % signs.length)
  return byte === undefined || byte >= fair ? oneOf(signs) : (signs[byte % signs.length] ?? "")
}

/**
 * @returns a password that is easily read aloud, as `kodapi-wetiro-4927`: syllables and digits, without signs that look alike;
 *   one of about 2⁴⁸
 */
export function proposePassword(): string {
  const syllables = (count: number): string =>
    Array.from({ length: count }, () => oneOf(CONSONANTS) + oneOf(VOWELS)).join("")
  const digits = Array.from({ length: 4 }, () => oneOf("23456789")).join("")
  return `${syllables(3)}-${syllables(3)}-${digits}`
}
