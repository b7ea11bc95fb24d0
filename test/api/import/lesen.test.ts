import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { kunden } from "../../../src/db/schema.ts"
import { createTestApp } from "../../helpers/app.ts"
import { importForm } from "../../helpers/import-form.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { archive, rawBook, rawWorkbook, rowXml, xlsx } from "../../helpers/workbook.ts"

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
})

type Fields = Record<string, string>
const send = async (what: string, content: string | Uint8Array, fields: Fields = {}) => {
  const raw = importForm(content, fields)
  return app.call("POST", `/api/${what}/import`, { token: hof.admin.token, raw })
}
const show = async (what: string, content: string | Uint8Array, fields: Fields = {}) =>
  (await send(what, content, fields)).body
const take = (what: string, content: string | Uint8Array, fields: Fields = {}) =>
  send(what, content, { ...fields, ausfuehren: "ja" })
const rows = ({ vorschau }: any) => vorschau.map(({ nummer, name }: any) => `${nummer} ${name}`)
const faultOf = ({ status, body }: any) => [status, body.errors?.[0].path, body.errors?.[0].msg]

const head = rowXml(["Kundennummer", "Name", "Ort"])
const adler = rowXml(["90004", "Adler", "Celle"])

describe("headings", () => {
  const lines = ["90004;Adler;Celle", "90005;Krone;Uelzen"]

  test("are found below titles, remarks and empty rows, and it is said where", async () => {
    for (const [above, zeile] of [
      ["Kundenliste, Stand 01.11.2026\r\n\r\n", 3],
      ["Getränke Huber;;\nOrt:;Celle;Telefon:\n;;\nName: Export;;\n", 5],
      [`${"Zeile eines langen Vorspanns\n".repeat(20)}`, 21],
    ] as const) {
      const shown = await show("kunden", `${above}Kundennummer;Name;Ort\n${lines.join("\n")}\n`)
      expect([rows(shown), shown.vorschau[0].zeile, shown.fehler]).toEqual([
        ["90004 Adler", "90005 Krone"],
        zeile + 1,
        [],
      ])
      expect(shown.hinweise[0]).toStartWith(`Die Überschriften stehen in Zeile ${zeile}; `)
    }
  })

  test("that nobody knows are the first row of the table's width", async () => {
    for (const table of [
      "Liste\n\nDepot;Wirt;Lage\n7;Adler;a\n8;Krone;b\n",
      "Depot;Wirt;Lage\n7;Adler;Ort\n",
    ]) {
      const { spalten } = await show("kunden", table)
      expect(spalten.map(({ ueberschrift }: any) => ueberschrift)).toEqual(["Depot", "Wirt", "Lage"])
    }
  })

  test("that all stand in one cell are no table, with the way out", async () => {
    const cells = ["Kundennummer;Name;Ort", "Nummer  Name     Ort", "Nr^Name^Ort"]
    for (const heading of cells)
      expect((await send("kunden", xlsx([heading], ["1;Adler;Celle"]))).body.errors).toEqual([
        expect.objectContaining({ msg: expect.stringMatching(/^hat alles in einer Spalte: /) }),
      ])
  })

  test("that were assigned count as known ones", async () => {
    const table = "Bezirk Nord;Mai;;\nDepot;Wirt;;\n7;Adler;;\n"
    const zuordnung = JSON.stringify({ Depot: "kundennummer", Wirt: "name" })
    expect(rows(await show("kunden", table, { zuordnung }))).toEqual(["7 Adler"])
    expect((await take("kunden", table, { zuordnung })).body.angelegt).toBe(1)
    const again = await show("kunden", "Bezirk;Süd;\nDepot;Wirt\n9;Linde\n")
    expect(rows(again)).toEqual(["9 Linde"])
  })

  test("of two rows, as merged cells leave them, are one", async () => {
    for (const titles of [
      "Kundennummer;Name;Anschrift;;;Telefon\n;;Straße;PLZ;Ort;\n",
      "Kundennummer;;Adresse;;;\n;Name;Straße;PLZ;Ort;Telefon\n",
    ]) {
      const shown = await show("kunden", `Liste\n${titles}90004;Adler;Am Sande 1;21335;Lüneburg;04131 1\n`)
      expect([rows(shown), shown.vorschau[0].angaben]).toEqual([
        ["90004 Adler"],
        ["Telefon 04131 1", "Straße Am Sande 1", "PLZ 21335", "Ort Lüneburg"],
      ])
      expect(shown.hinweise[0]).toEndWith("was darüber steht, gehört nicht zur Tabelle")
    }
  })

  test("may stand below nothing: columns without one are named, and cells beyond them are faults", async () => {
    const shown = await show("kunden", "Name;;Ort;\nAdler;x;Celle;y;\nKrone;;Uelzen;;z\n")
    expect(shown.hinweise).toEqual(["Ohne Überschrift, und deshalb nicht gelesen: die Spalten B, D"])
    expect(shown.fehler).toEqual([
      { zeile: 3, spalte: "E", zelle: "E3", msg: "steht in einer Spalte ohne Überschrift" },
    ])
  })
})

