/** Articles, devices and customers of the demo's wholesaler. Invented; the towns are real. */

export const einzeln = [
  { nummer: "FL-05", bezeichnung: "Flasche 0,5 l (Bier)", pfand_cent: 8 },
  { nummer: "FL-033", bezeichnung: "Flasche 0,33 l (Bügel)", pfand_cent: 15 },
  { nummer: "FL-07", bezeichnung: "Flasche 0,7 l (Wasser)", pfand_cent: 15 },
  { nummer: "KI-20", bezeichnung: "Kasten leer, 20er", pfand_cent: 150 },
  { nummer: "KI-12", bezeichnung: "Kasten leer, 12er", pfand_cent: 150 },
  { nummer: "FASS-30", bezeichnung: "Fass 30 l", pfand_cent: 3000 },
  { nummer: "FASS-50", bezeichnung: "Fass 50 l", pfand_cent: 3000 },
  { nummer: "CO2-10", bezeichnung: "CO₂-Flasche 10 kg", pfand_cent: 8000 },
  { nummer: "PAL-EU", bezeichnung: "Europalette", pfand_cent: 1500, ust_klasse: "transporthilfsmittel" },
] as const

export const gebinde = [
  { nummer: "BIER-20", bezeichnung: "Kasten Bier 20 × 0,5 l", teile: { "KI-20": 1, "FL-05": 20 } },
  { nummer: "BUEGEL-20", bezeichnung: "Kasten Bügel 20 × 0,33 l", teile: { "KI-20": 1, "FL-033": 20 } },
  { nummer: "WASSER-12", bezeichnung: "Kasten Wasser 12 × 0,7 l", teile: { "KI-12": 1, "FL-07": 12 } },
] as const

export const towns = [
  { ort: "Lüneburg", plz: "21335", breitengrad: 53.2494, laengengrad: 10.4115 },
  { ort: "Adendorf", plz: "21365", breitengrad: 53.2827, laengengrad: 10.4469 },
  { ort: "Bardowick", plz: "21357", breitengrad: 53.2942, laengengrad: 10.3886 },
  { ort: "Reppenstedt", plz: "21391", breitengrad: 53.2553, laengengrad: 10.3547 },
  { ort: "Scharnebeck", plz: "21379", breitengrad: 53.2939, laengengrad: 10.5067 },
  { ort: "Deutsch Evern", plz: "21407", breitengrad: 53.2022, laengengrad: 10.4322 },
] as const

const arten = [
  "Gasthaus",
  "Hotel",
  "Café",
  "Imbiss",
  "Schützenverein",
  "Bistro",
  "Brauhaus",
  "Getränkemarkt",
  "Kantine",
  "Landgasthof",
]
const names = ["Adler", "Krone", "Müller", "Lindenhof", "Zur Ilmenau", "Jäger"]

export const RATHAUS = "Rathaus Lüneburg"

/** Names of sixty customers, each once. */
export const kundennamen: string[] = names
  .flatMap((name) => arten.map((art) => `${art} ${name}`))
  .map((name) => (name === "Kantine Müller" ? RATHAUS : name))

type Special = { art: "behoerde" | "verbraucher"; abrechnung: "monatlich"; kaeuferreferenz?: string }

/** Customers that are no company: the town hall, and a club that buys as a private person does. */
export const special: Record<string, Special> = {
  [RATHAUS]: { art: "behoerde", abrechnung: "monatlich", kaeuferreferenz: "04011000-1234512345-06" },
  "Schützenverein Jäger": { art: "verbraucher", abrechnung: "monatlich" },
}

/** Places of the town hall that are delivered to as well. */
export const standorte = [
  { name: "Bürgerhaus", strasse: "Am Marienplatz 4", anlieferungshinweis: "Beim Hausmeister klingeln" },
  { name: "Freibad", strasse: "Uelzener Straße 1", anlieferungshinweis: "Zufahrt hinter dem Kiosk" },
]

export const strassen = [
  "Am Sande",
  "Bahnhofstraße",
  "Große Bäckerstraße",
  "Dorfstraße",
  "Bockelsberg",
  "Heiligengeiststraße",
]
export const hinweise = [
  null,
  null,
  "Hintereingang, bitte klingeln",
  "Keller über die Rampe",
  "Schlüssel beim Nachbarn",
  "Nicht vor 9 Uhr",
]
export const vornamen = ["Sabine", "Jörg", "Ayşe", "Heinrich", "Inge", "Tomasz", "Käthe"]
