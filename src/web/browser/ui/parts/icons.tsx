/** One small set, drawn on 16 × 16. Icons only stand beside words, so that none needs a name for screen readers. */
const drawings = {
  calendar: "M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3",
  today: "M2.5 8a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M8 5v3l2 1.5",
  customers:
    "M6 7.5a2.5 2.5 0 1 0 0-5a2.5 2.5 0 0 0 0 5M1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M11 3a2.3 2.3 0 0 1 0 4.4M12.5 9.8c1.3.6 2 1.9 2 3.7",
  book: "M3 2.5h8.5a1.5 1.5 0 0 1 1.5 1.5v9.5H4.5A1.5 1.5 0 0 1 3 12zM3 12a1.5 1.5 0 0 1 1.5-1.5H13M6 5.5h4",
  returns: "M3 6.5h7a3 3 0 0 1 0 6H6M5.5 4L3 6.5L5.5 9",
  tours:
    "M1.5 4h7.5v7H1.5zM9 6.5h3l2.5 2.5v2H9M4.5 13.2a1.3 1.3 0 1 0 0-2.6a1.3 1.3 0 0 0 0 2.6M11.5 13.2a1.3 1.3 0 1 0 0-2.6a1.3 1.3 0 0 0 0 2.6",
  deliveries: "M2 5l6-3l6 3v6.5l-6 3l-6-3zM2 5l6 3l6-3M8 8v6.5",
  devices: "M4 1.5h8v13H4zM4 6h8M6 3.8h1.5M6 8.5v2",
  articles: "M6 1.5h4v3l1.5 2.5v6.5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1V7L6 4.5zM4.5 8.5h7M4.5 11.5h7",
  balance: "M8 2v12M3 4.5h10M3 4.5l-1.5 4.5h3zM13 4.5l-1.5 4.5h3zM5 14h6",
  proof: "M8 1.5l5 2v4c0 3.5-2.2 5.8-5 7c-2.8-1.2-5-3.5-5-7v-4zM5.5 8l1.8 1.8l3.2-3.5",
  staff: "M8 7.5a2.7 2.7 0 1 0 0-5.4a2.7 2.7 0 0 0 0 5.4M3 14c0-2.8 2.2-4.5 5-4.5s5 1.7 5 4.5",
  company: "M2.5 14V3.5L9 2v12M9 6h4.5v8M1.5 14h13M5 5.5h1.5M5 8h1.5M5 10.5h1.5M11 8.5h1M11 11h1",
  companies:
    "M1.5 14V7l4-1.5V14M5.5 14V3l5-1.5V14M10.5 6.5h4V14M1 14h14M8 5v.1M8 8v.1M8 11v.1M12.5 9v.1M12.5 11.5v.1M3.5 9v.1M3.5 11.5v.1",
  yard: "M1.5 14V6L8 2.5L14.5 6v8M4.5 14V8.5h7V14M4.5 11.2h7",
  keyboard: "M1.5 4.5h13v7.5h-13zM4 7v.1M6.7 7v.1M9.3 7v.1M12 7v.1M5 9.6h6",
  log: "M3 3h10M3 6.5h10M3 10h6.5M3 13.5h4",
  copy: "M5.5 5.5V2.5h8v8h-3M2.5 5.5h8v8h-8z",
  key: "M5 11.5a3 3 0 1 0 0-6a3 3 0 0 0 0 6M8 8.5h6.5v2.5M11.5 8.5V11",
  search: "M7 12a5 5 0 1 0 0-10a5 5 0 0 0 0 10M10.7 10.7L14 14",
  settle: "M4 1.5h6l2.5 2.5v10.5H4zM6 6h4.5M6 8.5h4.5M6 11h2.5",
  plus: "M8 3v10M3 8h10",
  close: "M4 4l8 8M12 4l-8 8",
  check: "M3 8.5l3.5 3.5L13 4.5",
  down: "M4 6l4 4l4-4",
  left: "M10 3.5L5.5 8l4.5 4.5",
  right: "M6 3.5L10.5 8L6 12.5",
  up: "M8 13V3.5M4 7.5l4-4l4 4",
  print: "M4 6V2h8v4M4 11.5H2V6h12v5.5h-2M4.5 9.5h7v4.5h-7z",
  edit: "M2.5 13.5l.7-3l7.5-7.5l2.3 2.3l-7.5 7.5zM9.2 4.5l2.3 2.3",
  phone:
    "M3.5 2h2.5l1.2 3.2l-1.5 1.1a8.5 8.5 0 0 0 4 4l1.1-1.5L14 10v2.5a1.5 1.5 0 0 1-1.6 1.5C6.5 13.6 2.4 9.5 2 3.6A1.5 1.5 0 0 1 3.5 2",
  mail: "M2 3.5h12v9H2zM2 4.5l6 4.5l6-4.5",
  place:
    "M8 14.5c3-3.3 4.5-5.7 4.5-7.7a4.5 4.5 0 0 0-9 0c0 2 1.5 4.4 4.5 7.7M8 8.3a1.7 1.7 0 1 0 0-3.4a1.7 1.7 0 0 0 0 3.4",
  clock: "M8 14a6 6 0 1 0 0-12a6 6 0 0 0 0 12M8 4.5V8l2.5 1.5",
  warning: "M8 2l6.5 11.5h-13zM8 6.5v3M8 11.5v.1",
  picture: "M2 3h12v10H2zM2 11l3.5-3.5l3 3l2-2L14 12M10.5 6.5v.1",
  download: "M8 2v7.5M4.8 6.5L8 9.7l3.2-3.2M2.5 11v3h11v-3",
  logout: "M6.5 2.5h-4v11h4M6 8h8M11 5l3 3l-3 3",
  fold: "M2.5 3h11v10h-11zM6.5 3v10",
  menu: "M2 4h12M2 8h12M2 12h12",
  more: "M3.6 8a.6.6 0 1 0-1.2 0a.6.6 0 1 0 1.2 0M8.6 8a.6.6 0 1 0-1.2 0a.6.6 0 1 0 1.2 0M13.6 8a.6.6 0 1 0-1.2 0a.6.6 0 1 0 1.2 0",
  help: "M8 14.5a6.5 6.5 0 1 0 0-13a6.5 6.5 0 0 0 0 13M6 6.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.4M8 11.5v.1",
} as const

export type IconName = keyof typeof drawings

/** @param name what it shows; the words beside it say what it means */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}