describe("rows that the file hides", () => {
  const hidden = rowXml(["90021", "Alt und zu", "Celle"], 'hidden="1"')
  const flat = rowXml(["90022", "Ganz flach", "Celle"], 'ht="0" customHeight="1"')
  const book = rawBook({ sheets: { A: head + adler + hidden + flat } })

  test("or strikes through are asked about, but not those with a single cell struck", async () => {
    const cell = (style: number, word: string) => `<c s="${style}" t="inlineStr"><is><t>${word}</t></is></c>`
    const row = (...styles: number[]) =>
      `<row>${styles.map((style, i) => cell(style, i === 0 ? `9${styles.join("")}` : "Weg")).join("")}</row>`
    const styled = rawBook({
      sheets: { A: head + adler + row(1, 1) + row(0, 1) },
      formats: ["", ""],
      struck: [1],
    })
    const { neu, fragen } = await show("kunden", styled)
    expect([neu, fragen.map(({ frage }: any) => frage)]).toEqual([
      3,
      [expect.stringContaining("durchgestrichen (Zeile 3): Soll sie")],
    ])
  })

  test("are taken over, or left out, as somebody says, and else nothing is", async () => {
    const shown = await show("kunden", book)
    expect([shown.neu, shown.fragen]).toEqual([
      3,
      [
        {
          feld: "verborgene",
          frage:
            "2 Zeilen sind in der Datei verborgen, weggefiltert oder durchgestrichen (Zeilen 3, 4): Sollen sie mitkommen?",
          antworten: [
            { wert: "mitnehmen", text: "Mitnehmen" },
            { wert: "weglassen", text: "Weglassen" },
          ],
        },
      ],
    ])
    expect(faultOf(await take("kunden", book))).toEqual([400, "verborgene", shown.fragen[0].frage])
    const without = (await take("kunden", book, { verborgene: "weglassen" })).body
    expect([without.angelegt, without.fragen, without.hinweise]).toEqual([
      1,
      [],
      [
        "2 Zeilen sind in der Datei verborgen, weggefiltert oder durchgestrichen (Zeilen 3, 4): nicht gelesen",
      ],
    ])
    const all = (await take("kunden", book, { verborgene: "mitnehmen", vorhandene: "aendern" })).body
    expect([all.angelegt, all.unveraendert]).toEqual([2, 1])
  })

  test("and columns that it hides are named", async () => {
    const before = '<cols><col min="2" max="2"/><col min="3" max="16384" hidden="1"/></cols>'
    const shown = await show("kunden", rawBook({ sheets: { A: { before, data: head + adler } } }))
    expect([shown.neu, shown.hinweise]).toEqual([
      1,
      ["In der Datei verborgene Spalten, die mit gelesen werden: Ort"],
    ])
  })
})

describe("sheets", () => {
  const cover = rowXml(["Auswertung"]) + rowXml(["Ort", "Anzahl"]) + rowXml(["Celle", 1])
  const lieferanten = rowXml(["Name", "Ort"]) + rowXml(["Brauerei Nord", "Jever"])

  test("are chosen by a name with spaces around it, and are unpacked no further than one", async () => {
    const book = rawBook({ sheets: { "Kunden ": head + adler, Lieferanten: lieferanten } })
    expect(rows(await show("kunden", book, { blatt: "Kunden " }))).toEqual(["90004 Adler"])
    const empty = "<a/>".repeat(400_000)
    const bomb = rawBook({
      sheets: Object.fromEntries(
        Array.from({ length: 12 }, (_, i) => [`B${i}`, { before: empty, data: "" }]),
      ),
    })
    expect(faultOf(await send("kunden", bomb))).toEqual([
      400,
      "datei",
      "ist ausgepackt zu groß für eine Tabelle",
    ])
  })

  test("the one that fits best is read, wherever it stands, and the others are named", async () => {
    const secret = { data: head + adler, state: "veryHidden" }
    const book = rawBook({ sheets: { Deckblatt: cover, Leer: "", Kunden: head + adler, Alt: secret } })
    const shown = await show("kunden", book)
    expect([rows(shown), shown.blatt, shown.blaetter, shown.fragen, shown.hinweise]).toEqual([
      ["90004 Adler"],
      "Kunden",
      ["Deckblatt", "Leer", "Kunden"],
      [],
      [
        "Gelesen ist das Blatt „Kunden“; die Datei hat außerdem „Deckblatt“",
        "Nicht gelesen, da in der Datei verborgen: das Blatt „Alt“",
      ],
    ])
    expect((await take("kunden", book)).body.angelegt).toBe(1)
  })

  test("are asked for where they have at least half as many known headings; those without any never", async () => {
    const four =
      rowXml(["Kundennummer", "Name", "Ort", "Telefon"]) + rowXml(["1", "Adler", "Celle", "05141 1"])
    const asked = async (other: string[]) => {
      const sheets = { Eins: four, Zwei: rowXml(other) + rowXml(other.map((_, i) => `x${i}`)) }
      const { blatt, fragen } = await show("kunden", rawBook({ sheets }))
      return [blatt, fragen.map(({ feld }: any) => feld)]
    }
    expect(await asked(["Name", "Ort", "Vorrat", "Lage"])).toEqual(["Eins", ["blatt"]])
    expect(await asked(["Name", "Wert", "Vorrat", "Lage"])).toEqual(["Eins", []])
    expect(await asked(["Vorrat", "Wert"])).toEqual(["Eins", []])
    const unknown = { Eins: rowXml(["Vorrat", "Wert"]) + adler, Zwei: rowXml(["Lage", "Kühlung"]) + adler }
    const { blatt, fragen } = await show("kunden", rawBook({ sheets: unknown }))
    expect([blatt, fragen]).toEqual(["Eins", []])
    expect((await show("kunden", rawBook({ sheets: { Leer: "", ...unknown } }))).blatt).toBe("Eins")
  })

  test("that look alike are asked for, and read as somebody says", async () => {
    const book = rawBook({ sheets: { Lieferanten: lieferanten, Kunden: head + adler } })
    const shown = await show("kunden", book)
    expect([shown.blatt, shown.fragen.map(({ feld, antworten }: any) => [feld, antworten])]).toEqual([
      "Kunden",
      [
        [
          "blatt",
          [
            { wert: "Lieferanten", text: "Lieferanten" },
            { wert: "Kunden", text: "Kunden" },
          ],
        ],
      ],
    ])
    expect(faultOf(await take("kunden", book)).slice(0, 2)).toEqual([400, "blatt"])
    expect(rows(await show("kunden", book, { blatt: "Lieferanten" }))).toEqual(["null Brauerei Nord"])
    expect((await take("kunden", book, { blatt: "Kunden" })).body.angelegt).toBe(1)
    expect(faultOf(await send("kunden", book, { blatt: "Gibt es nicht" }))).toEqual([
      400,
      "blatt",
      "gibt es in der Datei nicht: sie hat „Lieferanten“ und „Kunden“",
    ])
    expect(faultOf(await send("kunden", "Name\nAdler\n", { blatt: "Kunden" })).slice(0, 2)).toEqual([
      400,
      "blatt",
    ])
  })
})

