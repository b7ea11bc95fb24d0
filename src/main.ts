import { withSettingsFile } from "./cli/environment.ts"
import { runCommand } from "./cli/index.ts"
import { createTerminal } from "./cli/terminal.ts"

// Whatever is written here holds other people's data: it is its owner's alone, in whatever folder it lies.
process.umask(0o077)
const terminal = createTerminal(() => withSettingsFile(process.env))
process.exitCode = await runCommand(process.argv.slice(2), terminal)
await terminal.flush()
// Whatever a library still holds open must not keep a finished command alive.
process.exit()
