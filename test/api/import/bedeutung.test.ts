import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { mitarbeiterfelder } from "../../../src/lib/felder/mitarbeiter.ts"
import { formatEuro } from "../../../src/lib/format.ts"
import { createTestApp } from "../../helpers/app.ts"
import { importForm } from "../../helpers/import-form.ts"
import { rawBook, rawWorkbook, rowXml, xlsx } from "../../helpers/workbook.ts"

/** Headings and cells as other programs write them. */

const app = createTestApp()
afterAll(app.close)
let firma: Awaited<ReturnType<typeof app.company>>
beforeEach(async () => {
  firma = await app.company(`firma-${Bun.randomUUIDv7()}`)
})

async function show(what: string, content: string | Uint8Array, fields: Record<string, string> = {}) {
  const raw = importForm(content, fields)
  return (await app.call("POST", `/api/${what}/import`, { token: firma.admin.token, raw })).body
}
const take = (what: string, content: string | Uint8Array, fields = {}) =>
  show(what, content, { ...fields, ausfuehren: "ja" })
const list = async (path: string) =>
  (await app.call("GET", `/api/${path}`, { token: firma.admin.token })).body.items
const faults = ({ fehler }: any) => fehler.map(({ zelle, msg }: any) => [zelle, msg])
const meanings = ({ spalten }: any) =>
  Object.fromEntries(spalten.map(({ ueberschrift, feld }: any) => [ueberschrift, feld]))
const LOST = expect.stringContaining("ist von Excel gerundet")
const kundenOf = async (...fields: string[]) =>
  Object.fromEntries(
    (await list("kunden?limit=100")).map((kunde: any) => [
      kunde.kundennummer,
      fields.map((field) => kunde[field]),
    ]),
  )

test("a program's own number of a row is not the one beside it that people know", async () => {
  const kunden = await show("kunden", "id;customer_number;company;ISO\n0188f3;10042;Gasthof Adler;AT\n")
  expect(meanings(kunden)).toMatchObject({ id: null, customer_number: "kundennummer", ISO: "land" })
  const artikel = await show("pfandartikel", "id;product_number;name;Pfand\n77;KI-20;Kasten;3,10\n")
  expect(meanings(artikel)).toMatchObject({ id: null, product_number: "nummer" })
  expect(meanings(await show("kunden", "ID;Firma\n10042;Gasthof Adler\n"))).toMatchObject({
    ID: "kundennummer",
  })
})

test("customers of Access, SAP, Sage and NAV keep their country, telephone, block and second line", async () => {
  const access = "ID;Firma;Adresse;Land/Region\n1;Adler;Weg 1;Österreich\n"
  const sap = "CardCode\tCardName\tPhone1\tCountry\tfrozenFor\nC1\tBär\t04131 1\tDE\tY\n"
  const nav = "Nr.;Name;Adresse;Adresse 2\nD1;Dom;Weg 1;Hof\n"
  expect((await show("kunden", access)).vorschau[0].angaben).toContain("Land AT")
  expect((await show("kunden", sap)).vorschau[0].angaben).toEqual([
    "nicht aktiv",
    "Telefon 04131 1",
    "Land DE",
  ])
  expect((await show("kunden", nav)).vorschau[0].angaben).toEqual(["Straße Weg 1, Hof"])
  const { vorschau, hinweise } = await show("kunden", "Kto-Nr.;Name1;Sperrvermerk\nD10001;Eule;X\n")
  expect([vorschau[0].angaben, hinweise]).toEqual([
    ["nicht aktiv"],
    ["Keine Spalte ist als Kundennummer gelesen; vergeben werden neue. Ist es „Kto-Nr.“?"],
  ])
})

test("customers of shops keep their addresses, and those of English programs", async () => {
  const address = ["Straße Markt 1, Hof", "PLZ 29221", "Ort Celle", "Land DE"]
  for (const table of [
    "Customer ID,First Name,Last Name,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Zip,Default Address Country Code\n'7,Eva,Braun,Krone,Markt 1,Hof,Celle,'29221,DE\n",
    "customer_id,billing_first_name,billing_last_name,billing_company,billing_address_1,billing_address_2,billing_postcode,billing_city,billing_country\n7,Eva,Braun,Krone,Markt 1,Hof,29221,Celle,DE\n",
    "Customer ID,Customer Name,Address Line 1,Address Line 2,Postal Code,City,Country\n7,Krone,Markt 1,Hof,29221,Celle,Germany\n",
  ]) {
    const { vorschau } = await show("kunden", table)
    expect([vorschau[0].nummer, vorschau[0].name]).toEqual(["7", "Krone"])
    expect(vorschau[0].angaben.filter((one: string) => !one.startsWith("Ansprech"))).toEqual(address)
  }
})

test("of two addresses the customer's own is read, and that the other is another street is told", async () => {
  for (const [its, other] of [
    ["Straße", "Lieferstraße"],
    ["Rechnungsadresse Straße", "Lieferadresse Straße"],
  ]) {
    const { vorschau, hinweise } = await show(
      "kunden",
      `Nr;Name;${other};${its}\n1;A;Hof 2;Weg 1\n2;B;Weg 3;Weg 3\n`,
    )
    expect([vorschau[0].angaben, hinweise]).toEqual([
      ["Straße Weg 1"],
      [
        `Unter „${other}“ steht in einer Zeile etwas anderes als unter „${its}“. Gelesen ist „${its}“: Ist es die richtige Anschrift? Hof 2 (Zeile 2)`,
      ],
    ])
  }
})

test("customers with a mark for deletion are not active, and numbers of several devices in one cell are told", async () => {
  for (const heading of ["Löschkz", "Lösch-Kz.", "Löschkennzeichen"])
    expect((await show("kunden", `Nr;Name;${heading}\n1;A;L\n2;B;\n`)).vorschau[0].angaben).toEqual([
      "nicht aktiv",
    ])
  const devices = "Nr;Bezeichnung\nK-1 bis K-5;Kühler\nK-6, K-7;Kühler\nK-8;Kühler\n"
  expect((await show("geraete", devices)).hinweise).toEqual([
    "In 2 Zellen stehen mehrere Nummern, und je Zeile entsteht ein Gerät. Ist das gemeint? K-1 bis K-5, K-6, K-7",
  ])
})

test("places that are called by a number alone are told", async () => {
  await take("kunden", "Nr;Name\n1;Adler\n")
  expect(
    (await show("standorte", "Kundennr;Lieferstelle;Bezeichnung\n1;1;Saal\n1;2;Hof\n")).hinweise,
  ).toContain("2 Standorte heißen nur wie eine Nummer. Steht der Name in einer anderen Spalte? 1, 2")
})

test("customers who get a number of their own are told, and which column may have theirs", async () => {
  for (const heading of ["Debitor", "Account No."])
    expect((await show("kunden", `${heading};Name\n10010001;Adler\n`)).hinweise).toEqual([
      `Keine Spalte ist als Kundennummer gelesen; vergeben werden neue. Ist es „${heading}“?`,
    ])
  expect((await show("kunden", "Nr;Name\n1;Adler\n;Bär\n")).hinweise).toEqual([
    "Ein Kunde hat keine Nummer und bekommt eine neue: Bär",
  ])
})

test("a name of which a spreadsheet made a day is told, and places of one customer that differ by capitals", async () => {
  const artikel = "Nr;Bezeichnung;Pfand\nA;03.04.2026;1,50\nB;3/4 l;0,08\n"
  expect((await show("pfandartikel", artikel)).hinweise).toEqual([
    "Unter „Bezeichnung“ steht ein Datum, wie es Excel aus „3/4“ macht. Ist das gemeint? 03.04.2026",
  ])
  await take("kunden", "Nr;Name\n1;Adler\n2;Bär\n")
  await take("standorte", "Kundennr;Standort\n1;Saal\n")
  expect((await show("standorte", "Kundennr;Standort\n1;saal\n2;SAAL\n1;Hof\n")).hinweise).toEqual([
    "Ein Standort heißt bis auf große und kleine Buchstaben wie ein anderer desselben Kunden. Ist es derselbe? saal – Saal",
  ])
})

test("an address book of Google has its companies, with the persons at them", async () => {
  const head =
    "First Name,Last Name,Organization Name,E-mail 1 - Value,Phone 1 - Value,Address 1 - Street,Address 1 - City,Address 1 - Postal Code,Address 1 - Country"
  const row = "Eva,Braun,Krone GmbH,e@k.example ::: f@k.example,05141 1,Markt 1,Celle,29221,DE"
  const { vorschau } = await show("kunden", `${head}\n${row}\n`)
  expect([vorschau[0].name, vorschau[0].angaben]).toEqual([
    "Krone GmbH",
    [
      "Ansprechpartner Eva Braun",
      "Telefon 05141 1",
      "E-Mail e@k.example",
      "Straße Markt 1",
      "PLZ 29221",
      "Ort Celle",
      "Land DE",
    ],
  ])
})

test("a balance's customer and article are known by what other programs call them", async () => {
  const row = "1;Adler;A;a;1\n"
  for (const kunde of ["Kunde", "Kundenname", "Standort", "Customer"])
    for (const artikel of ["Artikelbezeichnung", "Artikelname", "Artikeltext", "Kurztext"]) {
      const head = `Kundennummer;${kunde};Artikelnummer;${artikel};Stück\n`
      expect(meanings(await show("anfangsbestaende", head + row))).toMatchObject({
        [kunde]: "kundenname",
        [artikel]: "artikelname",
      })
    }
})

test("whoever drives becomes a driver, and who leads the business its administrator", () => {
  for (const [word, rolle] of Object.entries(mitarbeiterfelder.rolle.alsoWords)) {
    const drives = /fahrer|fuhr|auslieferung/i.test(word)
    const leads = /^(?:Admin|Chef|Geschäfts|Inhaber)/.test(word)
    expect([word, rolle]).toEqual([word, drives ? "fahrer" : leads ? "admin" : "user"])
  }
  // Who has one of these words for a man has it for a woman, and the other way round.
  const words = ["Fahrer", ...Object.keys(mitarbeiterfelder.rolle.alsoWords)]
  const men = words.filter((word) => /(?:er|or|ent|chef|är)$/i.test(word))
  const women = words.filter((word) => /[^/]in$/.test(word))
  expect(women.toSorted()).toEqual(men.map((word) => `${word}in`).toSorted())
})

describe("days that could be two", () => {
  const ambiguous = (one: string, other: string) =>
    `ist nicht eindeutig: bitte ${one} oder ${other} schreiben`

  test("by two digits of a year are refused where a day to come is meant", async () => {
    const rows = "A;a;24 Monate;;01.03.72\nB;b;24 Monate;01.03.98;01.03.26\n"
    expect(
      faults(await show("geraete", `Nummer;Bezeichnung;TÜV alle;TÜV zuletzt;TÜV nächste\n${rows}`)),
    ).toEqual([["E2", ambiguous("01.03.1972", "01.03.2072")]])
  })

  test("by a bare number in a file that counts from 1904 are refused, and its own days are read", async () => {
    const head = rowXml(["Nummer", "Bezeichnung", "TÜV bis"])
    const cells = (own: string) =>
      rowXml(["A", "a"]).replace("</row>", own) + rowXml(["B", "b"]).replace("</row>", own)
    const of = (style: number) =>
      rawBook({
        sheets: { A: head + cells(`<c s="${style}"><v>45000</v></c></row>`) },
        formats: ["General", "dd.mm.yyyy"],
        is1904: true,
      })
    expect(faults(await show("geraete", of(0)))[0]).toEqual(["C2", ambiguous("15.03.2023", "16.03.2027")])
    expect((await show("geraete", of(1))).vorschau[0].angaben).toEqual(["TÜV nächste 16.03.2027"])
  })
})

