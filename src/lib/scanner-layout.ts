/** Keys of a German keyboard, and what an American one has there: by position, those that differ. */
const GERMAN = `yzYZß´öäü+#-?\`ÖÄÜ*'_"§&/()=;:`
const AMERICAN = `zyZY-=;'[]\\/_+:"{}|?@#^&*()<>`
const american = new Map([...GERMAN].map((key, i) => [key, AMERICAN[i] ?? key]))

/**
 * The ways to read what a scanner typed. One that is set to an American keyboard types `Kß012` for K-012 on a German one.
 *
 * @returns the code as it was typed and, if that differs, as it reads on an American keyboard
 */
export const readingsOf = (code: string): string[] => [
  ...new Set([code, [...code].map((key) => american.get(key) ?? key).join("")]),
]