describe("a workbook of another program", () => {
  const books: [string, Buffer][] = [
    [
      "workbook22.xml",
      rawBook({ sheets: { A: head + adler }, named: (part) => part.replace("workbook", "workbook22") }),
    ],
    [
      "capitals",
      rawBook({
        sheets: { A: head + adler },
        named: (part) => part.replace("sheet1", "Sheet1").replace("xl/w", "XL/W"),
      }),
    ],
    ["backslashes", rawBook({ sheets: { A: head + adler }, named: (part) => part.replaceAll("/", "\\") })],
    ["strict", rawBook({ sheets: { A: head + adler }, isStrict: true })],
  ]
  test.each(books)("is read by its relations: %s", async (_, book) => {
    expect(rows(await show("kunden", book))).toEqual(["90004 Adler"])
  })

  test("with a date as text of ISO 8601, or counted from 1904, is read as the day", async () => {
    for (const [cell, is1904] of [
      ['<c t="d"><v>2027-03-31T00:00:00</v></c>', false],
      ['<c s="0"><v>45015</v></c>', true],
    ] as const) {
      const data = `${rowXml(["Name", "Notiz"])}${rowXml(["Adler"]).replace("</row>", `${cell}</row>`)}`
      const book = rawBook({ sheets: { A: data }, formats: ["dd/mm/yyyy"], is1904 })
      expect((await show("kunden", book)).vorschau[0].angaben).toEqual(["Notiz 31.03.2027"])
    }
  })

  test("of pieces that the file shows in crates are no pieces", async () => {
    for (const [format, fault] of [
      ['0" Kästen"', ["C2", "muss eine ganze Zahl sein"]],
      ['0" Stk"', undefined],
    ] as const) {
      const sheet = rowXml(["Kunde", "Artikel", "Stück"]) + rowXml(["K-1", "FLASCHE", 12])
      const { fehler } = await show("anfangsbestaende", rawWorkbook({ sheet, formats: [format] }))
      expect(fehler.map(({ zelle, msg }: any) => [zelle, msg])).toEqual(fault ? [fault] : [])
    }
  })

  test("of lines that stand in quotes as a whole are parted all the same, and that is told", async () => {
    const { vorschau, hinweise } = await show("kunden", '"Nr;Name;Ort"\r\n"1;Gasthof ""Post"";Ulm"\r\n')
    expect([vorschau[0].name, vorschau[0].angaben, hinweise]).toEqual([
      'Gasthof "Post"',
      ["Ort Ulm"],
      ["Jede Zeile stand als Ganzes in Anführungszeichen und ist ohne sie gelesen"],
    ])
    expect((await show("kunden", '"Name, Ort";Nr\nAdler;1\n')).fehler.length).toBe(1)
  })

  test("of several lines are the same, however a program ends them", async () => {
    for (const end of ["\r\n", "\n", "\r"])
      expect(
        (await show("kunden", `Nr;Name;Notiz${end}1;Adler;"Hof${end}Tor"${end}`)).vorschau[0].angaben,
      ).toEqual(["Notiz Hof\nTor"])
    const book = rawBook({ sheets: { A: rowXml(["Name", "Notiz"]) + rowXml(["Adler", "Hof_x000D_\nTor"]) } })
    expect((await show("kunden", book)).vorschau[0].angaben).toEqual(["Notiz Hof\nTor"])
    // Earlier versions stored what programs sent.
    const tenant = app.deps.system.tenant(hof.id)
    await app.deps.system.write(() => tenant.update(kunden, hof.kunden[0], { notiz: "Hof\r\nTor" }))
    const again = await show("kunden", 'Kundennummer;Notiz\nK-1;"Hof\nTor"\n', { vorhandene: "aendern" })
    expect([again.geaendert, again.unveraendert]).toEqual([0, 1])
  })

  test("with the first day of a month that is shown without its day is the month, and any other day itself", async () => {
    for (const [format, value, read] of [
      ["mmm\\-yy", 46447, "Mrz 2027"],
      ["mm/yyyy", 46447, "Mrz 2027"],
      ["mm/yyyy", 46448, "02.03.2027"],
      ["yyyy", 46388, "2027"],
      ["d. mmmm", 46447, "01.03.2027"],
    ] as const) {
      const sheet =
        rowXml(["Name", "Notiz"]) + rowXml(["Adler"]).replace("</row>", `<c s="0"><v>${value}</v></c></row>`)
      const book = rawBook({ sheets: { A: sheet }, formats: [format] })
      expect((await show("kunden", book)).vorschau[0].angaben).toEqual([`Notiz ${read}`])
    }
  })

  test("with the last second of a day is read as that day, and with a time to the minute", async () => {
    for (const [value, read] of [
      ["46477.999988", "31.03.2027 23:59"],
      ["46477.354166", "31.03.2027 08:30"],
      ["46477.000001", "31.03.2027"],
    ]) {
      const cell = `<c s="0"><v>${value}</v></c>`
      const data = `${rowXml(["Name", "Notiz"])}${rowXml(["Adler"]).replace("</row>", `${cell}</row>`)}`
      const book = rawBook({ sheets: { A: data }, formats: ["dd/mm/yyyy"] })
      expect((await show("kunden", book)).vorschau[0].angaben).toEqual([`Notiz ${read}`])
    }
  })

  test("with a box that is ticked or not is read as yes or no", async () => {
    for (const [value, read] of [
      [1, "ja"],
      [0, "nein"],
    ] as const) {
      const cell = `<c t="b"><v>${value}</v></c>`
      const data = `${rowXml(["Name", "Notiz"])}${rowXml(["Adler"]).replace("</row>", `${cell}</row>`)}`
      const { vorschau } = await show("kunden", rawBook({ sheets: { A: data } }))
      expect(vorschau[0].angaben).toEqual([`Notiz ${read}`])
    }
  })
})

