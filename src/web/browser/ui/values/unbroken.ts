/** A figure and its unit, which no line break may part: `0,5 l`. */
const WITH_UNIT = /(\d) (?=(?:ml|cl|l|kg|g|cm|mm|m|Liter|Stück|St\.?|er)\b)/gi

/** @returns a name whose figures stay with their units, to be shown */
export const unbroken = (name: string): string => name.replace(WITH_UNIT, "$1\u00a0")
