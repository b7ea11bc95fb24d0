import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { lastingDir } from "../temporary.ts"

/**
 * veraPDF, which others wrote to check archival files, lies inside a package of npm; Debian's Java runs it. Its package
 * lacks JAXB, which Java no longer brings.
 */
const root = join(import.meta.dir, "../../..")
const jars = [
  join(root, "node_modules/@opendataloader/pdf/lib/opendataloader-pdf-cli.jar"),
  ...["jaxb-api", "jaxb-runtime", "javax.activation"].map((name) => `/usr/share/java/${name}.jar`),
]
export const verapdf = Bun.which("java") !== null && jars.every((jar) => existsSync(jar))
if (!verapdf)
  process.stderr.write("java or JAXB is missing (default-jdk-headless, libjaxb-java): PDF/A is not tested\n")

/** A run of seconds is over before compiling everything at its best pays, or collecting on all cores. */
const BRIEF = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]

/** @returns what each file breaks of PDF/A-3a, in their order; "compliant" alone where nothing */
export async function checkArchive(pdfs: readonly Uint8Array[]): Promise<string[][]> {
  const dir = lastingDir()
  const files = pdfs.map((pdf) => {
    const path = join(dir, `${Bun.randomUUIDv7()}.pdf`)
    writeFileSync(path, pdf)
    return path
  })
  const command = ["java", ...BRIEF, "-cp", jars.join(":"), join(import.meta.dir, "Check.java"), ...files]
  const { stdout, exited } = Bun.spawn(command, { stderr: "ignore" })
  const lines = (await new Response(stdout).text()).trim().split("\n")
  if ((await exited) !== 0) throw new Error(lines.join("\n"))
  return files.map((file) =>
    lines.filter((line) => line.startsWith(`${file}\t`)).map((line) => line.slice(file.length + 1)),
  )
}