describe("a spreadsheet of LibreOffice", () => {
  const text = (words: string, more = "") =>
    `<table:table-cell office:value-type="string"${more}><text:p>${words}</text:p></table:table-cell>`
  const number = (value: number, shown: string, kind = "float") =>
    `<table:table-cell office:value-type="${kind}" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`
  const row = (cells: string, more = "") =>
    `<table:table-row${more}>${cells}<table:table-cell table:number-columns-repeated="16380"/></table:table-row>`
  const table = (name: string, inside: string, more = "") =>
    `<table:table table:name="${name}"${more}><table:table-column table:number-columns-repeated="16384"/>${inside}<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`
  const ods = (tables: string) =>
    archive({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:style="s"><office:automatic-styles><style:style style:name="ce9" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style><style:style style:name="T1" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    })
  const titles = row(["Kundennummer", "Name", "Ort"].map((word) => text(word)).join(""))

  test("is read as it shows its cells, with its sheets, its repeated and its hidden rows", async () => {
    const remark = "<office:annotation><text:p>Bitte prüfen</text:p></office:annotation>"
    const book = ods(
      table("Deckblatt", row(text("Stand heute"))) +
        table(
          "Kunden",
          row(text("Kundenliste")) +
            row("", ' table:number-rows-repeated="3"') +
            titles +
            row(
              number(17, "K-00017") +
                text("Zum<text:s/>Adler").replace("<text:p>", `${remark}<text:p>`) +
                text("Celle"),
            ) +
            row(number(4711, "4.711") + text("Krone") + text("Uelzen")) +
            row(text("") + text("Linde") + text("Celle"), ' table:number-rows-repeated="2"') +
            row(text("9") + text("Alt und zu"), ' table:default-cell-style-name="ce9"') +
            row(text("7", ' table:number-columns-repeated="2"') + text("Celle")),
        ) +
        table("Alt", titles + row(text("1") + text("x")), ' table:style-name="ta2"'),
    )
    const shown = await show("kunden", book)
    expect([rows(shown), shown.vorschau.map(({ zeile }: any) => zeile)]).toEqual([
      ["K-00017 Zum Adler", "4711 Krone", "null Linde", "null Linde", "9 Alt und zu", "7 7"],
      [6, 7, 8, 9, 10, 11],
    ])
    expect([shown.blatt, shown.blaetter, shown.fragen.map(({ feld }: any) => feld), shown.hinweise]).toEqual([
      "Kunden",
      ["Deckblatt", "Kunden"],
      ["verborgene"],
      [
        "Nicht gelesen, da in der Datei verborgen: das Blatt „Alt“",
        expect.stringContaining("in Zeile 5"),
        expect.any(String),
        "2 Kunden haben keine Nummer und bekommen neue: Linde",
      ],
    ])
  })

  test("tells the rows that lack what stands in a merged cell, as a workbook does", async () => {
    const first = text("Celle", ' table:number-rows-spanned="2"')
    const sheet =
      titles +
      row(text("1") + text("Adler") + first) +
      row(`${text("2")}${text("Krone")}<table:covered-table-cell/>`)
    const told =
      "Was in verbundenen Zellen steht, gilt nur für ihre erste Zeile; darunter ist die Zelle leer: C2:C3"
    expect((await show("kunden", ods(table("A", sheet)))).hinweise).toEqual([told])
    const merged = (range: string) =>
      rawBook({
        sheets: {
          a: `${rowXml(["Nr", "Name", "Ort"])}${rowXml(["1", "Adler", "Celle"])}${rowXml(["2", "Krone", ""])}</sheetData><mergeCells><mergeCell ref="${range}"/></mergeCells><sheetData>`,
        },
      })
    expect((await show("kunden", merged("C2:C3"))).hinweise).toEqual([told])
    expect((await show("kunden", merged("A2:C2"))).hinweise).toEqual([])
    const covered =
      "Unter verbundenen Zellen steht noch etwas, das niemand sieht, und wird gelesen: B3 (Krone)"
    expect((await show("kunden", merged("B2:B3"))).hinweise).toEqual([covered])
  })

  test("takes the mark of a footnote for no digit", async () => {
    const note = `<table:table-cell office:value-type="string"><text:p>12<text:span text:style-name="T1">1</text:span></text:p></table:table-cell>`
    const { vorschau } = await show("kunden", ods(table("A", titles + row(text("1") + text("Adler") + note))))
    expect(vorschau[0].angaben).toEqual(["Ort 12¹"])
  })

  test("has its amounts in full, and its other kinds of cells as they are written", async () => {
    const cells: [string, string][] = [
      [number(3.1, "3,10 €", "currency"), "3,10"],
      [number(1050, "1.050,00 €", "currency"), "1.050,00"],
      [number(3.1, "3"), "3,10"],
    ]
    for (const [cell, pfand] of cells) {
      const data =
        row(text("Nummer") + text("Bezeichnung") + text("Pfand")) + row(text("F") + text("Fass") + cell)
      expect((await show("pfandartikel", ods(table("A", data)))).vorschau[0].angaben).toContain(
        `Pfand ${pfand}\u00A0€`,
      )
    }
    for (const [shown, currency] of [
      ["3,10", "CHF"],
      ["3,10 $", "USD"],
    ] as const) {
      const cell = number(3.1, shown, "currency").replace(
        " office:value=",
        ` office:currency="${currency}" office:value=`,
      )
      const data =
        row(text("Nummer") + text("Bezeichnung") + text("Pfand")) + row(text("F") + text("Fass") + cell)
      expect((await show("pfandartikel", ods(table("A", data)))).fehler[0].zelle).toBe("C2")
    }
    const others: [string, string][] = [
      [
        '<table:table-cell office:value-type="date" office:date-value="2026-03-31"><text:p>31. Mrz</text:p></table:table-cell>',
        "31.03.2026",
      ],
      [
        '<table:table-cell office:value-type="date" office:date-value="2026-03-01"><text:p>03/2026</text:p></table:table-cell>',
        "03/2026",
      ],
      [
        '<table:table-cell office:value-type="time" office:time-value="PT08H30M00S"><text:p>8 Uhr</text:p></table:table-cell>',
        "08:30",
      ],
      [
        '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>',
        "ja",
      ],
      [number(0.19, "19 %", "percentage"), "19 %"],
      [number(1067, "01067"), "01067"],
      [number(5_551_234, "555-1234"), "555-1234"],
      // A table within a cell is none of the sheet's.
      [
        text("außen").replace("</text:p>", `</text:p><table:table>${row(text("innen"))}</table:table>`),
        "außen",
      ],
    ]
    for (const [cell, seen] of others) {
      const data = row(text("Notiz") + text("Name")) + row(cell + text("Adler"))
      expect((await show("kunden", ods(table("A", data)))).vorschau[0].angaben).toEqual([`Notiz ${seen}`])
    }
    const blank = row(`${text("1")}${text("Adler")}<table:table-cell table:formula="of:=A1"/>`)
    expect(
      (await show("kunden", ods(table("A", titles + blank)))).fehler.map(({ zelle }: any) => zelle),
    ).toEqual(["C2"])
  })

  test("bombs nobody: what it repeats counts", async () => {
    const wide = text("x", ' table:number-columns-repeated="16384"')
    const long = row(text("1") + text("Adler"), ' table:number-rows-repeated="1048576"')
    for (const [data, why] of [
      [
        titles + row(wide),
        "hat mehr als 300 Spalten: bitte löschen, was nicht gebraucht wird, oder Zeilen und Spalten vertauschen",
      ],
      [titles + long, "hat mehr als 5000 Zeilen"],
    ])
      expect(faultOf(await send("kunden", ods(table("A", data ?? ""))))).toEqual([400, "datei", why])
  })
})

