/** Tones of a reminder: `stufe` of the interface. */
export const tones = [
  { id: "1", label: "Freundlich" },
  { id: "2", label: "Bestimmt" },
  { id: "3", label: "Letzte" },
] as const
