import { towns as demoTowns, strassen } from "../../../src/ops/demo/data.ts"

/** Parts of the names of customers. Each kind has a tenth of all: a search for one fills its page. */
const kinds =
  "Gasthaus Hotel Café Imbiss Schützenverein Bistro Brauhaus Getränkemarkt Kantine Landgasthof".split(" ")
const families =
  "Adler Krone Müller Lindenhof Jäger Sonne Löwe Hirsch Post Engel Rössle Schröder Meyer Behn Yıldız Öztürk Ähre Kowalski Nguyen Petersen".split(
    " ",
  )

/** Random numbers, but the same at every run (mulberry32). @returns a whole number below `limit` */
export function seeded(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
}

export const pick = <T>(list: readonly T[], i: number): T => list[i % list.length] as T

/** @returns name, street and town of the customer of that number */
export function customerWords(i: number, random: (limit: number) => number) {
  const { ort, plz } = pick(demoTowns, random(demoTowns.length))
  return {
    name: `${pick(kinds, i)} ${pick(families, random(families.length))}`,
    strasse: `${pick(strassen, random(strassen.length))} ${1 + random(90)}`,
    plz,
    ort,
    // One length at any size, so that a search for it finds one customer.
    telefon: `04131 ${20_000_000 + i}`,
  }
}