describe("an archive that is no table we read", () => {
  const officeDocument = (target: string) =>
    `<Relationships><Relationship Id="r" Type="x/officeDocument" Target="${target}"/></Relationships>`
  test.each([
    ["binary", { "_rels/.rels": officeDocument("xl/workbook.bin"), "xl/workbook.bin": "" }, ".xlsb"],
    ["Numbers", { "Index/Document.iwa": "", "Data/x": "" }, "Apple Numbers"],
    ["Word", { "_rels/.rels": officeDocument("word/document.xml"), "word/document.xml": "" }, "Word"],
  ])("is named, with the way out: %s", async (_, files, named) => {
    const [status, , msg] = faultOf(await send("kunden", archive(files as Record<string, string>)))
    expect([status, msg]).toEqual([400, expect.stringContaining(named)])
    expect(msg).toEndWith("speichern")
  })
})

test("tables and texts of other programs are named, with the way out", async () => {
  for (const [content, name] of [
    ['ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"Name"\r\nE\r\n', ".slk"],
    ['TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n', ".dif"],
    ["{\\rtf1\\ansi Name}", ".rtf"],
    ["BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD\r\n", ".vcf"],
    ["BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", ".ics"],
    ["dn: cn=Adler,mail=a@x.example\r\ncn: Adler\r\n", ".ldif"],
    ["INSERT INTO kunden (nr) VALUES (1);\r\n", ".sql"],
    ['[\n  {"nr": 1, "name": "Adler"}\n]', "JSON"],
    ['{"kunden": [{"nr": 1}]}', "JSON"],
    ["<Kunden>\n  <Kunde><Nr>1</Nr></Kunde>\n</Kunden>\n", "XML"],
    ['<?xml version="1.0"?>\n<Kunden><Kunde/></Kunden>\n', "XML"],
    ['<?xml version="1.0"?>\n<html><body><table>', "Webseite"],
    [Uint8Array.of(9, 8, 16, 0, 0, 6, 5, 0), ".xls"],
    [archive({ "export/Kunden.csv": "Nr;Name\n1;Adler\n" }), "ZIP-Archiv"],
  ] as const)
    expect(faultOf(await send("kunden", content))[2]).toContain(name)
  expect((await show("kunden", "ID;Preisliste;Name\n7;A;Adler\n")).fehlerzahl).toBe(0)
  expect((await show("kunden", "<Nr>;<Name>\n7;Adler\n")).fehlerzahl).toBe(0)
})

