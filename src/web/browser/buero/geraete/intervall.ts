/** The longest time between two tests that the service takes, whatever it is counted in. */
export const MOST_INTERVALL = 3650

/** What the time between two tests is counted in. */
export const units = [
  { id: "monate", label: "Monate" },
  { id: "tage", label: "Tage" },
] as const
