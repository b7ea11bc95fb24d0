/** What a driver does that the service is told of. */
export type Art = "start" | "abschluss" | "fehlschlag" | "ungeplant" | "bild" | "feierabend" | "klaerung"

/** `uebergeben`: refused, and handed to the office. Nothing goes from one to the next without being looked at. */
export type Stand = "wartet" | "gesendet" | "braucht dich" | "uebergeben"

/** A picture as it will be sent. Not a Blob: iPhones lose those. */
export type Foto = { bytes: ArrayBuffer; type: string; fields: Record<string, string> }

/** One request, with its id and its moment, kept from the tap until long after it was answered. */
export type Entry = {
  /** Its place among all. */
  nr: number
  /** The account whose outbox this is. */
  konto: string
  /** What keeps its order: all entries of one stop are sent one after the other. */
  folge: string
  art: Art
  path: string
  /** As it is sent; it holds the client-made id. */
  body: string | Foto
  /** What it is about, in words. */
  titel: string
  lieferung_id: string | null
  /** When it was tapped, by the phone's own clock, in ms. */
  getippt: number
  /** Not sent before, by that clock: until then it can be taken back. In ms. */
  ab: number
  stand: Stand
  /** How often it was sent; once it was, nobody knows whether it arrived. */
  gesendet: number
  /** What the service said when it refused. */
  antwort: { status: number; text: string } | null
  /** When it was answered, in ms. */
  beantwortet: number | null
}

export type NewEntry = Omit<Entry, "nr" | "konto" | "stand" | "gesendet" | "antwort" | "beantwortet">

export const unsent = { stand: "wartet", gesendet: 0, antwort: null, beantwortet: null } as const

/** How long something final can be taken back, in ms. */
export const BEDENKZEIT = 10_000

/**
 * @param now by the phone's clock, in ms
 * @returns whether its time to be taken back is over; a clock that was set back holds nothing up
 */
export const isDue = ({ ab }: Entry, now: number): boolean => ab <= now || ab > now + BEDENKZEIT

export const isOpen = ({ stand }: Entry): boolean => stand === "wartet" || stand === "braucht dich"
