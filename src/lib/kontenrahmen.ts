/** Accounts of the two charts, with four digits: deposit revenue, deposits received, revenue under § 19. */
const STANDARD = {
  "03": { erloes: 8540, erhalten: 1732, kleinunternehmer: 8195 },
  "04": { erloes: 4520, erhalten: 3550, kleinunternehmer: 4185 },
}

type Rahmen = { skr: keyof typeof STANDARD; kontenlaenge: number }

/** @returns the account of a chart for a purpose, with as many digits as the company's accounts have */
export const standardkonto = ({ skr, kontenlaenge }: Rahmen, zweck: keyof (typeof STANDARD)["03"]): number =>
  STANDARD[skr][zweck] * 10 ** (kontenlaenge - 4)