describe("numbers that a spreadsheet wrote", () => {
  test("with an exponent, or with zeros for lost digits, are refused in their cells", async () => {
    const geraete = [
      "Nummer;Bezeichnung;Seriennr.;EAN",
      "A;a;2,41006E+13;4,00639E+12",
      "B;b;SN-4E12;4E+12",
      "C;c;7E5;4006381333931",
      "D;d;1E-05;",
      "E;e;4.00638E12;340123450000000000",
      "F;f;340123450000000001;",
    ]
    expect(faults(await show("geraete", geraete.join("\n")))).toEqual([
      ["C2", LOST],
      ["D2", LOST],
      ["D3", LOST],
      ["C6", LOST],
      ["D6", LOST],
    ])
    expect(
      faults(await show("kunden", "Kd-Nr;Name;Tel.\n9,00001E+14;Adler;4,91713E+12\n")).map(
        ([zelle]: any) => zelle,
      ),
    ).toEqual(["A2", "C2"])
    const excel = await show(
      "pfandartikel",
      xlsx(
        ["Nummer", "Bezeichnung", "Pfand", "EAN"],
        ["A", "a", 1.5, 3.40123456789012e17],
        ["B", "b", 2, 4006381333931],
      ),
    )
    expect([faults(excel), excel.neu]).toEqual([[["D2", LOST]], 1])
    expect(faults(await show("anfangsbestaende", "Kunde;Artikel;Stück\n1E+15;4E+12;3\n"))).toMatchObject([
      ["A2", LOST],
      ["B2", LOST],
    ])
  })

  test("with an exponent are refused as texts, too, and any one as a post code", async () => {
    const power = expect.stringContaining("ist eine Zahl mit Exponent")
    const rows = ["A;8,0E4;1,2E+05;x", "8E4;8E4;Ulm;4,1E+11", "C;1067;Dresden;3E 4"]
    expect(faults(await show("kunden", `Name;PLZ;Ort;Notiz\n${rows.join("\n")}\n`))).toEqual([
      ["B2", power],
      ["C2", power],
      ["B3", power],
      ["D3", power],
    ])
    expect(faults(await show("standorte", "Kunde;Standort;PLZ\nK-1;Markt;8E4\n"))).toContainEqual([
      "C2",
      power,
    ])
    expect(faults(await show("geraete", "Nummer;Bezeichnung\n1,5E3;a\n1.5E3;b\n"))).toEqual([["A2", LOST]])
  })

  test("with a comma are refused, unless all numbers of the column have one", async () => {
    const comma = expect.stringContaining("ist eine Zahl mit Komma und keine Nummer")
    const kunden = xlsx(
      ["Nummer", "Name", "PLZ", "Debitor"],
      [1001.5, "Adler", 21335.5, 10001.5],
      [1002, "Krone", 21337, 10002],
    )
    expect(faults(await show("kunden", kunden))).toEqual([
      ["A2", comma],
      ["C2", comma],
      ["D2", comma],
    ])
    const artikel = "Nummer;Bezeichnung;Pfand;EAN\n17,5;Fass;30,00;4006381333,5\n18;Kiste;1,50;\n"
    expect(faults(await show("pfandartikel", artikel))).toEqual([
      ["A2", comma],
      ["D2", comma],
    ])
    const sizes = "Nummer;Bezeichnung;Pfand\n0,33;Kleine;0,08\n0,5;Große;0,15\n"
    const { neu, hinweise } = await show("pfandartikel", sizes)
    expect([neu, hinweise]).toEqual([2, [expect.stringContaining("Stimmen sie? 0,33, 0,5")]])
  })

  test("are accounts of the bookkeeping that two have, which is told", async () => {
    await take("kunden", "Nummer;Name;Debitor\n1;Adler;10001\n")
    const shared = "Nummer;Name;Debitor\n2;Krone;10001\n3;Hirsch;10003\n4;Bär;10003\n5;Wal;10005\n"
    expect((await show("kunden", shared)).hinweise).toEqual([
      "2 Debitorenkonten gehören mehreren Kunden. Ist das gemeint? 10001 (Krone, Adler), 10003 (Hirsch, Bär)",
    ])
    expect(
      (await show("kunden", "Nummer;Name;Debitor\n1;Adler;10001\n", { vorhandene: "aendern" })).hinweise,
    ).toEqual([])
  })

  test("stay as they are where a spreadsheet shows fractions, but not where a stroke is text", async () => {
    const formats = ["#\\ ??/??", "# ?/8", '00"/"000', "00\\/000"]
    const rows = formats.map((_, i) => `<row><c s="${i}"><v>4711</v></c><c t="str"><v>a${i}</v></c></row>`)
    const sheet = rowXml(["Nr", "Name"]) + rows.join("")
    const { vorschau } = await show("kunden", rawWorkbook({ sheet, formats }))
    expect(vorschau.map(({ nummer }: any) => nummer)).toEqual(["4711", "4711", "04/711", "04/711"])
  })

  test("are refused where a spreadsheet made days of them", async () => {
    const day = expect.stringContaining("ist ein Datum, wie es Excel aus Nummern macht")
    const kunden =
      "Nummer;Name;Straße;Hausnr.\nK-1;Adler;Weg;06. Mrz\n3. Apr;Bär;Weg;3-4\nMrz 26;Cafe;Weg;12.13.2025\nK-4;Dom;Weg;2026-04-03\n"
    expect(faults(await show("kunden", kunden))).toEqual([
      ["D2", day],
      ["A3", day],
      ["A4", day],
      ["D5", day],
    ])
    const geraete =
      "Nummer;Bezeichnung;Seriennr.;EAN\nA;a;06.03.2025;\nB;b;12.13.2025;10.01.03\nC;c;6.3.1;MAI 12\n"
    expect(faults(await show("geraete", geraete))).toEqual([["C2", day]])
    const made = ["1-Oct", "Oct-10", "10/1/2026", "2026-10-01 00:00:00", "2026-10-01"]
    const serials = made.map((one, i) => `G${i};a;${one}\n`).join("")
    expect(faults(await show("geraete", `Nummer;Bezeichnung;Seriennr.\n${serials}`))).toEqual(
      made.map((_, i) => [`C${i + 2}`, day]),
    )
    expect((await show("geraete", "Nummer;Bezeichnung\n2026-10-01;a\n2026-10-02;b\n")).neu).toBe(2)
    const balances = await show("anfangsbestaende", "Kunde;Artikel;Stück\n1;01.02.2026;3\n")
    expect(faults(balances)).toContainEqual(["B2", day])
  })

  test("get their zeros back where the table or the records show how many, and that is told", async () => {
    const rows = [
      ["00101", "A"],
      ["00102", "B"],
      [106, "C"],
      ["K-7", "D"],
    ]
    const first = await take("kunden", xlsx(["Kd-Nr.", "Name 1"], ...rows))
    expect(first.hinweise).toEqual(["Bei einer Nummer kamen führende Nullen dazu: 106 → 00106"])
    expect(Object.keys(await kundenOf()).toSorted()).toEqual(["00101", "00102", "00106", "K-7"])
    const again = await take("kunden", "Nummer;Name;Ort\n101;A;Celle\n230;Neu;Uelzen\n", {
      vorhandene: "aendern",
    })
    expect([again.geaendert, again.neu, again.hinweise]).toEqual([
      1,
      1,
      ["Bei 2 Nummern kamen führende Nullen dazu: 101 → 00101, 230 → 00230"],
    ])
    const unclear = await show("kunden", "Nummer;Name\n00007;A\n1;B\n2;C\n3;D\n")
    expect(unclear.hinweise).toContainEqual(
      expect.stringContaining("Manche Nummern haben führende Nullen (00007), andere nicht (1, 2, 3)"),
    )
  })

  test("lose the decimal that a program wrote behind whole numbers, unless others of the column have one", async () => {
    const { hinweise } = await take("kunden", "Nr;Name;Telefon\n10001.0;Adler;4131111111.0\n10002.0;Krone;\n")
    expect(await kundenOf("telefon")).toEqual({ 10001: ["04131111111"], 10002: [null] })
    expect(hinweise[0]).toBe(
      "2 Nummern endeten auf „.0“, das nicht dazugehört: 10001.0 → 10001, 10002.0 → 10002",
    )
    const dotted = await show("kunden", "Nr;Name\n10.001;Eule\n10.002;Falke\n")
    expect(dotted.hinweise).toEqual([
      "In 2 Nummern stehen Punkte wie zwischen Tausendern. Gehören sie dazu? 10.001, 10.002",
    ])
    const { vorschau } = await show("geraete", "Nr;Bezeichnung\n7.0;Kühler\n7.1;Kühler\n")
    expect(vorschau.map(({ nummer }: any) => nummer)).toEqual(["7.0", "7.1"])
  })

  test("lose as many zeros as a database wrote behind them, but not what could be thousands", async () => {
    for (const end of [".00", ",0", ",00", ".0000"]) {
      const geraete = await show(
        "geraete",
        `Nr;Bezeichnung;Seriennr.\n1001${end};a;55${end}\n1002${end};b;\n`,
      )
      expect(geraete.vorschau.map(({ nummer }: any) => nummer)).toEqual(["1001", "1002"])
      expect(geraete.vorschau[0].angaben).toContain("Seriennummer 55")
      expect(geraete.hinweise[0]).toStartWith(`2 Nummern endeten auf „${end}“, das nicht dazugehört`)
    }
    const { vorschau } = await show("kunden", "Nr;Name\n1001,000;a\n1002,000;b\n")
    expect(vorschau.map(({ nummer }: any) => nummer)).toEqual(["1001", "1002"])
    const thousands = await show("kunden", "Nr;Name\n5,000;a\n12,000;b\n")
    expect(faults(thousands).map(([zelle]: any) => zelle)).toEqual(["A2", "A3"])
  })

  test("find a customer with other zeros, if it is the only one", async () => {
    await take("kunden", "Nummer;Name\n00487;Adler\n0012;Bär\n000012;Dachs\n5;Eule\n0005;Falke\n")
    const body = await take(
      "geraete",
      "Inventarnr.;Bezeichnung;Standort (Kd-Nr.)\nG-1;Kühler;487\nG-2;Kühler;5\nG-3;Kühler;12\n",
    )
    expect(faults(body)).toEqual([
      ["C4", "ist nicht eindeutig: Mit anderen Nullen davor gibt es Bär (0012), Dachs (000012)"],
    ])
    const good = await take("geraete", "Inventarnr.;Bezeichnung;Kd-Nr.\nG-1;Kühler;487\nG-2;Kühler;5\n")
    expect(good.hinweise).toContain(
      "Bei einer Zeile hat die Kundennummer hier andere Nullen davor: 487 → 00487",
    )
    expect((await list("geraete")).map(({ kunde_name }: any) => kunde_name)).toEqual(["Adler", "Eule"])
  })

  test("may be no customer's but the yard's, and tests are shown with their days", async () => {
    await take("kunden", "Nummer;Name\n487;Adler\n")
    const table =
      "Inventarnr.;Bezeichnung;Standort;TÜV am\nG-1;Kühler;487;31.12.2025\nG-2;Kühler;Lager;\nG-3;Kühler;Werkstatt;\n"
    const body = await take("geraete", table, { liste: "ja" })
    expect([faults(body), body.liste[0].angaben]).toEqual([
      [],
      expect.arrayContaining(["TÜV zuletzt 31.12.2025", "TÜV nächste 31.12.2027", "bei Adler (487)"]),
    ])
    expect(body.hinweise).toContain(
      "Bei 2 Geräten steht ein Ort statt eines Kunden: Lager → im Lager, Werkstatt → in Wartung",
    )
    expect((await list("geraete")).map(({ status }: any) => status)).toEqual([
      "beim_kunden",
      "lager",
      "wartung",
    ])
    expect((await show("geraete", table, { vorhandene: "aendern" })).unveraendert).toBe(3)
    const gone = await show("geraete", "Nummer;Bezeichnung;Status\nH-1;K;verkauft\nH-2;K;gestohlen\n")
    expect(gone.vorschau.map(({ angaben }: any) => angaben.at(-1))).toEqual([
      "Status ausgemustert",
      "Status verloren",
    ])
  })

  test("find an article with other zeros, and an account is refused that is none", async () => {
    await take("kunden", "Nummer;Name\nK1;Adler\n")
    await take("pfandartikel", "Nummer;Bezeichnung;Pfand\n0012;Kasten;1,50\n")
    const body = await take("anfangsbestaende", "Kunde;Artikel;Stück\nK1;12;5\n")
    expect([body.ausgefuehrt, body.hinweise]).toEqual([
      true,
      ["Bei einer Zeile hat die Artikelnummer hier andere Nullen davor: 12 → 0012"],
    ])
    expect(faults(await show("kunden", "Name;FiBu-Kto.\nBär;1,01E+08\n"))).toEqual([["B2", LOST]])
  })

  test("of telephones get what they lost, where that is sure", async () => {
    const body = await take(
      "kunden",
      xlsx(
        ["Nr", "Name", "Telefon"],
        ["K1", "A", 4131123456],
        ["K2", "B", 491711234560],
        ["K3", "C", 12345],
        ["K4", "D", "0413 1"],
        ["K5", "E", "4131/70 19 00"],
        ["K6", "F", "49 171 7007000"],
        ["K7", "G", "70010 / 70011"],
        ["K8", "H", "tel:+49-4131-7"],
      ),
    )
    expect(body.hinweise).toEqual([
      "Bei 4 Telefonnummern fehlte vorn die Null oder das Plus: 4131123456 → 04131123456, 491711234560 → +491711234560, 4131/70 19 00 → 04131/70 19 00, 49 171 7007000 → +49 171 7007000",
      "Eine Telefonnummer hat keine Vorwahl und bleibt, wie sie ist: 12345",
    ])
    expect(await kundenOf("telefon")).toEqual({
      K1: ["04131123456"],
      K2: ["+491711234560"],
      K3: ["12345"],
      K4: ["0413 1"],
      K5: ["04131/70 19 00"],
      K6: ["+49 171 7007000"],
      K7: ["70010 / 70011"],
      K8: ["+49-4131-7"],
    })
  })
})

