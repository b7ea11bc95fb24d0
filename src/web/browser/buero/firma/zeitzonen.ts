const european = Intl.supportedValuesOf("timeZone").filter((zone) => zone.startsWith("Europe/"))

/** @returns what can be chosen: Europe, and the zone that is set, wherever it is */
export const zonesWith = (set: string): { id: string; label: string }[] =>
  [...new Set([...european, set])].map((id) => ({ id, label: id.replaceAll("_", " ") }))
