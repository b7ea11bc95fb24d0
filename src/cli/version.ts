import { describeBuild, version } from "../version.ts"
import { command } from "./command.ts"

export const versionCommand = command({
  summary: "Die Version zeigen, mit Commit und Datum",
  asCaller: true,
  async run(_typed, terminal) {
    terminal.out(
      `pfandwerk ${version} (${describeBuild()}; bun ${Bun.version}, ${process.platform}-${process.arch})`,
    )
  },
})