test("a telephone abroad gets no German zero, and its plus where its country's code is known", async () => {
  await take(
    "kunden",
    xlsx(
      ["Nr", "Name", "Land", "Telefon"],
      ["T1", "Rösti", "CH", 41791234567],
      ["T2", "Schmarrn", "Österreich", 436641234567],
      ["T3", "Jause", "A", 6641234567],
      ["T4", "Pasta", "IT", 390212345678],
      ["T5", "Pesto", "IT", 3471234567],
      ["T6", "Grünkohl", "DE", 4131123457],
      // Who has the number of another one in another country: it stays where that is not the same number.
      ["T7", "Zwei Häuser", "CH", 41791234599],
      ["T8", "Zwei Häuser", "DE", 41791234599],
      ["T9", "Zwei Stuben", "A", 6641234599],
      ["T10", "Zwei Stuben", "DE", 6641234599],
    ),
  )
  expect(await kundenOf("telefon")).toMatchObject({
    T1: ["+41791234567"],
    T2: ["+436641234567"],
    T3: ["06641234567"],
    T4: ["390212345678"],
    T5: ["3471234567"],
    T6: ["04131123457"],
    T7: ["41791234599"],
    T8: ["41791234599"],
    T9: ["06641234599"],
    T10: ["06641234599"],
  })
})

describe("rows that are no records", () => {
  test("are left out and told: totals, subtotals, and the example of the template", async () => {
    const names = ["Gesamtschule Nord", "Summer GmbH", "Total Tankstelle", "Anzahl & Söhne"]
    const table = [
      "Kundennummer;Name;Ort;Umsatz",
      ...names.map((name, i) => `${i + 1};${name};Celle;5,00`),
      ";Summe Celle:;;20,00",
      "7;Gesamt;Uelzen;",
      ";Uelzen Ergebnis;;5",
      "Gesamt;8 Kunden;;25,00",
      "Anzahl 8;;;",
    ]
    const body = await take("kunden", table.join("\n"))
    expect([body.zeilen, body.angelegt, body.hinweise]).toEqual([
      5,
      5,
      [
        "Summen werden nicht übernommen: Zeile 6 (Summe Celle: 20,00), Zeile 8 (Uelzen Ergebnis 5), Zeile 9 (Gesamt 8 Kunden), Zeile 10 (Anzahl 8)",
        "Die Summe in Zeile 9 nennt 8 Kunden, die Zeilen der Tabelle ergeben 5 Kunden. Stimmen die Zeilen?",
      ],
    ])
    expect((await list("kunden")).map(({ name }: any) => name).toSorted()).toEqual(
      [...names, "Gesamt"].toSorted(),
    )
    const { arten } = (await app.call("GET", "/api/einrichtung", { token: firma.admin.token })).body
    for (const { art, spalten } of arten) {
      const ours = spalten.filter(({ fremd }: any) => !fremd)
      const line = (of: string) => ours.map((spalte: any) => spalte[of]).join(";")
      const shown = await show(art, `${line("name")}\n${line("beispiel")}\n`)
      expect([art, shown.neu, shown.fehlerzahl, shown.hinweise]).toEqual([
        art,
        0,
        0,
        [expect.stringContaining("Die Beispielzeile der Vorlage wird nicht übernommen: Zeile 2")],
      ])
    }
  })

  test("are subtotals, too, with the number of their customer", async () => {
    await take("pfandartikel", "Nr;Name;Pfand\nF;Fass;30,00\nK;Kasten;1,50\n")
    await take("kunden", "Nr;Name\n1001;Adler\n")
    const body = await show("anfangsbestaende", "Kunde;Artikel;Stück\n1001;F;5\n1001;K;7\n1001;Summe;13\n")
    expect([faults(body), body.neu, body.hinweise]).toEqual([
      [],
      2,
      [
        "Summen werden nicht übernommen: Zeile 4 (1001 Summe)",
        expect.stringMatching(
          /^Die Summe in Zeile 4 nennt unter „Stück“ 13, die Zeilen der Tabelle ergeben 12/,
        ),
      ],
    ])
  })

  test("may be remarks with something for a number, or stand below the wrong headings, which is told", async () => {
    const { hinweise } = await show("kunden", "Nr;Name\n1001;Adler\n#1002;Bär\n// 1003;Krone\n")
    expect(hinweise).toContainEqual("2 Nummern beginnen wie Bemerkungen. Sind es Einträge? #1002, // 1003")
    expect((await show("kunden", "Nr;Name\nAdler;1001\nBär;1002\n")).hinweise).toContainEqual(
      expect.stringMatching(/Sind die Spalten vertauscht\?$/),
    )
    expect((await show("kunden", "Konto;Name\n10001;Adler\n")).hinweise).toEqual([
      expect.stringMatching(/Ist es „Konto“\?$/),
    ])
  })

  test("are no customers whose number ends with a letter, beside nothing but numbers", async () => {
    const { zeilen, hinweise } = await show(
      "anfangsbestaende",
      "Kunde;Artikel;Stück\n12 A;20;5\n1 Kunden;;5\n",
    )
    expect([zeilen, hinweise]).toEqual([1, ["Summen werden nicht übernommen: Zeile 3 (1 Kunden 5)"]])
  })

  test("are left out as well where they are headings of the next page, or remarks below the list", async () => {
    const table =
      "Name;Ort\nStand 5;\nAdler;Celle\nName;Ort\nEnde;Uelzen\nBlatt 2;\nErstellt am 27.11.2026;\n*** Ende der Liste ***;\n"
    const below = "Stand 11/2026;\nS. 1;\nAlle Angaben ohne Gewähr;\n2 Datensätze exportiert;\n"
    expect((await show("kunden", `Name;Ort\nStand 7/8;Celle\nS. Bär;Celle\n${below}`)).neu).toBe(2)
    const body = await show("kunden", table)
    expect([body.vorschau.map(({ name }: any) => name), body.hinweise]).toEqual([
      ["Stand 5", "Adler", "Ende"],
      [
        "Wiederholte Überschriften werden nicht übernommen: Zeile 4 (Name Ort)",
        "Vermerke unter der Liste werden nicht übernommen: Zeile 6 (Blatt 2), Zeile 7 (Erstellt am 27.11.2026), Zeile 8 (*** Ende der Liste ***)",
      ],
    ])
    const pages = await show(
      "kunden",
      "Nr;Name;PLZ;Ort\n1;Adler;21335;Ulm\n;Kundenliste;;Seite 2 von 3\n2;Bär;21335;Ulm\n",
    )
    expect([pages.neu, pages.hinweise]).toEqual([
      2,
      [expect.stringContaining("Zeile 3 (Kundenliste Seite 2 von 3)")],
    ])
  })

  test("describe the columns below their headings, or part them from the rows", async () => {
    for (const line of [
      "varchar(10);varchar(50);char(5);text",
      "Pflichtfeld;Pflichtfeld, max. 40 Zeichen;5-stellig;Lieferort",
      "C(10);AN(40);;optional",
      "Zahl, Pflicht;Text (optional);Text;Text",
      "z. B. 4711;z. B. Muster GmbH;21335;",
      "---;------;-----;---",
      "1;2;3;4",
      // Names of other fields.
      "KdNr_alt;Firma;Telefon;intern",
    ]) {
      const { vorschau, hinweise } = await show("kunden", `Nummer;Name;PLZ;Ort\n${line}\n9;Muss;21335;Kann\n`)
      expect([vorschau.map(({ name }: any) => name), hinweise]).toEqual([
        ["Muss"],
        [
          expect.stringMatching(
            /^(?:Zeilen, die die Spalten beschreiben|Trennlinien), werden|^Trennlinien werden/,
          ),
        ],
      ])
    }
    const artikel = await show(
      "pfandartikel",
      "Nummer;Bezeichnung;Pfand;Einheit\n;;EUR;\nKEG;Keg;30,00;Stück\n",
    )
    expect([artikel.neu, artikel.fehlerzahl]).toEqual([1, 0])
  })

  test("are remarks of several cells, or named where a word stands for a number", async () => {
    const rows = Array.from({ length: 5 }, (_, i) => `1000${i};Adler ${i};Celle`)
    const table = [
      "Erstellt mit;WinLager 4.2;",
      "Nummer;Name;Ort",
      ...rows,
      "BAR;Barverkauf;Celle",
      "Erstellt mit;WinLager 4.2;",
      "Druckdatum;12.11.2026;Seite 1",
      "Mandant:;1;",
    ]
    const others = "Nr;Bezeichnung;Pfand\nKA20;a;1\nFL05;b;1\nEUP;c;1\nK1;d;1\nFA30;e;1\nFA50;f;1\n"
    expect((await show("pfandartikel", others, { einheit: "euro" })).hinweise.length).toBe(1)
    const unnumbered = await show("kunden", "Name;Ort\nAdler;Celle\nErstellt mit;WinLager 4.2\n")
    expect(unnumbered.vorschau.map(({ name }: any) => name)).toEqual(["Adler"])
    const { vorschau, hinweise } = await show("kunden", table.join("\n"))
    expect([vorschau.length, hinweise.slice(1)]).toEqual([
      6,
      [
        "Vermerke unter der Liste werden nicht übernommen: Zeile 9 (Erstellt mit WinLager 4.2), Zeile 10 (Druckdatum 12.11.2026), Zeile 11 (Mandant: 1)",
        "Bei einer Zeile steht ein Wort, wo die anderen ihre Nummer haben. Ist das gemeint? Zeile 8 (BAR Barverkauf)",
      ],
    ])
  })

  test("are of another table below, captions between them, and suppliers of a list of contacts", async () => {
    const table = [
      "Kundennummer;Name;Ort;Kategorie;Lieferantennummer",
      "Buchstabe A;;;;",
      "10001;Adler;Celle;Kunde;",
      "10002;Brauerei;Celle;Lieferant;",
      ";Mälzerei;Celle;;70001",
      // Whoever sells and buys is a customer as well.
      "10003;Mosterei;Celle;;70002",
      "Kunden gesamt;2;;;",
      "Spediteure;;;;",
      "Nummer;Name;Ort;;",
      "5;Schnell;Celle;;",
    ]
    const { vorschau, fehlerzahl, hinweise } = await show("kunden", table.join("\n"))
    expect([vorschau.map(({ name }: any) => name), fehlerzahl]).toEqual([["Adler", "Mosterei"], 0])
    expect(hinweise).toEqual([
      "Zwischenüberschriften werden nicht übernommen: Zeile 2 (Buchstabe A), Zeile 8 (Spediteure)",
      "Summen werden nicht übernommen: Zeile 7 (Kunden gesamt 2)",
      expect.stringContaining("Unter der Tabelle beginnt eine andere: Ihre 2 Zeilen"),
      "2 Lieferanten werden nicht übernommen: Brauerei (Zeile 4), Mälzerei (Zeile 5)",
    ])
  })

  test("are suppliers under any heading that tells them from customers", async () => {
    const { vorschau, hinweise } = await show("kunden", "Nr;Name;Art\n1;Adler;Debitor\n2;Brauerei;Kreditor\n")
    expect([vorschau.map(({ name }: any) => name), hinweise]).toEqual([
      ["Adler"],
      ["Ein Lieferant wird nicht übernommen: Brauerei (Zeile 3)"],
    ])
  })

  test("may be captions of groups where their numbers look like no others, which is told", async () => {
    const grouped =
      "Nr;Name;Ort\nGruppe 1;Gastronomie;\n1;Adler;Celle\nGruppe 2;Handel;\n2;Bär;Ulm\nK-3;Dom;Ulm\n"
    expect((await show("kunden", grouped)).hinweise).toEqual([
      "2 Nummern sehen anders aus als die übrigen. Gehören sie zu Zwischenüberschriften? Gruppe 1, Gruppe 2",
    ])
  })

  test("are captions also where as many totals stand as records", async () => {
    const table =
      "Nr;Name;Umsatz\nTour Nord;;\n1;Adler;10\nTour Nord Summe;;10\nTour Süd;;\n2;Krone;5\nTour Süd Summe;;5\n"
    const { vorschau, fehlerzahl } = await show("kunden", table)
    expect([vorschau.map(({ name }: any) => name), fehlerzahl]).toEqual([["Adler", "Krone"], 0])
  })

  test("are suppliers among the accounts of DATEV, of which customers get number and account", async () => {
    const headings = [
      "Konto",
      "Name (Adressattyp Unternehmen)",
      "Unternehmensgegenstand",
      "Name (Adressattyp natürl. Person)",
      "Vorname (Adressattyp natürl. Person)",
      "Name (Adressattyp keine Angabe)",
      "Kurzbezeichnung",
      "EU-Land",
      "EU-UStID",
      "Anrede",
      "Straße",
      "Postleitzahl",
      "Ort",
      "Land",
      "Telefon",
      "Bemerkung (Telefon)",
      "E-Mail",
      "Bemerkung (E-Mail)",
      "Leerfeld",
      "Leerfeld",
    ]
    const wide = [...headings, ...Array.from({ length: 236 }, (_, i) => `Feld ${i}`)].join(";")
    const rows = [
      "10001;Gasthof Adler;;;;;;DE;136695976;;Am Sande 5;21335;Lüneburg;DE;04131 1;;a@adler.example;",
      "10002;;;Lind;Erika;;;;;Frau;;1010;Wien;AT;;;;",
      "10003;;;;;Verein;;;;;;;;;;;;",
      "70001;Brauerei Nord;;;;;;;;;;;;;;;;",
      "4400;;;;;Erlöse;;;;;;;;;;;;",
    ]
    for (const before of ['"EXTF";700;16;"Debitoren/Kreditoren";5;20261101080000000;;"RE"', ""]) {
      const body = await take("kunden", [...(before ? [before] : []), wide, ...rows].join("\r\n"), {
        vorhandene: "aendern",
      })
      expect([body.ausgefuehrt, body.zeilen, body.fehlerzahl]).toEqual([true, 3, 0])
      expect(body.hinweise.join("\n")).toContain("Ein Konto gehört einem Lieferanten (Kreditor)")
      expect(body.unbekannte_spalten).toContain("Bemerkung (Telefon)")
    }
    expect(await kundenOf("name", "debitor_nr", "ust_id", "land", "email")).toEqual({
      10001: ["Gasthof Adler", 10001, "DE136695976", "DE", "a@adler.example"],
      10002: ["Erika Lind", 10002, null, "AT", null],
      10003: ["Verein", 10003, null, "DE", null],
    })
  })

  test("are staff who left, or have no address to log in with", async () => {
    const body = await take(
      "mitarbeiter",
      "Pers.-Nr.;Name;Vorname;Tätigkeit;E-Mail dienstlich;Austritt\n1;Krüger;Jens;Kraftfahrer;jens@x.example;\n2;Öz;Ali;Fahrer;;\n3;Alt;Bob;Büro;bob@x.example;12/2020\n",
    )
    expect([body.zugaenge.map(({ name }: any) => name), body.hinweise]).toEqual([
      ["Jens Krüger"],
      expect.arrayContaining([
        "Ein Mitarbeiter hat keine E-Mail-Adresse zum Anmelden und wird nicht übernommen: Ali Öz (Zeile 3)",
        "Ein Mitarbeiter ist ausgeschieden und wird nicht übernommen: Bob Alt (Zeile 4)",
        "Bei einem Mitarbeiter steht die Rolle in anderen Worten. Bitte prüfen: Kraftfahrer → Fahrer",
      ]),
    ])
  })
})

