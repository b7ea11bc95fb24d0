import type { operations } from "../../ui/api/paths.gen.d.ts"

/** Kinds of a driver's entries for the service. */
type Art =
  "start" | "abschluss" | "fehlschlag" | "ungeplant" | "bild" | "feierabend" | "inventur" | "klaerung"

/** `uebergeben`: refused, and given to the office. */
type EntryState = "wartet" | "gesendet" | "braucht dich" | "uebergeben"

/** Body of a request, by the description of the API. */
export type Taken<O extends keyof operations> = operations[O] extends {
  requestBody: { content: { "application/json": infer B } }
}
  ? B
  : never
type Abschluss = Taken<"postLieferungenIdAbschluss">
/** Work done with one article or device of a stop. */
export type Actual = Abschluss["positionen"][number]

/** A stored body as this telephone reads it again, of whatever kind. */
export type Body = Partial<Abschluss> & {
  kunde_id?: string
  datum?: string
  grund?: string
  bemerkung?: string
}

/** A picture as it will be sent; its bytes are stored apart, under the key `foto`. */
type PhotoBody = { foto: string; type: string; fields: Record<string, string> }
/**
 * A picture that was just taken, or one that an earlier version stored with its bytes. Not a Blob: iPhones lose those.
 */
export type NewPhoto = { bytes: ArrayBuffer; type: string; fields: Record<string, string> }

/** One request, with its id and moment, stored from the tap until days after its answer. */
export type Entry = {
  /** Number in the order of the taps. */
  nr: number
  /** The account whose outbox this is. */
  konto: string
  /** Name of a sequence: its entries, such as those of one stop, are sent one after the other. */
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
  /** Not sent before this time, by that clock, in ms: until then it can be taken back. */
  ab: number
  stand: EntryState
  /** How often it was sent; once it was, it may have arrived. */
  gesendet: number
  /** The service's refusal. */
  antwort: { status: number; text: string } | null
  /** When it was answered, in ms. */
  beantwortet: number | null
  /** Key of its signature, which is stored apart as pictures are, because the whole outbox is read often. */
  schrift?: string | undefined
  /** Name of the customer of an unplanned pick-up, whom the day may not know. */
  kunde?: string
  /** Key of a draft that is deleted when this entry is stored, which contains all of it. */
  entwurf?: string
}

export type NewEntry = Omit<Entry, "nr" | "konto" | "stand" | "gesendet" | "antwort" | "beantwortet">

/** @returns what is sent, unless that is a picture */
export const bodyOf = ({ body }: Pick<Entry, "body">): Body =>
  typeof body === "string" && body !== "" ? JSON.parse(body) : {}

/** Bytes of a picture, or of the text of a signature, and their key in the entry. */
export type Bytes = { key: string; bytes: ArrayBuffer }

/** A signature in a JSON body. Typed text cannot match, as its quotes are escaped. */
const SIGNATURE = /"unterschrift":"(data:image\/png;base64,[^"]+)"/
const placeOf = (key: string): string => `"unterschrift":"@${key}"`

/** @returns an entry without the bytes of its picture or signature, and those bytes with their key */
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

/** @returns the body as it is sent, with its signature. @param bytes of the signature, which are stored apart */
export function withSignature(
  { body, schrift }: Pick<Entry, "schrift"> & { body: string },
  bytes?: ArrayBuffer,
): string {
  if (schrift === undefined || !bytes) return body
  return body.replace(placeOf(schrift), `"unterschrift":"${new TextDecoder().decode(bytes)}"`)
}

/** @returns a body without the bytes of its signature, to be read only */
export const unsigned = (body: string): string => body.replace(SIGNATURE, placeOf(""))

/** @returns the key of the bytes of its picture or signature, if they are stored apart and still needed */
export const bytesKeyOf = ({ body, schrift }: Pick<Entry, "body" | "schrift">): string | undefined =>
  schrift ?? (typeof body === "string" || !("foto" in body) ? undefined : body.foto)

export const unsent = { stand: "wartet", gesendet: 0, antwort: null, beantwortet: null } as const

/** Kinds of entries that end a stop. */
export const endings: ReadonlySet<Art> = new Set<Art>(["abschluss", "fehlschlag", "ungeplant"])
/** How long the end of a stop can be taken back, in ms. */
export const GRACE = 10_000

/**
 * @param now by the phone's clock, in ms
 * @returns whether it may be sent now; also if the phone's clock was set back, so that nothing waits too long
 */
export const isDue = ({ ab }: Entry, now: number): boolean => ab <= now || ab > now + GRACE

/**
 * Pictures go last, the least tried ones first: on a poor signal one takes minutes, or never arrives, and neither bookings
 * nor other pictures are to wait for it.
 */
export const inTurn = (entries: Entry[]): Entry[] => entries.toSorted((a, b) => turnOf(a) - turnOf(b))
const turnOf = ({ art, gesendet }: Entry): number => (art === "bild" ? 1 + gesendet : 0)

/** @returns the id in its body; a question for the office that is made from it has the same */
export function idOf({ body, nr }: Pick<Entry, "body" | "nr">): string {
  const { id } = typeof body === "string" ? bodyOf({ body }) : body.fields
  return id ?? String(nr)
}

export const isOpen = ({ stand }: Entry): boolean => stand === "wartet" || stand === "braucht dich"

/** @returns in how many ms the next entry may be sent; undefined if none is held back */
export function nextDue(entries: Entry[], now: number): number | undefined {
  const held = entries
    .filter((entry) => entry.stand === "wartet" && !isDue(entry, now))
    .map(({ ab }) => ab - now)
  return held.length === 0 ? undefined : Math.min(...held, GRACE)
}
