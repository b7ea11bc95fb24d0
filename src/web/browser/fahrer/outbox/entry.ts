import type { operations } from "../../ui/api/paths.gen.d.ts"

/** Kinds of a driver's entries for the service. */
type Art =
  "start" | "abschluss" | "fehlschlag" | "ungeplant" | "bild" | "feierabend" | "inventur" | "klaerung"

/** `uebergeben`: refused, and handed to the office. Nothing goes from one to the next without being looked at. */
type EntryState = "wartet" | "gesendet" | "braucht dich" | "uebergeben"

/** Bodies that the service takes, by its own description. */
export type Taken<O extends keyof operations> = operations[O] extends {
  requestBody: { content: { "application/json": infer B } }
}
  ? B
  : never
type Abschluss = Taken<"postLieferungenIdAbschluss">
/** Work done with one article or device of a stop. */
export type Actual = Abschluss["positionen"][number]

/** A request as this telephone reads it again: what it holds of each kind. */
export type Body = Partial<Abschluss> & {
  kunde_id?: string
  datum?: string
  grund?: string
  bemerkung?: string
}

/** A picture as it will be sent; its bytes lie apart, under `foto`. */
type PhotoBody = { foto: string; type: string; fields: Record<string, string> }
/**
 * A picture that was just taken, and those that waited before their bytes lay apart. Not a Blob: iPhones lose those.
 */
export type NewPhoto = { bytes: ArrayBuffer; type: string; fields: Record<string, string> }

/** One request, with its id and its moment, kept from the tap until long after it was answered. */
export type Entry = {
  /** Its place among all. */
  nr: number
  /** The account whose outbox this is. */
  konto: string
  /** Key of an order: all entries of one stop are sent one after the other. */
  folge: string
  art: Art
  path: string
  /** Body as it is sent; it holds the client-made id. */
  body: string | PhotoBody | NewPhoto
  /** Description in German. */
  titel: string
  lieferung_id: string | null
  /** When it was tapped, by the phone's own clock, in ms. */
  getippt: number
  /** Earliest time of sending, by that clock, in ms: until then it can be taken back. */
  ab: number
  stand: EntryState
  /** Times it was sent; from the first on, nobody knows whether it arrived. */
  gesendet: number
  /** The service's refusal. */
  antwort: { status: number; text: string } | null
  /** When it was answered, in ms. */
  beantwortet: number | null
  /** Key of its signature, which lies apart as pictures do: a telephone reads its whole outbox often. */
  schrift?: string | undefined
  /** Name of the customer of what nobody planned: the day may know nothing of them. */
  kunde?: string
  /** Key of the draft that it holds all of, which goes as soon as this is kept: nobody is to enter it twice. */
  entwurf?: string
}

export type NewEntry = Omit<Entry, "nr" | "konto" | "stand" | "gesendet" | "antwort" | "beantwortet">

/** @returns what is sent, unless that is a picture */
export const bodyOf = ({ body }: Pick<Entry, "body">): Body =>
  typeof body === "string" && body !== "" ? JSON.parse(body) : {}

/** Bytes of a picture, or of a signature's text, by the key that its entry names. */
export type Bytes = { key: string; bytes: ArrayBuffer }

/** A signature in a body. Its text needs no escapes, and nothing that is typed can hold it: quotes in texts have some. */
const SIGNATURE = /"unterschrift":"(data:image\/png;base64,[^"]+)"/
const placeOf = (key: string): string => `"unterschrift":"@${key}"`

/** @returns an entry without the bytes of its picture or signature, and those, under a key of their own */
export function splitBytes<E extends Pick<Entry, "body">>(entry: E): { entry: E; bytes: Bytes[] } {
  const { body } = entry
  if (typeof body === "string") {
    const [found, text] = SIGNATURE.exec(body) ?? []
    if (found === undefined) return { entry, bytes: [] }
    const key = crypto.randomUUID()
    const bytes = new TextEncoder().encode(text).buffer
    return {
      entry: { ...entry, schrift: key, body: body.replace(found, placeOf(key)) },
      bytes: [{ key, bytes }],
    }
  }
  if ("foto" in body) return { entry, bytes: [] }
  const { bytes, ...foto } = body
  const key = foto.fields["id"] ?? crypto.randomUUID()
  return { entry: { ...entry, body: { ...foto, foto: key } }, bytes: [{ key, bytes }] }
}

/** @returns the body as it is sent, with its signature where it was. @param bytes that lay apart */
export function withSignature(
  { body, schrift }: Pick<Entry, "schrift"> & { body: string },
  bytes?: ArrayBuffer,
): string {
  if (schrift === undefined || !bytes) return body
  return body.replace(placeOf(schrift), `"unterschrift":"${new TextDecoder().decode(bytes)}"`)
}

/** @returns a body that is only looked at, without the bytes of a signature */
export const unsigned = (body: string): string => body.replace(SIGNATURE, placeOf(""))

/** @returns the key of the bytes of its picture or signature, if they lie apart and are still needed */
export const bytesKeyOf = ({ body, schrift }: Pick<Entry, "body" | "schrift">): string | undefined =>
  schrift ?? (typeof body === "string" || !("foto" in body) ? undefined : body.foto)

export const unsent = { stand: "wartet", gesendet: 0, antwort: null, beantwortet: null } as const

/** Entries that end a stop. */
export const endings: ReadonlySet<Art> = new Set<Art>(["abschluss", "fehlschlag", "ungeplant"])
/** Time in which something final can be taken back, in ms. */
export const GRACE = 10_000

/**
 * @param now by the phone's clock, in ms
 * @returns whether its time to be taken back is over; a clock that was set back holds nothing up
 */
export const isDue = ({ ab }: Entry, now: number): boolean => ab <= now || ab > now + GRACE

/** @returns the id that the client made for it; the same for a request and for the question that is made of it */
export function idOf({ body, nr }: Pick<Entry, "body" | "nr">): string {
  const { id } = typeof body === "string" ? bodyOf({ body }) : body.fields
  return id ?? String(nr)
}

export const isOpen = ({ stand }: Entry): boolean => stand === "wartet" || stand === "braucht dich"

/** @returns when the next entry may be sent, in ms from now; undefined when none is held back */
export function nextDue(entries: Entry[], now: number): number | undefined {
  const held = entries
    .filter((entry) => entry.stand === "wartet" && !isDue(entry, now))
    .map(({ ab }) => ab - now)
  return held.length === 0 ? undefined : Math.min(...held, GRACE)
}
