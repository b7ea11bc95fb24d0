import type { Steuer } from "../pfandlots/bewegungen.ts"
import { currentSaetze } from "../../lib/steuer.ts"
import type { Einstellungen } from "./einstellungen.ts"

/** Accounts of the two charts: deposit revenue, deposits received, revenue under § 19. */
const STANDARD = {
  "03": { erloes: 8540, erhalten: 1732, kleinunternehmer: 8195 },
  "04": { erloes: 4520, erhalten: 3550, kleinunternehmer: 4185 },
}

/** DATEV's keys for VAT on revenue, by the rate in per cent; those of 16 and 5 % as they are since 2021. */
const KEYS = new Map([
  [19, "0003"],
  [7, "0002"],
  [16, "0005"],
  [5, "0004"],
])
const VORSTEUER = new Set(["0006", "0007", "0008", "0009"])

type Range = readonly [from: number, to: number, satz: number]
/**
 * Accounts for revenue that DATEV marks as automatic (function AM) in its charts SKR 03 and SKR 04: first, last, rate in
 * per cent. A company may have others, or use some of these for something else.
 */
const AUTOMATIK: Record<"03" | "04", readonly Range[]> = {
  "03": [
    [8300, 8314, 7], [8315, 8319, 19], [8340, 8349, 16], [8400, 8410, 19], [8591, 8591, 7], [8595, 8595, 19], [8611, 8611, 19],
    [8710, 8711, 7], [8720, 8721, 19], [8801, 8808, 19], [8820, 8826, 19], [8910, 8913, 19], [8915, 8917, 7],
    [8920, 8922, 19], [8925, 8927, 19], [8930, 8933, 7], [8935, 8937, 19], [8940, 8943, 19], [8945, 8948, 7],
  ],
  "04": [
    [4300, 4314, 7], [4315, 4319, 19], [4340, 4349, 16], [4400, 4410, 19], [4610, 4617, 7], [4620, 4626, 19],
    [4630, 4637, 7], [4640, 4646, 19], [4650, 4656, 7], [4660, 4663, 19], [4670, 4676, 7], [4680, 4686, 19],
    [4710, 4711, 7], [4720, 4721, 19], [4845, 4848, 19], [4941, 4941, 7], [4945, 4945, 19],
    [4947, 4947, 19], [6885, 6888, 19],
  ],
} // prettier-ignore

/** The best known of them: booked with a key or at another rate, they are no hint but an obstacle. */
const BEST_KNOWN = { "03": new Set([8400, 8300]), "04": new Set([4400, 4300]) }

/** @returns the rate that an account of four digits reckons by itself in per cent, undefined where it is not automatic */
const automaticRate = (skr: Einstellungen["skr"], konto: number): number | undefined =>
  AUTOMATIK[skr].find(([from, to]) => from <= konto && konto <= to)?.[2]

/** An amount of a settlement, as far as its account depends on it. */
type Betrag = { klasse: Steuer["klasse"]; satz: number | null; kleinunternehmer: number }
type Konto = { konto: number; bu_schluessel: string | null }

/** @returns the account of an amount, and the tax key where the account is not automatic */
export function kontoOf(einstellungen: Einstellungen, betrag: Betrag): Konto {
  const { skr, kontenlaenge } = einstellungen
  const standard = (konto: number) => konto * 10 ** (kontenlaenge - 4)
  const { satz } = betrag
  if (satz === null) {
    const [chosen, usual] =
      betrag.kleinunternehmer === 1 && betrag.klasse !== "kaution"
        ? [einstellungen.konto_kleinunternehmer, STANDARD[skr].kleinunternehmer]
        : [einstellungen.konto_kaution, STANDARD[skr].erhalten]
    return { konto: chosen ?? standard(usual), bu_schluessel: null }
  }
  const usual = standard(STANDARD[skr].erloes)
  const { konto = usual, bu_schluessel, current } = chosenFor(einstellungen, betrag.klasse, satz)
  // The account of the chart reckons no VAT by itself, and one for rates of long ago neither.
  const needsKey = konto === usual || !current
  return { konto, bu_schluessel: bu_schluessel ?? (needsKey ? (KEYS.get(satz) ?? null) : null) }
}

type Chosen = { konto: number | undefined; bu_schluessel: string | null; current: boolean }

