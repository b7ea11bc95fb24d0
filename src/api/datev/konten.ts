import type { Steuer } from "../pfandlots/bewegungen.ts"
import { standardkonto } from "../../lib/kontenrahmen.ts"
import { currentSaetze } from "../../lib/steuer.ts"
import type { Einstellungen } from "./einstellungen.ts"

/** DATEV's keys for VAT on revenue, by the rate in per cent; those of 16 and 5 % as they are since 2021. */
const KEYS = new Map([
  [19, "0003"],
  [7, "0002"],
  [16, "0005"],
  [5, "0004"],
])
const VORSTEUER = new Set(["0006", "0007", "0008", "0009"])
/** Keys with which DATEV calculates no VAT: free of it, and those that switch an automatic account off. */
const WITHOUT_TAX = new Set(["0000", "0001", "0040", "0080"])

type Range = readonly [from: number, to: number, satz: number]
/**
 * Accounts for revenue that DATEV marks as automatic (function AM) in its charts SKR 03 and SKR 04: first, last, rate in
 * per cent, 0 for those without VAT. A company may have others, or use some of these for something else.
 */
const AUTOMATIK: Record<"03" | "04", readonly Range[]> = {
  "03": [
    [8100, 8165, 0], [8191, 8191, 19], [8196, 8196, 19], [8300, 8314, 7], [8315, 8319, 19], [8320, 8339, 0],
    [8340, 8349, 16], [8400, 8410, 19], [8514, 8515, 0], [8516, 8516, 7], [8519, 8519, 19], [8574, 8575, 0],
    [8576, 8576, 7], [8579, 8579, 19], [8591, 8591, 7], [8595, 8595, 19], [8609, 8609, 0], [8611, 8611, 19],
    [8613, 8613, 19], [8625, 8629, 0], [8630, 8634, 7], [8640, 8644, 19], [8701, 8705, 0], [8710, 8711, 7],
    [8720, 8721, 19], [8724, 8724, 0], [8725, 8725, 7], [8726, 8726, 19], [8731, 8731, 7], [8736, 8736, 19],
    [8746, 8746, 7], [8748, 8748, 19], [8750, 8751, 7], [8760, 8761, 19], [8780, 8781, 7], [8790, 8791, 19],
    [8801, 8806, 19], [8807, 8808, 0], [8820, 8826, 19], [8827, 8828, 0], [8850, 8850, 19], [8910, 8913, 19],
    [8915, 8917, 7], [8920, 8922, 19], [8925, 8927, 19], [8930, 8933, 7], [8935, 8937, 19], [8940, 8943, 19],
    [8945, 8948, 7],
  ],
  "04": [
    [4100, 4135, 0], [4136, 4136, 19], [4140, 4165, 0], [4186, 4186, 19], [4300, 4314, 7], [4315, 4319, 19],
    [4320, 4339, 0], [4340, 4349, 16], [4400, 4410, 19], [4564, 4565, 0], [4566, 4566, 7], [4569, 4569, 19],
    [4574, 4575, 0], [4576, 4576, 7], [4579, 4579, 19], [4610, 4617, 7], [4620, 4626, 19], [4630, 4637, 7],
    [4640, 4646, 19], [4650, 4656, 7], [4660, 4663, 19], [4670, 4676, 7], [4680, 4686, 19], [4701, 4705, 0],
    [4710, 4711, 7], [4720, 4721, 19], [4724, 4724, 0], [4725, 4725, 7], [4726, 4726, 19], [4731, 4731, 7],
    [4736, 4736, 19], [4750, 4751, 7], [4760, 4761, 19], [4780, 4781, 7], [4790, 4791, 19], [4845, 4848, 19],
    [4941, 4941, 7], [4945, 4945, 19], [4947, 4947, 19], [6885, 6888, 19],
  ],
} // prettier-ignore

/** The best known of them: a key or another rate on these is an obstacle, and not only a hint. */
const BEST_KNOWN = { "03": new Set([8400, 8300]), "04": new Set([4400, 4300]) }

/** First digit of accounts for revenue, of four digits. */
const REVENUE = { "03": /^[28]/, "04": /^[47]/ }
const other = { "03": "04", "04": "03" } as const

/** @returns an account of the company's own length as the charts name it, with four digits */
const inFour = ({ kontenlaenge }: Einstellungen, konto: number): number => konto / 10 ** (kontenlaenge - 4)

/**
 * @returns the rate that an account of four digits applies by itself, in per cent, undefined where it is not automatic
 */
const automaticRate = (skr: Einstellungen["skr"], konto: number): number | undefined =>
  AUTOMATIK[skr].find(([from, to]) => from <= konto && konto <= to)?.[2]

/** An amount of a settlement, as far as its account depends on it. */
type Betrag = { klasse: Steuer["klasse"]; satz: number | null; kleinunternehmer: number }
type Erloeskonto = { konto: number; bu_schluessel: string | null }