test("a table in XML is named, with the way out", async () => {
  for (const xml of [
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="x">',
    '<?xml version="1.0"?><office:document xmlns:office="x">',
  ])
    expect(faultOf(await send("kunden", xml))[2]).toStartWith("ist eine Tabelle im XML-Format: bitte")
})

describe("numbers are read as a person sees them", () => {
  test.each([
    ["Standard", 4711, "4711"],
    ["Estándar", 4711, "4711"],
    ["[$-407]Standard", 4711, "4711"],
    ['[>=100]"Nr. 10-"General;0', 4711, "Nr. 10-4711"],
    ['"K-"00000', 17, "K-00017"],
    ["00000;-00000", 1067, "01067"],
    ["0000 0000", 170_017, "0017 0017"],
    ["000\\-000;;", 12_345, "012-345"],
    ['[<100]"N"0;[>=100]00000', 1067, "01067"],
    ['[<100]"N"0;0', 100, "100"],
    ['[<=100]"N"0;0', 100, "N100"],
    ['[>100]"N"0;0', 100, "100"],
    ['[<>100]"N"0;0', 100, "100"],
    ['[=100]"N"0;0', 100, "N100"],
    ['[$-407]"Nr. "0', 17, "Nr. 17"],
    ['General" Stk"', 12, "12"],
    ["#,##0", 4711, "4711"],
    ["0.00E+00", 4_006_380_010_017, "4006380010017"],
    ["[Red]0;[Blue]-0", 17, "17"],
    ["dd/mm/yyyy", 46_112, "31.03.2026"],
    ["TT.MM.JJJJ", 46_112, "31.03.2026"],
    ["[h]:mm", 1.125, "27:00"],
    ['0"-A"', 17, "17-A"],
  ])("%s", async (format, value, seen) => {
    const data = rowXml(["Notiz", "Name"]) + rowXml([value, "Adler"])
    const shown = await show("kunden", rawBook({ sheets: { A: data }, formats: [format] }))
    expect(shown.vorschau[0].angaben).toEqual([`Notiz ${seen}`])
  })

  test("and no digits are left away, nor added by the mark of a footnote", async () => {
    const note =
      '<c t="inlineStr"><is><r><t>12</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r></is></c>'
    const row = rowXml([10_000, "Adler"]).replace("</row>", `${note}</row>`)
    const sheets = { A: rowXml(["Notiz", "Name", "Ort"]) + row }
    const { vorschau } = await show("kunden", rawBook({ sheets, formats: ["#,##0,"] }))
    expect(vorschau[0].angaben.toSorted()).toEqual(["Notiz 10000 (gezeigt in Tausend)", "Ort 12¹"])
  })

  test("and amounts in full, whatever is rounded away or hung on", async () => {
    const data = rowXml(["Nummer", "Bezeichnung", "Pfand"])
    for (const format of [
      '#,##0 "€"',
      "0",
      "[$€-407] 0.0",
      '_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-',
      "0.00",
    ]) {
      const row =
        '<row><c t="inlineStr"><is><t>F</t></is></c><c t="inlineStr"><is><t>Fass</t></is></c><c s="0"><v>3.1</v></c></row>'
      const { vorschau } = await show(
        "pfandartikel",
        rawBook({ sheets: { A: data + row }, formats: [format] }),
      )
      expect(vorschau[0].angaben).toContain("Pfand 3,10\u00A0€")
    }
  })
})