describe("customers of other programs", () => {
  test("have names of several columns, and contacts among them", async () => {
    const body = await take(
      "kunden",
      [
        "Kunde;Name 1;Name 2;Anrede;Vorname;Nachname;Straße;Hausnr.;PLZ",
        "00101;Gasthof;Adler GmbH;;;;Ring;1;A-1010",
        "00102;Krone;z.H. Fr. Huber;;;;;;",
        "00103;;;Frau;Erika;Lind;;;1067",
        "00104;Linde KG;;Herr;Max;Meier;;;",
      ].join("\n"),
    )
    expect([body.ausgefuehrt, body.hinweise.length]).toEqual([true, 5])
    expect(await kundenOf("name", "ansprechpartner", "strasse", "plz", "land")).toEqual({
      "00101": ["Gasthof Adler GmbH", null, "Ring 1", "1010", "AT"],
      "00102": ["Krone", "z.H. Fr. Huber", null, null, "DE"],
      "00103": ["Erika Lind", null, null, "01067", "DE"],
      "00104": ["Linde KG", "Herr Max Meier", null, null, "DE"],
    })
    const zwei = "Firma;Name;Vorname\nMuster GmbH;Meier;Max\n;Lind;Erika\n"
    expect((await show("kunden", zwei)).vorschau.map(({ name }: any) => name)).toEqual([
      "Muster GmbH",
      "Erika Lind",
    ])
  })

  test("are companies, or persons where no company is said, and not the owner of the list", async () => {
    const names = async (...rows: string[]) =>
      (await show("kunden", rows.join("\n"))).vorschau.map(({ name, angaben }: any) => [name, ...angaben])
    const both = [["Adler GmbH", "Ansprechpartner Hans Meier"], ["Erika Lind"]]
    expect(await names("Firma;Name1;Vorname", "Adler GmbH;Meier;Hans", ";Lind;Erika")).toEqual(both)
    expect(await names("Firma;Name 1;Name 2;Vorname", "Adler GmbH;Meier;;Hans", ";Lind;;Erika")).toEqual(both)
    expect(await names("Firma;Name", "Adler GmbH;Hans Meier", ";Erika Lind")).toEqual(both)
    expect(await names("Name 1;Name 2;Vorname", "Adler;GmbH;", "Lind;;Erika")).toEqual([
      ["Adler GmbH"],
      ["Lind", "Ansprechpartner Erika"],
    ])
    const own = [1, 2, 3, 4, 5].map((i) => `Oberland;Wirt ${i}`)
    expect((await names("Firma;Name", ...own))[4]).toEqual(["Wirt 5"])
  })

  test("keep accounts, addresses and their supplements apart by what stands below", async () => {
    const of = async (table: string) => (await show("kunden", table)).vorschau[0]
    expect(await of("Adresse;Name1;LieferStrasse\n10001;Adler;Ring 1\n")).toMatchObject({
      nummer: "10001",
      angaben: ["Straße Ring 1"],
    })
    // A street and a name may be digits where the heading leaves no doubt, as in our own lists.
    expect(await of("Kundennummer;Name;Straße\nK1;4711;0012\n")).toMatchObject({
      name: "4711",
      angaben: ["Straße 0012"],
    })
    expect(await of("Kundennummer;Firmenname;Straße 1;Zusatz 1\n1;Adler;Ring 1;Hof 2\n")).toMatchObject({
      name: "Adler",
      angaben: ["Straße Ring 1, Hof 2"],
    })
    const zusatz = "Firma;Straße 1;Adresszusatz 1;Adresszusatz 2\nAdler;Ring 1;Hof 2;Tor 3\n"
    expect(await of(zusatz)).toMatchObject({ angaben: ["Straße Ring 1, Hof 2, Tor 3"] })
    const two =
      "Firma;Straße 1;Adresszusatz 1;PLZ 1;Straße 2;Adresszusatz 2;PLZ 2\nA;Ring 1;Hof;1067;Weg;Tor;9111\n"
    expect(await of(two)).toMatchObject({ angaben: ["Straße Ring 1, Hof", "PLZ 01067"] })
    expect(await of("Kundennummer;Firma;Debitorennummer\nK1;Adler;10001\n")).toMatchObject({
      nummer: "K1",
      angaben: ["Debitor 10001"],
    })
    expect((await show("kunden", "Nr;Name;Tel;Tel\n1;Adler;1;2\n")).errors[0].msg).toContain(
      "zweimal dieselbe",
    )
  })

  test("have post code and town in one cell", async () => {
    const rows = [
      "Kd;Name;Land;PLZ/Ort",
      "1;Adler;;21335 Lüneburg",
      "2;Bär;;1067 Dresden",
      "3;Cafe;NL;1011 AB Amsterdam",
      "4;Dachs;NL;1011 AB",
      "5;Eule;;A-6020 Innsbruck",
      '6;Falke;;"29221\nCelle"',
    ]
    const { hinweise } = await take("kunden", rows.join("\n"))
    expect(await kundenOf("plz", "ort", "land")).toEqual({
      1: ["21335", "Lüneburg", "DE"],
      2: ["01067", "Dresden", "DE"],
      6: ["29221", "Celle", "DE"],
      3: ["1011 AB", "Amsterdam", "NL"],
      4: ["1011 AB", null, "NL"],
      5: ["6020", "Innsbruck", "AT"],
    })
    expect(hinweise).toContain(
      "Bei 5 Kunden stehen Postleitzahl und Ort in einer Zelle: 21335 – Lüneburg, 1067 – Dresden, 1011 AB – Amsterdam, A-6020 – Innsbruck, 29221 – Celle",
    )
    const two = await show("kunden", "Kd;Name;PLZ;Ort\n9;Falke;21335 Lüneburg;Lüneburg\n", { liste: "ja" })
    expect(two.liste[0].angaben).toEqual(["PLZ 21335", "Ort Lüneburg"])
  })

  test("have a post code with its country before it, a space in it, or decimals behind it", async () => {
    const rows = [
      "D-21339",
      "D 21339",
      "d - 21339",
      "D21339",
      "21 339",
      "21.339",
      "21339.0",
      "1 067",
      "A-1010",
      "SW1A 1AA",
    ]
    const body = await take(
      "kunden",
      `Kd;Name;PLZ\n${rows.map((plz, i) => `${i};K${i};${plz}`).join("\n")}\n`,
    )
    expect(Object.values(await kundenOf("plz"))).toEqual(
      [...Array(7).fill("21339"), "01067", "1010", "SW1A 1AA"].map((plz) => [plz]),
    )
    expect(body.hinweise[0]).toStartWith("Bei 9 Postleitzahlen steht mehr als sie selbst: D-21339 → 21339, ")
    const other = await show("kunden", "Kd;Name;PLZ;Land\n1;Adler;A-1010;DE\n")
    expect(other.hinweise).toEqual([
      "Bei einer Postleitzahl steht ein anderes Land davor als in der Zeile: A-1010",
    ])
    const place = await show("standorte", "Kunde;Standort;PLZ\n0;Filiale;D-21 339\n", { liste: "ja" })
    expect(place.liste[0].angaben).toContain("PLZ 21339")
  })

  test("have their whole address in one cell, and several telephones", async () => {
    const rows = [
      "Firma;Adresse;Telefon1;Telefon2;Handy;Billing country iso",
      'Adler;"Am Sande 5, 21335 Lüneburg";;;0171 2;',
      'Bär;"Weg 2\nHof\nA-6020 Innsbruck";04131 1;04131 2;0171 2;AUT',
      "Chor;Weg 3, 2. OG;;04131 2;;",
    ]
    const { vorschau, hinweise } = await show("kunden", `${rows.join("\n")}\n`)
    expect(vorschau.map(({ angaben }: any) => angaben.join(" · "))).toEqual([
      "Telefon 0171 2 · Straße Am Sande 5 · PLZ 21335 · Ort Lüneburg",
      "Telefon 04131 1 · Straße Weg 2\nHof · PLZ 6020 · Ort Innsbruck · Land AT",
      "Telefon 04131 2 · Straße Weg 3, 2. OG",
    ])
    expect(hinweise).toEqual([
      "Bei 2 Kunden steht die ganze Anschrift in einer Zelle: Am Sande 5, 21335 Lüneburg, Weg 2, Hof, A-6020 Innsbruck",
      "Bei einer Postleitzahl steht mehr als sie selbst: A-6020 → 6020",
      "Bei einem Kunden wird nur die erste Telefonnummer übernommen: 04131 1, nicht 04131 2, 0171 2",
    ])
  })

  test("of places that can hardly be meant are told: rows moved aside, coordinates the wrong way round", async () => {
    const table = [
      "Nr;Name;Straße;PLZ;Ort;Notiz;Breitengrad;Längengrad;Land",
      "1;Krone;Weg 1;21335;Lüneburg;;53,2;10,4;",
      "2;Adler; Inh. Ott;Am Sande 1;21335;Lüneburg",
      "3;Bär;Weg 3;1067;Dresden;;10,4;53,2;",
      "4;Chor;Weg 4;SW1A 1AA;London;;;;GB",
    ]
    const { hinweise } = await show("kunden", table.join("\n"))
    expect(hinweise.slice(1)).toEqual([
      "Bei einer Zeile steht unter PLZ keine Postleitzahl. Fehlt das Land, oder ist die Zeile verschoben? Adler (Am Sande 1)",
      "Bei einer Zeile liegt der Punkt auf der Karte nicht in Europa. Sind Breite und Länge vertauscht? Bär",
    ])
    const towns = await show(
      "kunden",
      "Nr;Name;Straße;PLZ;Ort\n1;A;Weg 1;21335;21335 Ulm\n2;B;Weg 2 in 29221 Celle;;\n3;C;Weg 3;W-2120;Celle\n",
    )
    expect(towns.vorschau[0].angaben).toEqual(["Straße Weg 1", "PLZ 21335", "Ort Ulm"])
    expect(towns.hinweise).toEqual([
      "Bei einem Kunden steht die Postleitzahl beim Ort: 21335 Ulm",
      "Bei einer Zeile steht die Postleitzahl noch in der Straße: B (29221 Celle)",
      expect.stringMatching(/^Bei einer Zeile steht unter PLZ keine Postleitzahl\..* C \(W-2120\)$/),
    ])
    // Another table says nothing of it, so neither does its hint.
    await take("kunden", "Kundennummer;Name;PLZ\n7;C;W-2120\n")
    const later = await show("kunden", "Kundennummer;Ort\n7;Celle\n", { vorhandene: "aendern" })
    expect([later.geaendert, later.hinweise.join()]).toEqual([1, expect.not.stringContaining("Postleitzahl")])
    const places = await show("standorte", "Kunde;Standort;PLZ\nX;Markt;Weg 5\n")
    expect(places.hinweise).toEqual([expect.stringContaining("Markt (Weg 5)")])
  })

  test("with several addresses are written to at the first, and keep all their telephones", async () => {
    const table =
      'Nr;Name;E-Mail;Telefon\n1;A;"a@x.example; b@x.example";"04131 1\n0171 2"\n2;B;c@x.example d.example;\n'
    const { vorschau, hinweise, fehler } = await show("kunden", table)
    expect([vorschau[0].angaben, fehler.length]).toEqual([
      ["Telefon 04131 1 / 0171 2", "E-Mail a@x.example"],
      1,
    ])
    expect(hinweise).toEqual([
      "Bei einem Kunden wird nur die erste E-Mail-Adresse übernommen: a@x.example, nicht b@x.example",
    ])
  })

  test("are active as their marks say, and blocked where a column says that", async () => {
    const body = await take("kunden", "Nr;Name;Aktiv J/N;Rg. monatl.\nA;a;x;x\nB;b;;\nC;c;x;\n")
    expect(body.hinweise).toEqual([
      "In der Spalte „Aktiv J/N“ steht nur „x“ oder nichts: Eine leere Zelle gilt bei neuen Zeilen als nein (eine Zeile)",
    ])
    await take("kunden", "Nr;Name;Gesperrt\nD;d;x\nE;e;\nF;f;nein\nG;g;01.02.2020\n")
    await take("kunden", "Nr;Name;Status\nH;h;gesperrt\nI;i;aktiv\n")
    await take("kunden", "Nr;Name;Aktiv\nK;k;nein\nL;l;\nN;n;TRUE\nO;o;+\nP;p;FALSE\n")
    await take(
      "kunden",
      "Nr;Name;Gelöscht am;Kunde bis\nQ;q;2020-02-01;\nR;r;;\nS;s;;31.12.2019\nT;t;;31.12.2099\n",
    )
    expect((await show("kunden", "Nr;Name;Status\nM;m;Stammkunde\n")).unbekannte_spalten).toEqual(["Status"])
    const kunden = await kundenOf("aktiv", "abrechnung")
    expect(
      Object.entries(kunden)
        .map(([nr, [aktiv]]: any) => `${nr}${aktiv}`)
        .toSorted()
        .join(" "),
    ).toBe("A1 B0 C1 D0 E1 F1 G0 H0 I1 K0 L1 N1 O1 P0 Q0 R1 S0 T1")
    expect([kunden["A"][1], kunden["B"][1]]).toEqual(["monatlich", "je_lieferung"])
  })

  test("live in countries of any notation, but not in two", async () => {
    const lands = (values: string[]) =>
      show("kunden", `Name;Land\n${values.map((land, i) => `K${i};${land}`).join("\n")}`)
    const many = [
      "Österreich",
      "A",
      "aut",
      "Austria",
      "Schweiz",
      "Switzerland",
      "CH",
      "F",
      "NL",
      "Holland",
      "Italien",
      "PL",
      "Oesterreich",
      "U.S.A.",
      "SLO",
      "BRD",
      "Republik Österreich",
    ]
    const { vorschau, fehler } = await lands(many)
    expect([fehler, vorschau.map(({ angaben }: any) => angaben[0])]).toEqual([
      [],
      "AT AT AT AT CH CH CH FR NL NL IT PL AT US SI DE AT".split(" ").map((code) => `Land ${code}`),
    ])
    expect((await lands(["DE", "ES"])).fehler).toEqual([])
    const oddPlates = ["BH", "BRN", "CL", "ES", "ET", "LB", "MS", "SD", "SY"]
    expect((await lands(["D", ...oddPlates])).fehlerzahl).toBe(oddPlates.length)
    expect(faults(await lands(["D", "ES", "Mondland"]))).toEqual([
      ["B3", expect.stringContaining("ist nicht eindeutig")],
      ["B4", "muss ein Land sein, z. B. Österreich, AT oder A"],
    ])
    expect(faults(await show("kunden", "Name;PLZ;Ort\nX;1010;Wien\n"))).toEqual([
      [null, expect.stringContaining("fehlt: der Ort liegt nicht in Deutschland")],
    ])
  })
})

