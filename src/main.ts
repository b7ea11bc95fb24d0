import { runCommand } from "./cli/index.ts"
import { withSettingsFile } from "./cli/settings-file.ts"
import { createTerminal } from "./cli/terminal.ts"

// New files may hold other people's data: only their owner may read them, whatever the folder.
process.umask(0o077)
const terminal = createTerminal(() => withSettingsFile(process.env))
process.exitCode = await runCommand(process.argv.slice(2), terminal)
await terminal.flush()
// A library's open handle must not keep a finished command alive.
process.exit()
