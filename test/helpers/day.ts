/** @returns the day of the tests' companies, `YYYY-MM-DD`: the one in UTC is another for an hour or two of each night */
export const today = (): string => new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" })