describe("cells", () => {
  const now = () => new Date().getUTCFullYear()

  test("hold days in many notations, of which a column decides what could be two", async () => {
    const y = now() - 1
    const days: Record<string, string> = {
      [`31.03.${y}`]: "03-31",
      [`1.4.${y % 100}`]: "04-01",
      [`${y}-03-30`]: "03-30",
      [`${y}-03-30T10:00:00`]: "03-30",
      [`17/04/${y}`]: "04-17",
      [`06/09/${y}`]: "09-06",
      [`31. März ${y}`]: "03-31",
      [`Mo, 31.03.${y} 08:00`]: "03-31",
      [`03/${y}`]: "03-01",
      [`Jan ${y % 100}`]: "01-01",
      [`Mrz ${y % 100}`]: "03-01",
      [`Juni ${y}`]: "06-01",
      [`31-Mar-${y % 100}`]: "03-31",
      [`${y}-01-31T23:00:00.000Z`]: "02-01",
      [`${y}-06-30T22:00:00Z`]: "07-01",
      [`${y}-12-31T23:59:59Z`]: "12-31",
    }
    const head = "Inventarnr.;Gerätebezeichnung;TÜV am;Kaution\n"
    const rows = Object.keys(days).map((day, i) => `G-${i};Kühler;${day};150,00 €`)
    const body = await take("geraete", head + rows.join("\n"))
    expect([body.ausgefuehrt, body.hinweise]).toEqual([
      true,
      [
        expect.stringContaining(
          "In der Spalte „TÜV am“ steht 4 Mal nur ein Monat: gemeint ist sein erster Tag",
        ),
        "TÜV: Die Tabelle sagt nicht, wie oft zu prüfen ist. Bei neuen Geräten gilt: alle 24 Monate (sonst bitte eine Spalte „TÜV alle“)",
      ],
    ])
    const devices = await list("geraete?limit=50")
    const tested = Object.fromEntries(devices.map((one: any) => [one.geraetenummer, one.geprueft_bis]))
    expect(Object.keys(days).map((_, i) => tested[`G-${i}`])).toEqual(
      Object.values(days).map((day) => `${y + 2}-${day}`),
    )
    const due = `Nummer;Bezeichnung;TÜV bis\nA;a;02/2028\nB;b;06/09/2027\nC;c;31.02.2027\n`
    expect(faults(await show("geraete", due))).toEqual([["C4", "muss ein Tag sein, z. B. 31.12.2026"]])
  })

  test("hold days that could be two, which is asked once and read as somebody says", async () => {
    const due = "Nummer;Bezeichnung;TÜV bis\nA;a;4/11/2097\nB;b;5/5/2097\n"
    const shown = await show("geraete", due)
    expect([faults(shown), shown.fragen.map(({ feld, frage }: any) => [feld, frage])]).toEqual([
      [],
      [["tage", "Unter „TÜV bis“ steht etwa 4/11/2097: Ist das der 04.11.2097 oder der 11.04.2097?"]],
    ])
    expect((await take("geraete", due)).errors).toMatchObject([{ path: "tage" }])
    expect(await list("geraete")).toEqual([])
    for (const [tage, day] of [
      ["tag", "04.11.2097"],
      ["monat", "11.04.2097"],
    ] as const) {
      const { fragen, vorschau } = await show("geraete", due, { tage })
      expect([fragen, vorschau.map(({ angaben }: any) => angaben)]).toEqual([
        [],
        [[`TÜV nächste ${day}`], ["TÜV nächste 05.05.2097"]],
      ])
    }
    // What a column says itself counts more than an answer.
    const told = "Nummer;Bezeichnung;TÜV bis\nA;a;4/11/2097\nB;b;25/5/2097\n"
    expect((await show("geraete", told, { tage: "monat" })).vorschau[0].angaben).toEqual([
      "TÜV nächste 04.11.2097",
    ])
  })

  test("of deposits of devices are told to be taken for securities, unless they are called so", async () => {
    const hints = async (heading: string) =>
      (await show("geraete", `Nummer;Bezeichnung;${heading}\nP-1;CO2;119,00\n`)).hinweise
    expect(await hints("Pfand")).toEqual([expect.stringContaining("als Kaution, ohne Umsatzsteuer")])
    expect(await hints("Kaution")).toEqual([])
  })

  test("hold two tests of a device, which say how often it is tested", async () => {
    const table = "Nummer;Bezeichnung;TÜV zuletzt;TÜV nächste\nGAS-1;CO2;03/2021;03/2031\n"
    const body = await take("geraete", table)
    expect(body.hinweise).toContain(
      "TÜV: Bei einem Gerät sagen letzte und nächste Prüfung, wie oft zu prüfen ist: GAS-1: alle 120 Monate",
    )
    const [geraet] = await list("geraete?q=GAS-1")
    const [plan] = await list(`geraete/${geraet.id}/pruefplaene`)
    expect(plan).toMatchObject({ intervall: 120, intervall_in: "monate", naechste: "2031-03-31" })
  })

  test("hold rates and amounts as programs write them", async () => {
    const table = [
      "Leergut-Nr.;Kurztext;Pfandpreis;MwSt-Satz;EAN-Code;Inhalt",
      "A;Kasten;1,50 EUR;19,00;4006380010017;20 x 0,5 l",
      "B;Palette;1.250,00 €;0,19;;",
      "C;Keg;€ 30;19 %;;",
      "D;Milch;0,15;7,0;;",
      "E;Krug;150,-;0.07;;",
    ]
    expect(await take("pfandartikel", table.join("\n"))).toMatchObject({
      ausgefuehrt: true,
      unbekannte_spalten: ["Inhalt"],
    })
    const articles = (await list("pfandartikel")).map((one: any) => [
      one.nummer,
      one.pfand_cent,
      one.steuersatz,
    ])
    expect(articles.toSorted()).toEqual([
      ["A", 150, "regel"],
      ["B", 125_000, "regel"],
      ["C", 3000, "regel"],
      ["D", 15, "ermaessigt"],
      ["E", 15_000, "ermaessigt"],
    ])
    const wrong = "Nummer;Name;Pfand;MwSt\nA;a;165,00-;1,9\nB;b;(165,00);16\nC;c;1.250;19\n"
    expect(faults(await show("pfandartikel", wrong))).toEqual([
      ["C2", "darf nicht negativ sein"],
      ["D2", expect.stringContaining("muss Regelsatz")],
      ["C3", "darf nicht negativ sein"],
      ["D3", expect.stringContaining("muss Regelsatz")],
      ["C4", "ist nicht eindeutig: bitte 1250,00 oder 1,25 schreiben"],
    ])
  })

  test("hold times of the day, and words that are none of a choice leave their column alone", async () => {
    const times = ["8:00", "08.30 Uhr", "9 Uhr", "7:15:00", "0,25"]
    const rows = times.map((time, i) => `K${i};Name ${i};${time};Lastschrift`)
    const body = await take("kunden", `Nr;Name;Lieferung ab;Abrechnungsart\n${rows.join("\n")}`)
    expect([body.ausgefuehrt, body.unbekannte_spalten]).toEqual([true, ["Abrechnungsart"]])
    expect(
      Object.values(await kundenOf("lieferzeit_von"))
        .flat()
        .toSorted(),
    ).toEqual(["06:00", "07:15", "08:00", "08:30", "09:00"])
    const zustand = ["gut", "neu", "gut", "alt", "gut"].map((word, i) => `G${i};Kühler;${word}`)
    expect(await show("geraete", `Nr;Name;Zustand\n${zustand.join("\n")}`)).toMatchObject({
      fehler: [],
      unbekannte_spalten: ["Zustand"],
    })
  })

  test("of amounts mean the same in every notation", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 99_999_999 }), { minLength: 1, maxLength: 8 }),
        async (cents) => {
          const ways = cents.flatMap((cent) => {
            const euros = (cent / 100).toFixed(2)
            const [whole = "", fraction = ""] = euros.split(".")
            const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ".")
            return [
              `${whole},${fraction}`,
              `${grouped},${fraction} €`,
              `EUR ${euros}`,
              `${grouped},${fraction} EUR`,
            ]
          })
          const rows = ways.map((amount, i) => `X${i};x;${amount}`)
          const { vorschau } = await show("pfandartikel", `Nummer;Bezeichnung;Pfand\n${rows.join("\n")}`)
          const expected = cents.flatMap((cent) => Array(4).fill(`Pfand ${formatEuro(cent)}`))
          expect(vorschau.map(({ angaben }: any) => angaben[0])).toEqual(expected.slice(0, vorschau.length))
        },
      ),
      { numRuns: 10 },
    )
  })

  test("are money or pieces as their heading says, in euros or in cents, and never in another money", async () => {
    await take("pfandartikel", "Nr;Name;Pfand (ct)\nF;Fass;3000\n")
    expect((await list("pfandartikel"))[0].pfand_cent).toBe(3000)
    for (const heading of ["Pfand in Cent", "Pfand ct", "Pfand [Cent]"]) {
      const { vorschau, hinweise } = await show("pfandartikel", `Nr;Name;${heading}\nG;Kiste;310\n`)
      expect(vorschau[0].angaben).toEqual(["Pfand 3,10\u00a0€"])
      expect(hinweise).toEqual([`Die Spalte „${heading}“ ist in Cent gelesen: 310 ist 3,10 €`])
    }
    expect(faults(await show("pfandartikel", "Nr;Name;Pfand Cent\nG;Kiste;3,10\n"))).toEqual([
      ["C2", expect.stringContaining("ganze Zahl von Cent")],
    ])
    expect(meanings(await show("pfandartikel", "Nr;Name;Pfand (CHF)\nG;Kiste;310\n"))).toMatchObject({
      "Pfand (CHF)": null,
    })
    await take("kunden", "Nr;Name\nK-1;Adler\n")
    for (const heading of ["Saldo EUR", "Saldo €", "Bestand (€)", "Offen in Euro"]) {
      const shown = await show("anfangsbestaende", `Kunde;Artikel;${heading};Menge\nK-1;F;30;1\n`)
      expect([meanings(shown)[heading], shown.pfand_cent, shown.hinweise]).toEqual(["wert", 3000, []])
      const alone = await show("anfangsbestaende", `Kunde;Artikel;${heading}\nK-1;F;30\n`)
      expect(faults(alone)).toEqual([[null, "fehlt"]])
    }
    expect(meanings(await show("anfangsbestaende", "Kunde;Artikel;Bestand (Tsd.)\nK-1;F;3\n"))).toMatchObject(
      {
        "Bestand (Tsd.)": null,
      },
    )
  })

  test("are no pieces or deposits where brackets name another unit, and what else stands there is told", async () => {
    await take("pfandartikel", "Nr;Name;Pfand\nF;Fass;30,00\n")
    await take("kunden", "Nr;Name\nK-1;Adler\n")
    const told = (heading: string, inside: string, as: string) => [
      `In der Überschrift „${heading}“ ist „${inside}“ nicht beachtet: Gelesen ist jede Zahl als ${as}. Ist das gemeint?`,
    ]
    for (const heading of ["Bestand (Kästen)", "Menge (VE)", "Stück [hl]", "Stück (in 1000)", "Bestand (%)"])
      expect([
        heading,
        faults(await show("anfangsbestaende", `Kunde;Artikel;${heading}\nK-1;F;3\n`)),
      ]).toEqual([heading, [[null, "fehlt"]]])
    const { hinweise } = await show("anfangsbestaende", "Kunde;Artikel;Bestand (Vorjahr)\nK-1;F;3\n")
    expect(hinweise).toEqual(told("Bestand (Vorjahr)", "Vorjahr", "Stück"))
    for (const heading of ["Pfand (je 100)", "Pfand (%)"])
      expect(faults(await show("pfandartikel", `Nr;Name;${heading}\nG;Kiste;3,10\n`))).toEqual([
        [null, "fehlt"],
      ])
    expect((await show("pfandartikel", "Nr;Name;Pfand (je Stück)\nG;Kiste;3,10\n")).hinweise).toEqual([])
    for (const inside of ["netto", "je Kasten", "inkl. 19 % MwSt."])
      expect((await show("pfandartikel", `Nr;Name;Pfand (${inside})\nG;Kiste;3,10\n`)).hinweise).toEqual(
        told(`Pfand (${inside})`, inside, "Pfand"),
      )
  })

  test("are cents, or another money, as the format of their cells says", async () => {
    const formats = [
      '0 "ct"',
      "[$$-409]#,##0.00",
      '#,##0.00 "CHF"',
      "#,##0.00\\ [$€-407]",
      '_-* #,##0.00 "zł"',
    ]
    const row = (i: number) =>
      `<row><c t="inlineStr"><is><t>A${i}</t></is></c><c t="inlineStr"><is><t>a${i}</t></is></c><c s="${i}"><v>15</v></c></row>`
    const sheet = rowXml(["Nr", "Bezeichnung", "Pfand"]) + formats.map((_, i) => row(i)).join("")
    const shown = await show("pfandartikel", rawWorkbook({ sheet, formats }))
    expect(shown.vorschau.map(({ angaben }: any) => angaben[0])).toEqual([
      "Pfand 0,15\u00a0€",
      "Pfand 15,00\u00a0€",
    ])
    expect(faults(shown).map(([zelle]: any) => zelle)).toEqual(["C3", "C4", "C6"])
  })

  test("of amounts may be for many pieces, in cents, or of a column that says something else", async () => {
    const shown = await show(
      "pfandartikel",
      "Nr;Bezeichnung;Preis;Preiseinheit\nA;a;80,00;1.000\nB;b;0,25 €/St.;1\nC;c;8 ct;Stück\nD;d;1,00;1000\n",
      { liste: "ja" },
    )
    expect([shown.liste.map(({ angaben }: any) => angaben[0]), faults(shown)]).toEqual([
      [8, 25, 8].map((cent) => `Pfand ${formatEuro(cent)}`),
      [["C5", "fehlt"]],
    ])
    expect(shown.hinweise).toEqual([
      `Ein Pfand gilt für mehrere Stück: ${formatEuro(8000)} für 1.000 Stück → ${formatEuro(8)}`,
      `Ein Pfand ergibt je Stück keine ganzen Cent: ${formatEuro(100)} für 1.000 Stück`,
      "Was unter „Preis“ steht, ist als Pfand gelesen. Ist es das Pfand, und nicht der Preis der Ware?",
    ])
    const geraete = await show("geraete", "Nr;Bezeichnung;Wert\nG1;Tisch;10,00\n")
    expect(geraete.hinweise).toEqual([shown.hinweise.at(-1).replace("Preis", "Wert")])
    const packed = await show("pfandartikel", "Nr;Bezeichnung;Pfand;PE\nA;a;3,10;20\n")
    expect([packed.unbekannte_spalten, packed.hinweise]).toEqual([["PE"], []])
  })

  test("of other money than the euro are refused, and devices that are counted are told", async () => {
    const euro = [["D3", "muss Euro sein, bitte den Betrag umrechnen"]]
    const artikel = "Nr;Bezeichnung;Pfand;Währung;MwSt\nA;a;1,50;EUR;7\nB;b;1,50;CHF;19\n"
    const shown = await show("pfandartikel", artikel)
    expect([faults(shown), shown.vorschau[0].angaben]).toEqual([
      euro,
      ["Pfand 1,50\u00a0€", "Steuersatz ermäßigt"],
    ])
    const bestand =
      "Kunde;Artikel;Stück;Pfand je Stück;Währung;PEH\n1;2;3;1,50;CHF;1\n1;3;3;1,50;EUR;100 St\n"
    expect(
      faults(await show("anfangsbestaende", bestand)).filter(([cell]: any) => /[EF]/.test(cell)),
    ).toEqual([
      ["E2", "muss Euro sein, bitte den Betrag umrechnen"],
      ["F3", expect.stringMatching(/^muss 1 sein/)],
    ])
    const geraete = "Nr;Bezeichnung;Anzahl;Währung\nG1;Tisch;10;EUR\nG2;Kühler;1;USD\n"
    const { hinweise, ...devices } = await show("geraete", geraete)
    expect([faults(devices), hinweise]).toEqual([
      euro,
      [expect.stringMatching(/^Unter „Anzahl“ steht in einer Zeile .* Zeile 2 \(10\)$/)],
    ])
  })

  test("with barcodes that no scanner reads are told, and tests that are due before they were done, or far too late", async () => {
    const codes = [
      "4006381333931",
      "96385074",
      "4006381333930",
      "400638133393",
      "-",
      "4006381333931, 4006381333948",
      "4711",
    ]
    const rows = codes.map((one, i) => `A${i};a${i};1,50;"${one}"`).join("\n")
    expect((await show("pfandartikel", `Nr;Bezeichnung;Pfand;EAN\n${rows}\n`)).hinweise).toEqual([
      "Bei 2 Barcodes passt die Prüfziffer nicht. Fehlt eine Ziffer? 4006381333930, 400638133393",
      "2 Barcodes sind so nicht zu scannen: -, 4006381333931, 4006381333948",
    ])
    const short = "Nr;Bezeichnung;Pfand;EAN\nA;a;1,50;4006381333931\nB;b;1,50;36000291452\nC;c;1,50;4711\n"
    expect((await show("pfandartikel", short)).hinweise).toEqual([
      "Ein Barcode ist so kurz, als fehlte vorn eine Null. Fehlt sie? 36000291452",
    ])
    const own =
      "Nr;Bezeichnung;Barcode\nG1;K;1000000000001\nG2;K;1000000000002\nG3;K;1000000000003\nG4;K;4,00639E+12\n"
    expect((await show("geraete", own)).hinweise).toEqual([])
    const geraete = "Nr;Bezeichnung;TÜV alle;TÜV zuletzt;TÜV nächste\nG1;K;2 J.;15.03.2026;15.03.2024\n"
    expect((await show("geraete", geraete)).hinweise).toEqual([
      "TÜV: Bei einem Gerät ist die nächste Prüfung vor der letzten. Ist das gemeint? G1 (15.03.2024)",
    ])
    expect((await show("geraete", geraete.replace("15.03.2024", "31.12.2099"))).hinweise).toEqual([
      "TÜV: Bei einem Gerät ist die nächste Prüfung viel später, als ihr Zeitraum sagt. Ist das gemeint? G1 (31.12.2099)",
    ])
    expect((await show("geraete", geraete.replace("15.03.2026;15.03.2024", ";1.1.65"))).hinweise).toEqual([
      expect.stringContaining("G1 (01.01.2065)"),
    ])
  })

  test("that say they hold nothing are empty, and that is told", async () => {
    const table =
      "Nr;Name;Telefon;E-Mail;Ort\n1;Adler;NULL;Eva <eva@x.example>;nan\n2;Krone;k.A.;mailto:k@x.example;Celle\n3;Ast;keine;;\n"
    const { hinweise } = await take("kunden", table)
    expect(await kundenOf("telefon", "email", "ort")).toEqual({
      1: [null, "eva@x.example", null],
      2: [null, "k@x.example", "Celle"],
      3: [null, null, null],
    })
    const days =
      "Nr;Bezeichnung;TÜV zuletzt;TÜV nächste\nG1;K;01.01.1900;31.12.2027\nG2;K;00.00.0000;1899-12-30 00:00:00\n"
    const devices = await show("geraete", days)
    expect([devices.fehlerzahl, devices.hinweise[0], devices.vorschau[0].angaben]).toEqual([
      0,
      "3 Zellen gelten als leer: 01.01.1900, 00.00.0000, 1899-12-30 00:00:00",
      ["TÜV nächste 31.12.2027"],
    ])
    expect(hinweise).toEqual([
      "3 Zellen gelten als leer: NULL, nan, k.A.",
      "Eine Telefonnummer hat keine Ziffer und fehlt deshalb: keine",
    ])
  })

  test("say how often to test in words, or by the unit of their heading", async () => {
    const of = async (heading: string, cells: string[]) => {
      const rows = cells.map((cell, i) => `${i};Kühler;${cell};01.03.2026`).join("\n")
      const shown = await show("geraete", `Nr;Bezeichnung;${heading};TÜV zuletzt\n${rows}\n`, { liste: "ja" })
      return shown.fehlerzahl > 0
        ? faults(shown)[0]
        : shown.liste.map(({ angaben }: any) => angaben.at(-1).slice(-10))
    }
    expect(await of("Prüfintervall", ["2 J.", "jährlich", "alle 90 Tage", "24 Mon."])).toEqual([
      "01.03.2028",
      "01.03.2027",
      "30.05.2026",
      "01.03.2028",
    ])
    expect(
      await of("Prüfintervall", ["zweijährig", "alle drei Jahre", "6 Wochen", "1,5 Jahre", "1 x jährlich"]),
    ).toEqual(["01.03.2028", "01.03.2029", "12.04.2026", "01.09.2027", "01.03.2027"])
    expect(await of("Prüfintervall", ["2 x jährlich"])).toEqual(["C2", expect.any(String)])
    for (const heading of ["TÜV alle (Monate)", "Prüfzyklus in Monaten"])
      expect(await of(heading, ["12"])).toEqual(["01.03.2027"])
    expect(await of("Prüfintervall", ["24"])).toEqual([
      "C2",
      expect.stringContaining("muss ein Zeitraum sein"),
    ])
  })

  test("below a title of another day than the one of the import are told, but not one of printing", async () => {
    const above = async (titel: string, fields = {}) =>
      (await show("anfangsbestaende", `${titel}\n\nKunde;Artikel;Stück\n1;2;3\n`, fields)).hinweise.filter(
        (hinweis: string) => hinweis.startsWith("Über der Tabelle"),
      )
    const told = [
      expect.stringMatching(/^Über der Tabelle steht der 31\.10\.2024, .*\. Stimmt der Stichtag\?$/),
    ]
    expect(await above("Leergut per 31.10.2024, gedruckt am 02.11.2024")).toEqual(told)
    expect(await above("Stand: 31. Oktober 2024")).toEqual(told)
    expect(await above("Leergut per 31.10.2024", { stichtag: "2024-10-31" })).toEqual([])
    expect(await above("Leergut, Druckdatum 31.10.2024")).toEqual([])
  })

  test("below a title of another money or unit are told", async () => {
    for (const [titel, said] of [
      ["Leergutbestand in Kästen", "in Kästen"],
      ["Preisliste, alle Preise in CHF", "in CHF"],
      ["Pfandliste (Nettopreise)", "Nettopreise"],
    ])
      for (const [what, table] of [
        ["anfangsbestaende", "Kunde;Artikel;Stück\n1;2;3\n"],
        ["pfandartikel", "Nr;Name;Pfand\nA;a;1,50\n"],
      ] as const)
        expect((await show(what, `${titel}\n\n${table}`)).hinweise).toContainEqual(
          `Über der Tabelle steht „${said}“: Gelesen ist jede Zahl, wie sie dasteht. Ist das gemeint?`,
        )
    expect((await show("kunden", "Kunden in Kästen\n\nNr;Name\n1;a\n")).hinweise).toHaveLength(1)
  })

  test("of more pieces than anybody books at once are told", async () => {
    await take("kunden", "Nr;Name\n1;Adler\n")
    await take("pfandartikel", "Nr;Bezeichnung;Pfand\nK;Kasten;1,50\n")
    const { hinweise } = await show("anfangsbestaende", "Kunde;Artikel;Stück\n1;K;4006381\n")
    expect(hinweise).toEqual([
      "In einer Zeile stehen mehr als 100.000 Stück. Ist das gemeint? 4.006.381 (Zeile 2)",
    ])
  })

  test("of columns that are not taken over are told where they say that a record is gone", async () => {
    const told = async (what: string, table: string) =>
      (await show(what, table)).hinweise.filter((hinweis: string) => hinweis.includes("nicht mehr gibt"))
    const gone = (heading: string, rows: string) => [
      expect.stringMatching(
        new RegExp(
          `^Die Spalte „${heading}“ wird nicht übernommen. .* trotzdem mit\\? ${rows.replaceAll(/[().]/g, ".")}$`,
        ),
      ),
    ]
    const kunden = "Nr;Name;Status\n1;a;aktiv\n2;b;inaktiv\n3;c;Interessent\n4;d;gesperrt\n"
    expect(await told("kunden", kunden)).toEqual(gone("Status", "inaktiv (Zeile 3), gesperrt (Zeile 5)"))
    const artikel = "Nr;Bezeichnung;Pfand;Gelöscht\n1;a;1,50;\n2;b;1,50;X\n3;c;1,50;nein\n"
    expect(await told("pfandartikel", artikel)).toEqual(gone("Gelöscht", "X (Zeile 3)"))
    const geraete = "Nr;Bezeichnung;Rückgabe am\n1;a;01.06.2025\n2;b;\n"
    expect(await told("geraete", geraete)).toEqual(gone("Rückgabe am", "01.06.2025 (Zeile 2)"))
    const mark = "Nr;Name;Gesperrt;Gelöscht #\n1;a;;ja\n2;b;;ja\n"
    expect(await told("kunden", mark)).toEqual(gone("Gelöscht #", "ja (Zeile 2), ja (Zeile 3)"))
    const staff = "Name;E-Mail;Rolle;Status\nA;a@x.example;Fahrer;gekündigt\nB;b@x.example;Fahrer;Vollzeit\n"
    expect(await told("mitarbeiter", staff)).toEqual(gone("Status", "gekündigt (Zeile 2)"))
    const places = "Kundennummer;Standort;PLZ-Code;Geschlossen\n1;Saal;29221;x\n"
    expect(await told("standorte", places)).toEqual(gone("Geschlossen", "x (Zeile 2)"))
    expect(meanings(await show("standorte", places))["PLZ-Code"]).toBe("plz")
    const both = (await show("kunden", "Nr;Name;Gesperrt;Gelöscht am\n1;a;;12.03.2023\n2;b;x;\n")).hinweise
    expect(both.filter((hinweis: string) => hinweis.includes("Gelöscht am"))).toEqual(
      gone("Gelöscht am", "12.03.2023 (Zeile 2)"),
    )
  })

  test("of a second column of the same are told where the first is empty, and numbers in a column that is not read", async () => {
    const { hinweise } = await show(
      "kunden",
      "Kundennr alt;Kundennr neu;Name;Telefon;Rufnummer\n1;7;a;;04131 1\n2;8;b;04131 2;04131 3\n",
    )
    expect(hinweise).toEqual([
      "Unter „Rufnummer“ steht in einer Zeile etwas, wo „Telefon“ leer ist. Gelesen ist nur „Telefon“: 04131 1 (Zeile 2)",
      "Keine Spalte ist als Kundennummer gelesen; vergeben werden neue. Ist es „Kundennr alt“?",
    ])
  })

  test("that nobody knows are told where a device would lack its deposit, its customer or its tests", async () => {
    const head = "Nr;Bezeichnung;Kaution brutto;Kunde neu;E-Check;Wartungsvertrag;Marke\n"
    expect((await show("geraete", `${head}1;a;119,00;101;01.03.2026;ja;X\n`)).hinweise).toEqual([
      "3 Spalten sind ausgefüllt und werden nicht übernommen. Gehören Pfand, Kunde oder Prüfung der Geräte dazu, bitte zuordnen: „Kaution brutto“, „Kunde neu“, „E-Check“",
    ])
    expect((await show("geraete", `${head}1;a;0,00;;;ja;X\n`)).hinweise).toEqual([])
  })

  test("of another deposit beside the one that is read are told", async () => {
    const artikel = "Nr;Bezeichnung;Pfand (netto);Pfand (brutto);Pfandgruppe\n1;a;2,61;3,10;7\n"
    expect((await show("pfandartikel", artikel)).hinweise).toEqual([
      "In der Überschrift „Pfand (netto)“ ist „netto“ nicht beachtet: Gelesen ist jede Zahl als Pfand. Ist das gemeint?",
      "Unter „Pfand (brutto)“ steht ein anderes Pfand als unter „Pfand (netto)“: 3,10 statt 2,61 (Zeile 2). Gelesen ist „Pfand (netto)“: Ist es das?",
    ])
    expect((await show("geraete", "Nr;Bezeichnung;Kaution;Pfand alt\n1;a;50,00;50,00\n")).hinweise).toEqual(
      [],
    )
  })

  test("of nothing but dashes are empty, and change nothing", async () => {
    await take("kunden", "Nr;Name;PLZ;Ort\n1;Adler;29221;Celle\n")
    const dashes = "Nr;Name;PLZ;Ort;Notiz\n1;Adler;-;–;---\n2;Bär;-;-;a - b\n"
    await take("kunden", dashes, { vorhandene: "aendern" })
    expect(await kundenOf("plz", "ort", "notiz")).toEqual({
      1: ["29221", "Celle", null],
      2: [null, null, "a - b"],
    })
    expect(faults(await show("kunden", "Nr;Name;Ort\n3;-;Celle\n"))).toEqual([["B2", "fehlt"]])
  })

  test("that say no more than as above are refused in their cells", async () => {
    const rows = [
      "1;Adler;21335;Celle",
      "2;Bär;dto.;do.",
      '3;Cafe;″;-"-',
      "4;Dom;Dito;wie oben",
      "5;Do & Co;21335;Dohna",
      "6;Do;21335;Celle",
    ]
    const shown = await show("kunden", `Nr;Name;PLZ;Ort\n${rows.join("\n")}\n`)
    const above = "sagt nur „wie oben“: bitte ausschreiben, was gemeint ist"
    expect(faults(shown)).toEqual(["C3", "D3", "C4", "D4", "C5", "D5"].map((zelle) => [zelle, above]))
  })

  test("of balances beside others, or of several days, are named", async () => {
    await take("kunden", "Nr;Name\n1;Adler\n2;Krone\n")
    await take("pfandartikel", "Nr;Bezeichnung;Pfand\nK;Kasten;1,50\n")
    const rows = "Kunde;Artikel;Stand vom;Menge;Saldo\n1;K;01.10.2026;+100 Stk;12\n2;K;01.11.2026;7.0;7\n"
    const { fehlerzahl, pfand_cent, hinweise } = await show("anfangsbestaende", rows)
    expect([fehlerzahl, pfand_cent, hinweise]).toEqual([
      0,
      107 * 150,
      [
        "Unter „Stand vom“ stehen Tage vom 01.10.2026 bis zum 01.11.2026: Gebucht wird alles zum Stichtag",
        "Unter „Saldo“ steht in einer Zeile eine andere Zahl als unter „Menge“ (Zeile 2). Gelesen ist „Menge“: Ist das der Bestand? Sonst bitte die Spalten zuordnen",
      ],
    ])
  })

  test("of whole amounts are asked about, unless the file shows them as money", async () => {
    const table = (pfand: string) => `Nummer;Bezeichnung;Pfand\nA;a;310\nB;b;${pfand}\n`
    const asked = await show("pfandartikel", table("8"))
    expect(asked.fragen.map(({ frage }: any) => frage)).toEqual([
      "Unter „Pfand“ stehen nur ganze Zahlen: Ist 310 als 310,00\u00a0€ gemeint, oder als 3,10\u00a0€?",
    ])
    const ofCrates = table("8").replace("Pfand", "Pfand (Kasten)")
    expect((await show("pfandartikel", ofCrates)).fragen).toHaveLength(1)
    const offered = asked.fragen[0].antworten.map(({ wert }: any) => wert)
    expect(offered).toEqual(["euro", "cent"])
    const cents = await show("pfandartikel", table("8"), { einheit: "cent" })
    expect([cents.fragen, cents.vorschau[0].angaben]).toEqual([[], ["Pfand 3,10\u00a0€"]])
    const { hinweise } = await show("pfandartikel", table("8"), { einheit: "euro" })
    expect(hinweise).toEqual([expect.stringContaining("gelesen als Euro: 310 ist 310,00 €. Sind es Cent")])
    const sheet = rowXml(["Nummer", "Bezeichnung", "Pfand"]) + rowXml(["A", "a", 310])
    for (const money of [table("8,00"), table("8 €"), rawWorkbook({ sheet, formats: ['#,##0.00 "€"'] })])
      expect((await show("pfandartikel", money)).hinweise).toEqual([])
  })

  test("with letters that no paper can show are told, those of Europe are not", async () => {
    const { hinweise } = await show("kunden", "Name;Ort\nラーメン;Łódź\nΤαβέρνα;Київ\nBar 🍺;Ulm\n")
    expect(hinweise).toEqual([
      expect.stringMatching(
        /^2 Einträge haben Zeichen, statt derer .* schreiben: ラーメン \(ラ ー メ ン\), Bar 🍺 \(🍺\)$/u,
      ),
    ])
    const atTheDoor = await show("kunden", "Name;Anlieferungshinweis\nAdler;Hof 🚚\n")
    expect(atTheDoor.hinweise).toEqual([expect.stringContaining("Adler (🚚)")])
    // Of what is there, only what changes.
    const there = (ort: string) => `Kundennummer;Name;Ort\nL-1;ラ;${ort}\n`
    await take("kunden", there("Ulm"))
    const again = async (ort: string) =>
      (await show("kunden", there(ort), { vorhandene: "aendern" })).hinweise
    expect([await again("Ulm"), await again("Köln")]).toEqual([[], [expect.stringContaining("ラ (ラ)")]])
  })

  test("with faults are told together, by the names of their columns", async () => {
    const kunden = "Kd-Nr;E-Mail;Land;Lieferzeit von;Lieferzeit bis\n1;kein;Mond;12:00;08:00\n"
    const { fehler } = await show("kunden", kunden)
    expect(fehler.map(({ spalte }: any) => spalte).toSorted()).toEqual([
      "E-Mail",
      "Land",
      "Lieferzeit bis",
      "Name",
    ])
    const geraete = "Nummer;Kunde;Kaution;TÜV am\nX;Niemand;abc;bald\nY;;1;01.01.2020\n"
    const body = await show("geraete", geraete)
    expect(body.fehler.map(({ zeile, spalte }: any) => `${zeile} ${spalte}`).toSorted()).toEqual([
      "2 Bezeichnung",
      "2 Kaution",
      "2 Kunde",
      "2 TÜV am",
      "3 Bezeichnung",
    ])
    // A row that changes one field of a record is not asked for the others.
    await take("kunden", "Nummer;Name\n1;Adler\n")
    const change = await show("kunden", "Nummer;E-Mail;Land\n1;kein;Mond\n", { vorhandene: "aendern" })
    expect(change.fehler.map(({ spalte }: any) => spalte).toSorted()).toEqual(["E-Mail", "Land"])
  })
})

