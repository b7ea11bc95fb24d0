/** Kinds of what is on a truck in the evening. */
export const kinds = [
  ["leergut", "Leergut und Geräte zurück"],
  ["ware", "Nicht zugestellte Ware"],
] as const