test("an error of the spreadsheet is a fault only where it would be taken over", async () => {
  const cell = (attributes: string, inside: string) => `<c ${attributes}>${inside}</c>`
  const row = (...cells: string[]) => rowXml(["90004", "Adler"]).replace("</row>", `${cells.join("")}</row>`)
  const error = cell('t="e"', "<v>#DIV/0!</v>")
  const formula = cell("", "<f>A1*2</f>")
  const text = cell('t="inlineStr"', "<is><t>Celle</t></is>")
  const titles = rowXml(["Kundennummer", "Name", "Umsatz", "Schnitt", "Ort"])
  const fine = rawBook({ sheets: { A: titles + row(error, formula, text) } })
  expect((await take("kunden", fine)).body).toMatchObject({ angelegt: 1, fehler: [] })
  const faulty = rawBook({ sheets: { A: titles + row(formula, error, error) + row(error, error, formula) } })
  expect((await show("kunden", faulty)).fehler).toEqual([
    { zeile: 2, spalte: "Ort", zelle: "E2", msg: "enthält den Fehler #DIV/0! eines Tabellenprogramms" },
    {
      zeile: 3,
      spalte: "Ort",
      zelle: "E3",
      msg: "enthält eine Formel ohne Ergebnis: bitte in Excel öffnen und noch einmal speichern",
    },
  ])
  const csv = await show("kunden", "Name;Umsatz;Ort\nAdler;#NV;Celle\nKrone;1;#WERT!\n")
  expect(csv.fehler.map(({ zelle }: any) => zelle)).toEqual(["C3"])
})

