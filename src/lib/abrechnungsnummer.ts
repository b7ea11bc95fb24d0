/** @returns the number of a settlement as it stands on paper, such as ABR-2026-00100 */
export const nummerOf = (jahr: number, lfd_nr: number): string =>
  `ABR-${jahr}-${String(lfd_nr).padStart(5, "0")}`
