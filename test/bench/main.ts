/**
 * `bun run bench`: how fast the compiled executable is, beside a bare server that does the same work (floor/main.ts),
 * both loaded from this third process. See options.ts.
 */
import { join } from "node:path"
import { executable } from "../helpers/executable.ts"
import { end } from "../helpers/temporary.ts"
import { photo } from "./data/photo.ts"
import { dataSets } from "./data/sets.ts"
import { type Options, readOptions } from "./options.ts"
import { report } from "./report.ts"

/** One line that is written over at a terminal; elsewhere one for each new thing. */
function say(text: string): void {
  const { isTTY } = process.stderr
  if (isTTY) process.stderr.write(`\r\u001b[K${text}`)
  else if (text !== "" && !text.startsWith("round")) process.stderr.write(`${text}\n`)
}

const options = readOptions(process.argv.slice(2))
try {
  if (options) await run(options)
} finally {
  end()
}
process.exit()

async function run(asked: Options): Promise<void> {
  say("building the executable")
  let taken: Promise<Uint8Array> | undefined
  const tools = { photo: () => (taken ??= photo()), say }
  const data = dataSets(asked.data, tools)
  let all = ""
  await report({ ...tools, options: asked, executable: executable(), data }, (text) => {
    process.stdout.write(text)
    all += text
  })
  if (asked.readme) await putIntoReadme(all)
}

/** Between two marks that nobody sees who reads it. */
async function putIntoReadme(text: string): Promise<void> {
  const file = join(import.meta.dir, "README.md")
  const [before, , after] = (await Bun.file(file).text()).split(
    /(?<=<!-- bench -->\n)([^]*)(?=<!-- \/bench -->)/,
  )
  await Bun.write(file, `${before}\n${text}\n${after}`)
}