/** The company's account for amounts of a kind; a rate decides before the class, as the paper shows the rate. */
function chosenFor(einstellungen: Einstellungen, klasse: Steuer["klasse"], satz: number): Chosen {
  const ofToday = (konto: number | null, bu_schluessel: string | null): Chosen => ({
    konto: konto ?? undefined,
    bu_schluessel,
    current: true,
  })
  if (satz === currentSaetze.ermaessigt)
    return ofToday(einstellungen.konto_ermaessigt, einstellungen.bu_ermaessigt)
  if (satz !== currentSaetze.regel)
    return { konto: einstellungen.konto_alt ?? undefined, bu_schluessel: null, current: false }
  if (klasse === "transporthilfsmittel")
    return ofToday(einstellungen.konto_transport, einstellungen.bu_transport)
  if (klasse === "geraetepfand")
    return ofToday(einstellungen.konto_geraetepfand, einstellungen.bu_geraetepfand)
  return ofToday(einstellungen.konto_regel, einstellungen.bu_regel)
}

const rate = (satz: number | null): string => (satz === null ? "ohne Umsatzsteuer" : `${satz} %`)

/**
 * @param betraege of what is to be booked
 * @returns in words what would be booked with the wrong tax: two rates that nothing tells apart, or a key that is
 *   another rate's
 */
export function listKontenfehler(einstellungen: Einstellungen, betraege: Iterable<Betrag>): string[] {
  const saetze = new Map<string, Set<number | null>>()
  const faults = new Set<string>()
  for (const betrag of betraege) {
    const konto = kontoOf(einstellungen, betrag)
    const seen = saetze.get(nameOf(konto)) ?? new Set()
    saetze.set(nameOf(konto), seen.add(betrag.satz))
    const fault = faultOf(einstellungen, konto, betrag.satz)
    if (fault) faults.add(fault)
  }
  for (const [name, mehrere] of saetze) {
    if (mehrere.size < 2) continue
    faults.add(
      `${name} stünde für ${[...mehrere].map(rate).join(" und ")}: bitte je Satz ein eigenes Konto oder einen BU-Schlüssel einstellen`,
    )
  }
  return [...faults]
}

/**
 * @param betraege of what is to be booked
 * @returns in words the accounts that are automatic by their chart, and booked with a key or at another rate here. None
 *   is an obstacle: the company's own chart decides
 */
export function listAutomatic(einstellungen: Einstellungen, betraege: Iterable<Betrag>): string[] {
  const { skr, kontenlaenge } = einstellungen
  const hints = new Set<string>()
  for (const betrag of betraege) {
    const { konto, bu_schluessel } = kontoOf(einstellungen, betrag)
    const satz = automaticRate(skr, konto / 10 ** (kontenlaenge - 4))
    if (satz === undefined || BEST_KNOWN[skr].has(konto) || (bu_schluessel === null && satz === betrag.satz))
      continue
    hints.add(
      `Konto ${konto} ist im SKR ${skr} ein Automatikkonto mit ${satz} %; hier bucht es ${rate(betrag.satz)}${bu_schluessel === null ? "" : ` mit BU-Schlüssel ${bu_schluessel}`}: bitte mit dem Steuerberater klären`,
    )
  }
  return [...hints]
}

const nameOf = ({ konto, bu_schluessel }: Konto): string =>
  bu_schluessel === null
    ? `Konto ${konto} ohne BU-Schlüssel`
    : `Konto ${konto} mit BU-Schlüssel ${bu_schluessel}`

function faultOf({ skr }: Einstellungen, konto: Konto, satz: number | null): string | undefined {
  const { bu_schluessel } = konto
  const automatic = BEST_KNOWN[skr].has(konto.konto) ? automaticRate(skr, konto.konto) : undefined
  if (automatic !== undefined && automatic !== satz)
    return `Konto ${konto.konto} rechnet selbst ${automatic} %, gebucht würde ${rate(satz)}`
  if (automatic !== undefined && bu_schluessel !== null)
    return `Konto ${konto.konto} rechnet die Umsatzsteuer selbst: bitte ohne BU-Schlüssel einstellen`
  if (bu_schluessel !== null && VORSTEUER.has(bu_schluessel))
    return `BU-Schlüssel ${bu_schluessel} ist einer für Vorsteuer`
  const other = KEYS.entries().find(([, key]) => key === bu_schluessel)
  if (other && other[0] !== satz)
    return `BU-Schlüssel ${bu_schluessel} steht für ${other[0]} %, gebucht würde ${rate(satz)}`
  if (satz !== null && !Object.values(currentSaetze).includes(satz) && bu_schluessel === null)
    return `Für ${satz} % ist kein BU-Schlüssel bekannt`
  return undefined
}
