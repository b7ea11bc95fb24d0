/**
 * A small set of signs for people who read little German, drawn on 24 × 24. They only stand beside words, and need no
 * names.
 */
export const drawings = {
  hin: "M9 4H4v16h5M10 12h11M16.5 7.5L21 12l-4.5 4.5",
  her: "M9 4H4v16h5M21 12H9.5M14 7.5L9.5 12l4.5 4.5",
  kasten: "M3 8.5h18V20H3zM7 8.5V5h10v3.5M3 14h18M9 8.5V20M15 8.5V20",
  flasche: "M10 2.5h4v5l2.5 3.5V20a1.5 1.5 0 0 1-1.5 1.5H9A1.5 1.5 0 0 1 7.5 20v-9L10 7.5zM7.5 13h9M7.5 18h9",
  fass: "M7 3h10c1.8 6 1.8 12 0 18H7C5.2 15 5.2 9 7 3zM5.8 8.5h12.4M5.8 15.5h12.4",
  gas: "M9 8h6a2 2 0 0 1 2 2v10a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 20V10a2 2 0 0 1 2-2M10.5 8V4.5h3V8M8 3h8M7 14h10",
  palette: "M2 7h20v3H2zM2 16.5h20v3H2zM4 10v6.5M12 10v6.5M20 10v6.5",
  becher: "M6 3h12l-1.5 18h-9zM6.5 9h11",
  geraet: "M6 2.5h12v19H6zM6 9h12M9 5v2M9 12v4",
  karton: "M3 7l9-4l9 4v10l-9 4l-9-4zM3 7l9 4l9-4M12 11v10",
  anrufen:
    "M5.5 3h4l1.5 5l-2.2 1.6a12.5 12.5 0 0 0 5.6 5.6L16 13l5 1.5v4A2.5 2.5 0 0 1 18.4 21C9.8 20.5 3.5 14.2 3 5.6A2.5 2.5 0 0 1 5.5 3",
  weg: "M12 21.5c4.5-5 7-8.6 7-11.8a7 7 0 0 0-14 0c0 3.2 2.5 6.8 7 11.8M12 12.3a2.5 2.5 0 1 0 0-5a2.5 2.5 0 0 0 0 5",
  foto: "M3 7.5h4L9 4.5h6l2 3h4V20H3zM12 17a3.8 3.8 0 1 0 0-7.6a3.8 3.8 0 0 0 0 7.6",
  stift: "M3 21l1-5L16.5 3.5l4 4L8 20zM14 6l4 4",
  scannen: "M3 8V4h4M17 4h4v4M21 16v4h-4M7 20H3v-4M7 8.5v7M10.3 8.5v7M13.7 8.5v7M17 8.5v7",
  suchen: "M10.5 17a6.5 6.5 0 1 0 0-13a6.5 6.5 0 0 0 0 13M15.3 15.3L21 21",
  fahren:
    "M2 6h12v11H2zM14 10h4l4 4v3h-8M6.5 20a2 2 0 1 0 0-4a2 2 0 0 0 0 4M17.5 20a2 2 0 1 0 0-4a2 2 0 0 0 0 4",
  feierabend: "M3 11.5L12 4l9 7.5M5.5 9.5V20h13V9.5M10 20v-6h4v6",
  dazu: "M12 4v16M4 12h16",
  fertig: "M4 12.5l5.5 5.5L20 6.5",
  nein: "M5.5 5.5l13 13M18.5 5.5l-13 13",
  rueckgaengig: "M8.5 4L4 8.5L8.5 13M4 8.5h10a6 6 0 0 1 0 12H8",
  achtung: "M12 3.5l9.5 17h-19zM12 10v5M12 17.8v.2",
  niemand: "M9 11a4 4 0 1 0 0-8a4 4 0 0 0 0 8M2 21c0-4 3-6.5 7-6.5s7 2.5 7 6.5M17 6l5 5M22 6l-5 5",
  zu: "M5 11h14v10H5zM8 11V7.5a4 4 0 0 1 8 0V11M12 15v2.5",
  verweigert: "M12 21.5a9.5 9.5 0 1 0 0-19a9.5 9.5 0 0 0 0 19M5.5 5.5l13 13",
  gesperrt: "M2 8h20v6H2zM6 14v7M18 14v7M7 8l-3 6M13 8l-3 6M19 8l-3 6",
  zeit: "M12 21.5a9.5 9.5 0 1 0 0-19a9.5 9.5 0 0 0 0 19M12 6.5V12l4 2.5",
  frage:
    "M12 21.5c4.5-5 7-8.6 7-11.8a7 7 0 0 0-14 0c0 3.2 2.5 6.8 7 11.8M10 8.3a2 2 0 1 1 3 1.7c-.7.4-1 .8-1 1.5M12 14v.1",
  voll: "M4 21V9l8-6l8 6v12zM8 12h8M8 15h8M8 18h8",
  worte: "M3 4h18v12H10l-5 4.5V16H3zM7.5 8.5h9M7.5 12h6",
} as const

export type SignName = keyof typeof drawings

/** @param name what it shows; the words beside it say what it means */
export function Sign({ name }: { name: SignName }) {
  return (
    <svg className={`zeichen ${name}`} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}
