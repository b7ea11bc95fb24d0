/** `bun run build`: makes dist/pfandwerk, one executable with everything inside. */
const result = await Bun.build({
  entrypoints: ["src/main.ts"],
  minify: true,
  bytecode: true,
  format: "esm",
  sourcemap: "linked",
  compile: { outfile: "dist/pfandwerk", autoloadDotenv: false, autoloadBunfig: false },
})
for (const { path } of result.outputs) process.stdout.write(`${path}\n`)
