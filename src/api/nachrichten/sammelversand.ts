import type { Static } from "@sinclair/typebox"
import { type belege, nachrichten } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { chunksOf } from "../../lib/chunks.ts"
import { isErased } from "../../lib/kundenart.ts"
import { conflict } from "../../lib/refusal.ts"
import type { Actor } from "../frame/session.ts"
import { writeProtokoll } from "../shared/record.ts"
import { getVersand, requireVersand, type Versand } from "../versand/rules.ts"
import { adressenFor, getAnschrift } from "./adressen.ts"
import type { NewSammelversand, SammelumfangReply, SammelversandReply, SammelvorschauReply } from "./model.ts"
import { isSent, wasTried, wentByPost } from "./read.ts"
import { composeNachricht, getSendable } from "./rules.ts"
import { previewBeleg, type Versandkontext } from "./send.ts"
import { findCancellation } from "./storniert.ts"
import { isSendable } from "./words.ts"

type Ergebnis = Static<typeof SammelversandReply>
type Umfang = Static<typeof SammelumfangReply>
type Erwartet = Static<typeof NewSammelversand>["erwartet"]
type Beleg = Row<typeof belege>

/** Documents that are decided about in one transaction: others write in between. */
export const AT_ONCE = 50
/** Most that are named. */
const NAMED = 200

/**
 * Puts all of many documents that go by e-mail into the queue. Safe to repeat, also after an interruption.
 *
 * @param papers begins to read them, one by one
 * @param erwartet what the caller has seen of them, if anything
 * @throws Refusal conflict when nothing is sent, or the first would be another e-mail than was seen
 */
export async function sendMany(
  context: Versandkontext,
  papers: () => IteratorObject<Beleg>,
  erwartet: Erwartet,
): Promise<Ergebnis> {
  const { tenant, actor, services, commit } = context
  const ergebnis: Ergebnis = { versandt: 0, schon_versandt: 0, per_post: 0, ohne_adresse: [] }
  let isSeen = erwartet === undefined
  for (const some of chunksOf(papers(), AT_ONCE))
    await commit(() => {
      const versand = requireVersand(tenant, services.mailService)
      for (const beleg of some) {
        const way = wayOf(tenant, beleg)
        // The first alone is compared: the others have its words.
        if (way === "versand" && !isSeen)
          requireSeenExample(previewBeleg(tenant, services.adresse, beleg.id), erwartet)
        isSeen ||= way === "versand"
        if (way) decide(tenant, actor, versand, beleg, way, ergebnis)
      }
    })
  if (!isSeen && erwartet?.beispiel)
    throw conflict("Inzwischen hat sich etwas geändert: Davon geht nichts mehr per E-Mail hinaus.")
  return ergebnis
}

/** @returns the words of one of the e-mails that `sendMany` would send, whose paper `countMany` found */
export const previewMany = (
  tenant: TenantReader,
  adresse: string | undefined,
  { beispiel_id }: Pick<Umfang, "beispiel_id">,
): Static<typeof SammelvorschauReply> => ({
  beispiel: beispiel_id === null ? null : previewBeleg(tenant, adresse, beispiel_id),
})

/** @returns what `sendMany` would do with these */
export function countMany(tenant: TenantReader, all: Iterable<Beleg>): Umfang {
  const umfang: Umfang = { versand: 0, schon_versandt: 0, per_post: 0, ohne_adresse: 0, beispiel_id: null }
  for (const beleg of all) {
    const way = wayOf(tenant, beleg)
    if (way) umfang[way]++
    if (way === "versand") umfang.beispiel_id ??= beleg.id
  }
  return umfang
}

type Way = Exclude<keyof Umfang, "beispiel_id">

/**
 * @returns what becomes of a document; undefined for one of no customer, of a person who was erased, or a settlement that
 *   was cancelled since its paper was read
 */
function wayOf(tenant: TenantReader, beleg: Beleg): Way | undefined {
  const { art, kunde_id } = beleg
  if (kunde_id === null || findCancellation(tenant, beleg)) return undefined
  if (isOut(tenant, beleg)) return "schon_versandt"
  const kunde = getAnschrift(tenant, kunde_id)
  if (isErased(kunde)) return undefined
  if (kunde.versandweg !== "email") return "per_post"
  return hasAddress(kunde, art) ? "versand" : "ohne_adresse"
}

const hasAddress = (kunde: ReturnType<typeof getAnschrift>, art: Beleg["art"]): boolean =>
  isSendable(art) && adressenFor(kunde, art).length > 0

/** Whether the customer wants a document by e-mail, and has an address for it. */
function wantsEmail(tenant: TenantReader, { art, kunde_id }: Beleg): boolean {
  if (kunde_id === null) return false
  const kunde = getAnschrift(tenant, kunde_id)
  return kunde.versandweg === "email" && hasAddress(kunde, art)
}

const isOut = (tenant: TenantReader, beleg: Beleg): boolean =>
  isSent(tenant, beleg.id) || wentByPost(tenant, beleg)

/** Whether a document is still to go out by e-mail, as its customer wants: one that was refused or withdrawn is printed. */
export const awaitsEmail = (tenant: TenantReader, beleg: Beleg): boolean =>
  getVersand(tenant).sendet === 1 &&
  wantsEmail(tenant, beleg) &&
  !wentByPost(tenant, beleg) &&
  !wasTried(tenant, beleg.id)

/**
 * Whether a document is still to go out on paper: nobody noted that it did; no e-mail with it has arrived, may have, or is
 * still to go; nobody is erased.
 */
export const goesByPost = (tenant: TenantReader, beleg: Beleg): boolean =>
  !isOut(tenant, beleg) && !awaitsEmail(tenant, beleg) && !isOfErased(tenant, beleg)

const isOfErased = (tenant: TenantReader, { kunde_id }: Beleg): boolean =>
  kunde_id !== null && isErased(getAnschrift(tenant, kunde_id))

/** @throws Refusal conflict that says what would go out now */
function requireSeenExample(
  { betreff, text, an, kunde_name }: ReturnType<typeof previewBeleg>,
  erwartet: Erwartet,
): void {
  if (Bun.deepEquals({ betreff, text, an }, erwartet?.beispiel ?? null)) return
  throw conflict(
    `Inzwischen hat sich etwas geändert: Die erste E-Mail ginge jetzt an ${kunde_name} (${an.join(", ")}), mit dem Betreff „${betreff}“. Bitte lesen und noch einmal versenden.`,
  )
}

function decide(
  tenant: TenantDb,
  actor: Actor,
  versand: Versand,
  { id, kunde_id }: Beleg,
  way: Way,
  ergebnis: Ergebnis,
): void {
  if (kunde_id === null) return
  if (way === "schon_versandt" || way === "per_post") return void ergebnis[way]++
  const kunde = getAnschrift(tenant, kunde_id)
  if (way === "ohne_adresse") {
    const { kundennummer, name } = kunde
    if (ergebnis.ohne_adresse.length < NAMED) ergebnis.ohne_adresse.push({ kunde_id, kundennummer, name })
    return
  }
  const sendable = getSendable(tenant, id)
  const zeile = tenant.insert(nachrichten, {
    ...composeNachricht(tenant, versand, sendable, adressenFor(kunde, sendable.art)),
    erstellt_von: actor.id,
    erstellt_von_name: actor.name,
  })
  writeProtokoll(tenant, actor, "nachrichten.angelegt", nachrichten, undefined, zeile)
  ergebnis.versandt++
}
