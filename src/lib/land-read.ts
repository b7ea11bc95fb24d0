import { simple } from "./fold.ts"
import { once } from "./format.ts"

/**
 * Reads countries as people and programs write them: names, two or three letters (ISO 3166), letters on number plates.
 * Names come from the runtime; its executable has them as well.
 */

/** ISO 3166-1: three letters and the two of the same country. */
const THREE =
  "ABW:AW AFG:AF AGO:AO AIA:AI ALA:AX ALB:AL AND:AD ARE:AE ARG:AR ARM:AM ASM:AS ATA:AQ ATF:TF ATG:AG AUS:AU AUT:AT AZE:AZ " +
  "BDI:BI BEL:BE BEN:BJ BES:BQ BFA:BF BGD:BD BGR:BG BHR:BH BHS:BS BIH:BA BLM:BL BLR:BY BLZ:BZ BMU:BM BOL:BO BRA:BR BRB:BB " +
  "BRN:BN BTN:BT BVT:BV BWA:BW CAF:CF CAN:CA CCK:CC CHE:CH CHL:CL CHN:CN CIV:CI CMR:CM COD:CD COG:CG COK:CK COL:CO COM:KM " +
  "CPV:CV CRI:CR CUB:CU CUW:CW CXR:CX CYM:KY CYP:CY CZE:CZ DEU:DE DJI:DJ DMA:DM DNK:DK DOM:DO DZA:DZ ECU:EC EGY:EG ERI:ER " +
  "ESH:EH ESP:ES EST:EE ETH:ET FIN:FI FJI:FJ FLK:FK FRA:FR FRO:FO FSM:FM GAB:GA GBR:GB GEO:GE GGY:GG GHA:GH GIB:GI GIN:GN " +
  "GLP:GP GMB:GM GNB:GW GNQ:GQ GRC:GR GRD:GD GRL:GL GTM:GT GUF:GF GUM:GU GUY:GY HKG:HK HMD:HM HND:HN HRV:HR HTI:HT HUN:HU " +
  "IDN:ID IMN:IM IND:IN IOT:IO IRL:IE IRN:IR IRQ:IQ ISL:IS ISR:IL ITA:IT JAM:JM JEY:JE JOR:JO JPN:JP KAZ:KZ KEN:KE KGZ:KG " +
  "KHM:KH KIR:KI KNA:KN KOR:KR KWT:KW LAO:LA LBN:LB LBR:LR LBY:LY LCA:LC LIE:LI LKA:LK LSO:LS LTU:LT LUX:LU LVA:LV MAC:MO " +
  "MAF:MF MAR:MA MCO:MC MDA:MD MDG:MG MDV:MV MEX:MX MHL:MH MKD:MK MLI:ML MLT:MT MMR:MM MNE:ME MNG:MN MNP:MP MOZ:MZ MRT:MR " +
  "MSR:MS MTQ:MQ MUS:MU MWI:MW MYS:MY MYT:YT NAM:NA NCL:NC NER:NE NFK:NF NGA:NG NIC:NI NIU:NU NLD:NL NOR:NO NPL:NP NRU:NR " +
  "NZL:NZ OMN:OM PAK:PK PAN:PA PCN:PN PER:PE PHL:PH PLW:PW PNG:PG POL:PL PRI:PR PRK:KP PRT:PT PRY:PY PSE:PS PYF:PF QAT:QA " +
  "REU:RE ROU:RO RUS:RU RWA:RW SAU:SA SDN:SD SEN:SN SGP:SG SGS:GS SHN:SH SJM:SJ SLB:SB SLE:SL SLV:SV SMR:SM SOM:SO SPM:PM " +
  "SRB:RS SSD:SS STP:ST SUR:SR SVK:SK SVN:SI SWE:SE SWZ:SZ SXM:SX SYC:SC SYR:SY TCA:TC TCD:TD TGO:TG THA:TH TJK:TJ TKL:TK " +
  "TKM:TM TLS:TL TON:TO TTO:TT TUN:TN TUR:TR TUV:TV TWN:TW TZA:TZ UGA:UG UKR:UA UMI:UM URY:UY USA:US UZB:UZ VAT:VA VCT:VC " +
  "VEN:VE VGB:VG VIR:VI VNM:VN VUT:VU WLF:WF WSM:WS XKX:XK YEM:YE ZAF:ZA ZMB:ZM ZWE:ZW"

