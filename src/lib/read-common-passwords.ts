import frequent from "@zxcvbn-ts/language-common/src/passwords.json"

/** Shorter ones are refused anyway. */
const SHORTEST = 6
const COUNT = 3000

/** Runs as a macro at build time: of the long list only its beginning goes into the executable. */
export const readCommonPasswords = (): string =>
  frequent
    .filter((password) => password.length >= SHORTEST)
    .slice(0, COUNT)
    .join(" ")
