/**
 * Makes every table of the generated migrations STRICT, which drizzle-kit cannot say: without it SQLite stores
 * the text "zwölf" in an integer column. Run by `bun run migration` after the generator.
 */
import { Glob } from "bun"

for (const file of new Glob("migrations/*.sql").scanSync()) {
  const text = await Bun.file(file).text()
  const strict = text.replace(/^(CREATE TABLE [^;]*?\n\));/gm, "$1 STRICT;")
  if (strict !== text) await Bun.write(file, strict)
}