describe("headings", () => {
  test("are known with a hyphen at the end of a line", async () => {
    const table =
      '"Kunden-\nnummer";Name;"Tele- fon";"Post-\nleitzahl";"Liefer-\nund Rechnungsort"\n1;Adler;1;1;x\n'
    expect(Object.values(meanings(await show("kunden", table)))).toEqual([
      "kundennummer",
      "name",
      "telefon",
      "plz",
      null,
    ])
  })

  test.each([
    [
      "kunden",
      {
        "Kd.-Nr.": "kundennummer",
        Firma1: null,
        Firmenname: "name",
        Namenszusatz: "name_2",
        Strasse: "strasse",
        Plz: "plz",
        Wohnort: "ort",
        LKZ: "land",
        "Tel.-Nr.": "telefon",
        eMail: "email",
        UStIdNr: "ust_id",
        "FiBu-Kto.": "debitor_nr",
        "Lieferung ab": "lieferzeit_von",
        Bemerkung: "notiz",
        "Umsatz Vj.": null,
      },
    ],
    [
      "pfandartikel",
      {
        "Art.-Nr.": "nummer",
        "Artikelbez.": "bezeichnung",
        "Pfand (EUR)": "pfand_cent",
        "USt. %": "steuersatz",
        "GTIN/EAN": "barcode",
        ME: "einheit",
        Lagerort: null,
      },
    ],
    [
      "geraete",
      {
        "Inv.-Nr.": "geraetenummer",
        Gerätebezeichnung: "bezeichnung",
        "Serien-Nr": "seriennummer",
        EAN: "barcode",
        "Standort (Kd-Nr.)": "kunde",
        "TÜV am": "tuev_letzte",
        "Kaution in EUR": "pfand_cent",
      },
    ],
    ["geraete", { Nummer: "geraetenummer", Bezeichnung: "bezeichnung", "TÜV Datum": "tuev_letzte" }],
    [
      "mitarbeiter",
      {
        Nachname: "nachname",
        Vorname: "vorname",
        Tätigkeit: "rolle",
        "E-Mail (dienstlich)": "email",
        Mobil: null,
      },
    ],
    [
      "anfangsbestaende",
      { "Kunden-Nr.": "kunde", "Leergut-Nr.": "artikel", Kurztext: "artikelname", "Bestand (Stk)": "menge" },
    ],
  ] as [string, Record<string, string | null>][])(
    "of %s are known however they are shortened",
    async (what, words) => {
      const headings = Object.keys(words)
      expect(
        meanings(await show(what, `${headings.join(";")}\n${headings.map(() => "x").join(";")}\n`)),
      ).toEqual(words)
    },
  )
})

