/** The command line that runs this program: the executable alone, or bun with the source. */
export const ourselves = (): string[] =>
  Bun.main.includes("$bunfs") || Bun.main.includes("~BUN") ? [process.execPath] : [process.execPath, Bun.main]
