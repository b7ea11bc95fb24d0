import type { Konto } from "./balance.tsx"

/** @returns what can be booked as lost: articles the customer holds, and devices that are elsewhere by now, but still on the account */
export const losable = ({ artikel, geraete }: Konto) => [
  ...artikel
    .filter(({ bestand }) => bestand > 0)
    .map(({ pfandartikel_id, bezeichnung, nummer, bestand }) => ({
      id: pfandartikel_id,
      label: `${bezeichnung} ${nummer}`,
      bestand,
      named: { pfandartikel_id },
    })),
  ...geraete
    .filter(({ beim_kunden, wert_cent }) => !beim_kunden && wert_cent >= 0)
    .map(({ geraet_id, bezeichnung, geraetenummer }) => ({
      id: geraet_id,
      label: `${bezeichnung} ${geraetenummer}`,
      bestand: 1,
      named: { geraet_id },
    })),
]