describe("the files of a company that moves in", () => {
  const articles = [
    "Leergut-Nr.;Kurztext;Pfandpreis;MwSt-Satz;EAN-Code;Inhalt;Lagerort",
    "KA20;Kasten 20 x 0,5 l Bier (leer);1,50 EUR;19,00;4006380010017;;Hof A",
    "CO2;CO2-Flasche 10 kg;1.050,00 EUR;19,00;4006380010079;;Hof A",
    "V2005;Vollgut Kasten 20 x 0,5 l;3,10 EUR;19,00;4006380020016;20 x 0,5 l;Hof A",
  ].join("\r\n")
  const customers = xlsx(
    ["Getränke Oberland GmbH & Co. KG – Kundenstammliste"],
    ["Stand: 27.11.2026"],
    [],
    ["Stammdaten", "", "", "Anschrift", "", "", "", "Kommunikation"],
    [
      "Kd-Nr.",
      "Name 1",
      "Name 2",
      "Straße",
      "PLZ",
      "Ort",
      "Land",
      "Telefon",
      "eMail",
      "Kunde seit",
      "Aktiv J/N",
      "Rg. monatl.",
      "FiBu-Kto.",
    ],
    [
      "00101",
      "Gasthaus Huber",
      "",
      "Dorfplatz 35",
      1067,
      "Dresden",
      "D",
      1713468824,
      "",
      "20.11.2001",
      "J",
      "x",
      10101,
    ],
    [
      "00104",
      "Cafe Zum Größl",
      "z. Hd. Fr. Huber",
      "Schloßallee 99\nHinterhaus, 2. OG",
      "80331",
      "München",
      "D",
      "+498031561641",
      "k@gast.example",
      "",
      "N",
      "",
      10104,
    ],
    [
      107,
      "Trinkhalle Zum Öllinger",
      "Betriebs GmbH",
      "Am Markt 55",
      "6020",
      "Innsbruck",
      "A",
      "0351784877",
      "",
      "",
      "J",
      "",
      10107,
    ],
    [],
    ["Summe:", "3 Kunden"],
  )
  const devices = (code: string | number, numberOf: (nr: string) => string) =>
    [
      ["Inventarnr.", "Gerätebezeichnung", "Seriennr.", "EAN", "Standort (Kd-Nr.)", "TÜV am", "Kaution"],
      ["G-0001", "Flaschenkühler 320 l", "SN9551/1", code, "", "16.12.25", "150,00 €"],
      ["G-0002", "Zapfanlage 2-leitig", "SN8299/2", "", numberOf("00107"), "07/2026", "1.250,00 €"],
      ["G-0003", "Kühltheke", "SN6261/5", "", numberOf("00101"), "Jan 26", "0,00 €"],
    ] as (string | number)[][]
  const staff = xlsx(
    ["Pers.-Nr.", "Nachname", "Vorname", "Tätigkeit", "E-Mail dienstlich", "Mobil", "Eintritt"],
    [1000, "Krüger", "Jens", "Kraftfahrer", "jens@oberland.example", 491711234560, "01.01.2015"],
    [1001, "Öz", "Ali", "Auslieferungsfahrer", "", 491711234561, "01.01.2015"],
    [1004, "Wirth", "Eva", "Geschäftsführung", "eva@oberland.example", 491711234564, "01.01.2015"],
  )

  test("come in as they are, and each value is as it is meant, or named", async () => {
    for (const [what, file, unknown] of [
      ["pfandartikel", articles, ["Inhalt", "Lagerort"]],
      ["kunden", customers, ["Kunde seit"]],
      ["geraete", xlsx(...devices(4006387358619, (nr) => nr)), []],
      ["mitarbeiter", staff, ["Pers.-Nr.", "Mobil", "Eintritt"]],
    ] as const)
      expect([what, await take(what, file)]).toMatchObject([
        what,
        { ausgefuehrt: true, fehlerzahl: 0, unbekannte_spalten: unknown },
      ])
    expect(
      await kundenOf(
        "name",
        "ansprechpartner",
        "strasse",
        "plz",
        "land",
        "telefon",
        "aktiv",
        "abrechnung",
        "debitor_nr",
      ),
    ).toEqual({
      "00101": ["Gasthaus Huber", null, "Dorfplatz 35", "01067", "DE", "01713468824", 1, "monatlich", 10101],
      "00104": [
        "Cafe Zum Größl",
        "z. Hd. Fr. Huber",
        "Schloßallee 99\nHinterhaus, 2. OG",
        "80331",
        "DE",
        "+498031561641",
        0,
        "je_lieferung",
        10104,
      ],
      "00107": [
        "Trinkhalle Zum Öllinger Betriebs GmbH",
        null,
        "Am Markt 55",
        "6020",
        "AT",
        "0351784877",
        1,
        "je_lieferung",
        10107,
      ],
    })
    const seen = (rows: any[], ...fields: string[]) =>
      rows.map((row) => fields.map((field) => row[field])).toSorted()
    expect(seen(await list("pfandartikel"), "nummer", "pfand_cent", "barcode", "art")).toEqual([
      ["CO2", 105_000, "4006380010079", "einzeln"],
      ["KA20", 150, "4006380010017", "einzeln"],
      ["V2005", 310, "4006380020016", "einzeln"],
    ])
    expect(
      seen(await list("geraete"), "geraetenummer", "barcode", "pfand_cent", "kunde_name", "geprueft_bis"),
    ).toEqual([
      ["G-0001", "4006387358619", 15_000, null, "2027-12-16"],
      ["G-0002", null, 125_000, "Trinkhalle Zum Öllinger Betriebs GmbH", "2028-07-01"],
      ["G-0003", null, 0, "Gasthaus Huber", "2028-01-01"],
    ])
    const people = (await list("mitarbeiter")).filter(({ email }: any) => email.endsWith("@oberland.example"))
    expect(seen(people, "name", "rolle")).toEqual([
      ["Eva Wirth", "admin"],
      ["Jens Krüger", "fahrer"],
    ])
    // What a spreadsheet made of the same devices: each lost number is named, and each customer found without its zeros.
    const lost = devices("4,00639E+12", (nr) => nr.replace(/^0+/, ""))
    const csv = await show("geraete", lost.map((row) => row.join(";")).join("\n"), { vorhandene: "aendern" })
    expect([faults(csv), csv.hinweise.join("\n")]).toEqual([
      [["D2", LOST]],
      expect.stringContaining("Bei 2 Zeilen hat die Kundennummer hier andere Nullen davor: 107 → 00107"),
    ])
  })
})
