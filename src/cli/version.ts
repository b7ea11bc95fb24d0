import { describeBuild, version } from "../version.ts"
import type { Command } from "./command.ts"
import { readOptions } from "./options.ts"

export const versionCommand: Command = {
  name: "version",
  summary: "Die Version zeigen, mit Commit und Datum",
  usage: "pfandwerk version",
  async run(args, terminal) {
    readOptions(args, {})
    terminal.out(
      `pfandwerk ${version} (${describeBuild()}; bun ${Bun.version}, ${process.platform}-${process.arch})`,
    )
    return 0
  },
}
