/**
 * Bundles the service into one executable with everything inside, which reads no configuration of Bun's
 * (bunfig.toml, .env) from the folder it is started in.
 *
 * @param outfile where to put it; the source map goes beside it
 * @returns the paths written
 */
export async function buildExecutable(outfile: string): Promise<string[]> {
  const result = await Bun.build({
    entrypoints: [new URL("main.ts", import.meta.url).pathname],
    minify: true,
    bytecode: true,
    format: "esm",
    sourcemap: "linked",
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
  })
  return result.outputs.map(({ path }) => path)
}

if (import.meta.main) {
  for (const path of await buildExecutable("dist/pfandwerk")) process.stdout.write(`${path}\n`)
}