/** @returns the account of an amount, and the tax key where the account is not automatic */
export function kontoOf(einstellungen: Einstellungen, betrag: Betrag): Erloeskonto {
  const { satz } = betrag
  if (satz === null) {
    const [chosen, usual] =
      betrag.kleinunternehmer === 1 && betrag.klasse !== "kaution"
        ? [einstellungen.konto_kleinunternehmer, standardkonto(einstellungen, "kleinunternehmer")]
        : [einstellungen.konto_kaution, standardkonto(einstellungen, "erhalten")]
    return { konto: chosen ?? usual, bu_schluessel: null }
  }
  const usual = standardkonto(einstellungen, "erloes")
  const { konto = usual, bu_schluessel, current } = chosenFor(einstellungen, betrag.klasse, satz)
  // The chart's own account applies no VAT by itself, and neither does one for former rates.
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
 * @returns in words what would be booked with the wrong tax: two rates that nothing tells apart, or the key of another
 *   rate
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
 * @returns in words which accounts and keys look wrong but may be meant: the company's own chart decides
 */
export function listOdd(einstellungen: Einstellungen, betraege: Iterable<Betrag>): string[] {
  const all = [...betraege]
  return [
    ...listAutomatic(einstellungen, all),
    ...new Set(all.flatMap((betrag) => oddOf(einstellungen, betrag) ?? [])),
  ]
}

function oddOf(einstellungen: Einstellungen, betrag: Betrag): string | undefined {
  const { skr } = einstellungen
  const { konto, bu_schluessel } = kontoOf(einstellungen, betrag)
  if (betrag.satz === null) return undefined
  const short = inFour(einstellungen, konto)
  const advice = "bitte mit dem Steuerberater klären"
  if (bu_schluessel !== null && !isKnownKey(bu_schluessel))
    return `BU-Schlüssel ${bu_schluessel} ist keiner, der hier für ${rate(betrag.satz)} bekannt ist: ${advice}`
  if (!REVENUE[skr].test(String(short)))
    return `Konto ${konto} ist im SKR ${skr} keines für Erlöse: ${advice}`
  if (bu_schluessel === null && automaticRate(skr, Math.floor(short)) === undefined)
    return `Konto ${konto} hat keinen BU-Schlüssel und rechnet im SKR ${skr} die Umsatzsteuer nicht selbst; hier bucht es ${rate(betrag.satz)}: ${advice}`
  return undefined
}

const isKnownKey = (key: string): boolean =>
  WITHOUT_TAX.has(key) || VORSTEUER.has(key) || KEYS.values().some((one) => one === key)

/**
 * @param betraege of what is to be booked
 * @returns in words the accounts that are automatic by their chart, and booked with a key or at another rate here. None
 *   is an obstacle: the company's own chart decides
 */
export function listAutomatic(einstellungen: Einstellungen, betraege: Iterable<Betrag>): string[] {
  const { skr } = einstellungen
  const hints = new Set<string>()
  for (const betrag of betraege) {
    const { konto, bu_schluessel } = kontoOf(einstellungen, betrag)
    const short = inFour(einstellungen, konto)
    const satz = automaticRate(skr, short)
    const isRight = bu_schluessel === null && satz === (betrag.satz ?? 0)
    if (satz === undefined || BEST_KNOWN[skr].has(short) || isRight) continue
    hints.add(
      `Konto ${konto} ist im SKR ${skr} ein Automatikkonto ${satz === 0 ? "ohne Umsatzsteuer" : `mit ${satz} %`}; hier bucht es ${rate(betrag.satz)}${bu_schluessel === null ? "" : ` mit BU-Schlüssel ${bu_schluessel}`}: bitte mit dem Steuerberater klären`,
    )
  }
  return [...hints]
}

const nameOf = ({ konto, bu_schluessel }: Erloeskonto): string =>
  bu_schluessel === null
    ? `Konto ${konto} ohne BU-Schlüssel`
    : `Konto ${konto} mit BU-Schlüssel ${bu_schluessel}`

function faultOf(einstellungen: Einstellungen, konto: Erloeskonto, satz: number | null): string | undefined {
  const { skr, kontenlaenge } = einstellungen
  const { bu_schluessel } = konto
  const short = inFour(einstellungen, konto.konto)
  if (satz !== null && short < 1000)
    return `Konto ${konto.konto} hat weniger als ${kontenlaenge} Stellen: DATEV läse es als ${String(konto.konto).padStart(kontenlaenge, "0")}`
  if (satz !== null && BEST_KNOWN[other[skr]].has(short))
    return `Konto ${konto.konto} ist das Erlöskonto im SKR ${other[skr]}, gewählt ist SKR ${skr}`
  if (satz !== null && bu_schluessel !== null && WITHOUT_TAX.has(bu_schluessel))
    return `Mit dem BU-Schlüssel ${bu_schluessel} bucht DATEV keine Umsatzsteuer, gebucht würde ${rate(satz)}`
  const automatic = BEST_KNOWN[skr].has(short) ? automaticRate(skr, short) : undefined
  if (automatic !== undefined && automatic !== satz)
    return `Konto ${konto.konto} rechnet selbst ${automatic} %, gebucht würde ${rate(satz)}`
  if (automatic !== undefined && bu_schluessel !== null)
    return `Konto ${konto.konto} rechnet die Umsatzsteuer selbst: bitte ohne BU-Schlüssel einstellen`
  if (bu_schluessel !== null && VORSTEUER.has(bu_schluessel))
    return `BU-Schlüssel ${bu_schluessel} ist einer für Vorsteuer`
  const known = KEYS.entries().find(([, key]) => key === bu_schluessel)
  if (known && known[0] !== satz)
    return `BU-Schlüssel ${bu_schluessel} steht für ${known[0]} %, gebucht würde ${rate(satz)}`
  if (satz !== null && !Object.values(currentSaetze).includes(satz) && bu_schluessel === null)
    return `Für ${satz} % ist kein BU-Schlüssel bekannt`
  return undefined
}