/** Letters on number plates that are no code of ISO 3166. */
const PLATES =
  "A:AT B:BE D:DE E:ES F:FR H:HU I:IT J:JP L:LU M:MT N:NO P:PT S:SE T:TH V:VA FL:LI SLO:SI RSM:SM RKS:XK KOS:XK NMK:MK SCG:RS " +
  "CDN:CA ROK:KR RC:TW RA:AR RCH:CL RI:ID RL:LB RP:PH MAL:MY MOC:MZ EAK:KE EAU:UG EAT:TZ WAN:NG BRU:BN LAR:LY CAM:CM"

/** Letters that mean one country on a plate, and another in ISO 3166. */
const TWO_MEANINGS: Readonly<Record<string, string>> = {
  BH: "BZ",
  BRN: "BH",
  CL: "LK",
  ES: "SV",
  ET: "EG",
  LB: "LR",
  MS: "MU",
  SD: "SZ",
  SY: "SC",
}

/** Other names, as people write them. */
const names: Readonly<Record<string, string>> = {
  BRD: "DE",
  "Bundesrepublik Deutschland": "DE",
  "Federal Republic of Germany": "DE",
  "Republik Österreich": "AT",
  Suisse: "CH",
  Svizzera: "CH",
  "Schweizerische Eidgenossenschaft": "CH",
  Holland: "NL",
  "The Netherlands": "NL",
  "Die Niederlande": "NL",
  Nederland: "NL",
  Tschechei: "CZ",
  "Tschechische Republik": "CZ",
  "Czech Republic": "CZ",
  Slowakei: "SK",
  "Slowakische Republik": "SK",
  Großbritannien: "GB",
  "Great Britain": "GB",
  England: "GB",
  Schottland: "GB",
  Wales: "GB",
  Nordirland: "GB",
  UK: "GB",
  "Vereinigtes Königreich von Großbritannien und Nordirland": "GB",
  USA: "US",
  Amerika: "US",
  "United States of America": "US",
  "Vereinigte Staaten von Amerika": "US",
  "Russische Föderation": "RU",
  "Russian Federation": "RU",
  Turkey: "TR",
  Türkiye: "TR",
  Mazedonien: "MK",
  Macedonia: "MK",
  Moldawien: "MD",
  Weißrussland: "BY",
  Elfenbeinküste: "CI",
  Polska: "PL",
  Danmark: "DK",
  Italia: "IT",
  España: "ES",
  Belgique: "BE",
  België: "BE",
  Luxembourg: "LU",
  EL: "GR",
}

const NO_LAND = "muss ein Land sein, z. B. Österreich, AT oder A"

const pairs = (text: string): [string, string][] =>
  text.split(" ").map((pair) => pair.split(":") as [string, string])

type Known = {
  two: Set<string>
  three: Map<string, string>
  plates: Map<string, string>
  named: Map<string, string>
}
const known = once((): Known => {
  const three = new Map(pairs(THREE))
  const two = new Set(three.values())
  const named = new Map<string, string>()
  const add = (name: string, code: string): void => void named.set(simple(name), code)
  // A name that two languages have is read as in German.
  for (const language of ["nl", "it", "fr", "en", "de"]) {
    const inLanguage = new Intl.DisplayNames(language, { type: "region", fallback: "none" })
    for (const code of two) add(inLanguage.of(code) ?? code, code)
  }
  for (const [name, code] of Object.entries(names)) add(name, code)
  return { two, three, plates: new Map(pairs(PLATES)), named }
})

/** The two letters of a country, or the German reason for refusing it. */
type LandReading = { value: string } | { fault: string }

/** @param cells of one column: where some are of number plates, letters of two meanings are refused */
export function landReader(cells: readonly string[]): (cell: string) => LandReading {
  const { two, three, plates, named } = known()
  const lettersOf = (cell: string): string => cell.trim().toUpperCase().replaceAll(".", "")
  const isPlates = cells.some((cell) => plates.has(lettersOf(cell)))
  return (cell) => {
    const letters = lettersOf(cell)
    if (isPlates && Object.hasOwn(TWO_MEANINGS, letters))
      return { fault: "ist nicht eindeutig: andere Zellen sind Autokennzeichen. Bitte den Namen schreiben" }
    const bare = /^(.+?)\s*\(\p{L}{1,3}\)$/u.exec(cell.trim())?.[1] ?? cell
    const value =
      (two.has(letters) ? letters : undefined) ??
      three.get(letters) ??
      plates.get(letters) ??
      named.get(simple(bare))
    return value === undefined ? { fault: NO_LAND } : { value }
  }
}
