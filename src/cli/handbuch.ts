import { findKapitel, listKapitel } from "../web/serve/hilfe/kapitel.ts"
import { StartRefused } from "../lib/refusal.ts"
import { command } from "./command.ts"
import { table } from "./terminal.ts"

/** Letters to a line: as wide as is pleasant to read. */
const WIDTH = 96

export const handbuchCommand = command({
  summary: "Das Handbuch lesen",
  usage: `pfandwerk handbuch [KAPITEL]

  KAPITEL   welches; weggelassen: welche es gibt
Im Browser steht es unter /hilfe. Seite für Seite: pfandwerk handbuch betrieb | less`,
  takes: ["[KAPITEL]"],
  asCaller: true,
  async run({ positionals: [name] }, terminal) {
    const names = listKapitel().map((kapitel) => [kapitel.name, kapitel.title])
    if (name === undefined) {
      terminal.out(table(["KAPITEL", "WORUM ES GEHT"], names))
      terminal.out("\nGelesen wird eines mit: pfandwerk handbuch KAPITEL")
      return
    }
    const kapitel = findKapitel(name)
    if (!kapitel)
      throw new StartRefused(
        `Dieses Kapitel gibt es nicht. Es gibt: ${names.map(([known]) => known).join(", ")}.`,
      )
    terminal.out(toPlainText(kapitel.text))
  },
})

/** @returns text without colours; commands are indented instead of framed, so that they can be copied */
const toPlainText = (markdown: string): string =>
  Bun.markdown
    .ansi(markdown, { colors: false, columns: WIDTH })
    .replaceAll(/^\+-(?: \w+)?\n((?:\|.*\n)*)\+-$/gm, (_, lines: string) =>
      lines.replaceAll(/^\| ?/gm, "    ").trimEnd(),
    )
    .trimEnd()