describe("a text in a code page", () => {
  const pages: Record<string, string> = {
    cp850:
      "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0",
    mac: "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00A0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰",
    windows:
      "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ" +
      Array.from({ length: 96 }, (_, i) => String.fromCharCode(160 + i)).join(""),
  }
  const written = (text: string, page: string): Uint8Array =>
    Uint8Array.from(text, (sign) => {
      const at = pages[page]?.indexOf(sign) ?? -1
      return sign < "\u0080" ? sign.charCodeAt(0) : at < 0 ? 63 : 128 + at
    })
  const names = (text: string) => `Kundennummer;Name;Ort\r\n1;${text};Ort\r\n`

  test.each([
    ["cp850", "Getränke Müller", "DOS"],
    ["cp850", "GETRÄNKE ÖHLER, Straße 5", "DOS"],
    ["cp850", "Café Größl", "DOS"],
    ["cp850", "Kühlraum 5°C, Müller\u00A0Nord", "DOS"],
    ["mac", "Getränke Müller", "Macintosh"],
    ["mac", "Öhler & Söhne, Bärenstraße", "Macintosh"],
    // The first byte that is no letter everywhere.
    ["mac", "Ährenhof Äpfel", "Macintosh"],
    ["windows", "„Zum Šemann“", undefined],
    ["windows", "Größe 5 – 7 €", undefined],
    ["windows", "CAFÉ Österreicher’s … §19", undefined],
    ["windows", "Mašek, Žižka & Böhm", undefined],
    ["windows", "Kühlraum 5°C, 3 m²", undefined],
    ["windows", "Crêpes à la Façon", undefined],
  ])("is read where its letters make sense: %s %s", async (page, text, told) => {
    const shown = await show("kunden", written(names(text), page))
    expect([rows(shown), shown.hinweise.length]).toEqual([[`1 ${text}`], told ? 1 : 0])
    if (told) expect(shown.hinweise[0]).toContain(told)
  })

  test.each([
    ["that could be two", Buffer.from(names("Maxek").replace("x", "\x9a"), "latin1")],
    ["of another script", Buffer.from(names("\xd0\xe5\xf1\xf2\xee\xf0\xe0\xed"), "latin1")],
    ["without an umlaut of its own", Buffer.from(names("Citro\x89n"), "latin1")],
    ["of two countries", Buffer.from(names("Novotn\xfd"), "latin1")],
  ])("is refused with the way out: %s", async (_, bytes) => {
    expect(faultOf(await send("kunden", bytes))).toEqual([
      400,
      "datei",
      "hat in Zeile 2 Umlaute oder Zeichen, die nicht sicher zu lesen sind: bitte als „CSV UTF-8“ oder als .xlsx speichern",
    ])
  })

  const encoded = (text: string, label: string): Buffer => {
    const decoder = new TextDecoder(label as "windows-1252")
    const letters = new Map(
      Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
    )
    return Buffer.from(Array.from(text, (sign) => letters.get(sign) ?? 63))
  }

  test.each([
    ["windows-1250", "Łódź Getränke", "Windows-1250"],
    ["windows-1250", "Gasthaus Dvořák, Jiří Poláček", "Windows-1250"],
    ["windows-1250", "Michałowski & Müller", "Windows-1250"],
    ["windows-1250", "Kościuszko, Wójcik", "Windows-1250"],
    ["windows-1250", "Śląsk, Bąk, Nováček", "Windows-1250"],
    ["iso-8859-2", "Śląsk, Bąk, Müller", "ISO 8859-2"],
    ["windows-1254", "Şahin Döner, Doğan", "Windows-1254"],
    ["windows-1254", "Çiğköfte Yıldız, İstanbul Müller", "Windows-1254"],
    ["windows-1252", "Genève, Rivière, Hôtel Rønne, Peña", undefined],
    ["windows-1252", "Kjærgaard, Læsø, Bjørn, Ståhl", undefined],
    ["windows-1252", "João Magalhães, Muñoz, Señor", undefined],
    ["windows-1252", "Crêperie", "„Crêperie“ gelesen wie von Windows-1252"],
  ])("of a neighbour is read as its names say: %s %s", async (label, text, told) => {
    const shown = await show("kunden", encoded(names(text), label))
    expect([rows(shown), shown.hinweise]).toEqual([
      [`1 ${text}`],
      told ? [expect.stringContaining(told)] : [],
    ])
  })

  test("of a Macintosh has its own ends of lines; the last one may have none", async () => {
    const text = names("Getränke Müller").replaceAll("\r\n", "\r")
    expect(rows(await show("kunden", written(text, "mac")))).toEqual(["1 Getränke Müller"])
    const bytes = Buffer.from(names("Ma\x9aek").replaceAll("\r\n", "\r"), "latin1")
    expect(faultOf(await send("kunden", bytes))[2]).toStartWith("hat in Zeile 2 Umlaute")
    for (const last of ["2;Krone", "2;"])
      expect((await show("kunden", `Nr;Name\n1;Adler\n${last}`)).zeilen).toBe(2)
  })

  test("of Windows with an odd sign in it is read, and the sign told", async () => {
    const bytes = Buffer.from(
      names("M\xfcller, B\xe4r, K\xf6hler").replace("Ort\r", "Micha\xa4owski\r"),
      "latin1",
    )
    const { hinweise } = await show("kunden", bytes)
    expect(hinweise).toEqual([expect.stringContaining("In Zeile 1 steht ein Zeichen, das vielleicht falsch")])
  })

  test("of two bytes a letter is read with its mark and without", async () => {
    const text = names("Getränke Müller")
    const little = Buffer.from(text, "utf16le")
    const big = Buffer.from(little).swap16()
    const marks: [number[], Buffer][] = [
      [[0xff, 0xfe], little],
      [[], little],
      [[0xfe, 0xff], big],
      [[], big],
    ]
    for (const [mark, bytes] of marks)
      expect(rows(await show("kunden", Buffer.concat([Buffer.from(mark), bytes])))).toEqual([
        "1 Getränke Müller",
      ])
  })

  test("whose umlauts were lost before is told, as it is of a workbook", async () => {
    const told = [expect.stringContaining("In Zeile 2")]
    for (const text of [
      "M\uFFFDller",
      "MÃ¼ller",
      "M?ller",
      "M=FCller",
      "M+APw-ller",
      "M}ller",
      "Adler<br>Müller",
    ])
      expect((await show("kunden", names(text))).hinweise).toEqual(told)
    for (const text of ["Haus c|d", "Bier|Wein"])
      expect((await show("kunden", names(text))).hinweise).toEqual([])
    const book = rawBook({ sheets: { a: head + rowXml(["1", "M&amp;uuml;ller", "Celle"]) } })
    expect((await show("kunden", book)).hinweise).toEqual(told)
  })

  test("may have its numbers as formulas, and single quotes around its cells", async () => {
    for (const table of [
      'Kundennummer;Name\n="00017";Adler\n',
      "Kundennummer;Name\n'00017;Adler\n",
      "'Kundennummer';'Name'\n'00017';'Adler'\n",
    ])
      expect(rows(await show("kunden", table))).toEqual(["00017 Adler"])
    const { hinweise } = await show("kunden", xlsx(["Kundennummer", "Name"], ["'00017", "Adler"]))
    expect(hinweise).toEqual([expect.stringMatching(/^In Zeile 2 \(„'00017“\) steht ein Apostroph/)])
  })
})

describe("separators", () => {
  test.each([
    ["sep=;\r\n", ";"],
    ["\uFEFFsep=,\n", ","],
    ['"sep=|"\r\n', "|"],
    ["SEP=\\t\r\n", "\t"],
    ["sep=\t\r", "\t"],
    ["sep=;;;\r\n", ";"],
    ["", "|"],
    ["Liste; Stand, heute; neu; alt\n\n", ","],
  ])("are named in the first line, or found: %j%s", async (first, separator) => {
    const lines = [
      ["Kundennummer", "Name", "Ort"],
      ["90003", '"Adler; Bar, 1"', "Celle"],
    ]
    const shown = await show("kunden", first + lines.map((cells) => cells.join(separator)).join("\r\n"))
    expect(rows(shown)).toEqual(["90003 Adler; Bar, 1"])
    // A spreadsheet does not count the line that names it.
    expect(shown.vorschau[0].zeile).toBe(first.startsWith("Liste") ? 4 : 2)
  })
})
