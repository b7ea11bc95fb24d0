import { expect, test } from "bun:test"
import { readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { executable, start } from "./helpers/executable.ts"
import { temporaryDir } from "./helpers/temporary.ts"

/** The tour, typed into a shell against the executable: what a newcomer reads is what is tested. */
const text = readFileSync(join(import.meta.dir, "tour.md"), "utf8")
const tour = /^```sh\n([\s\S]*?)```/m.exec(text)?.[1] ?? ""

/** What is typed needs curl; machine.ts says so where there is none. */
const typed = test.skipIf(Bun.which("curl") === null)

typed(
  "the tour does what it says",
  async () => {
    const folder = temporaryDir()
    const service = await start({ cwd: folder })
    symlinkSync(executable(), join(folder, "pfandwerk"))
    const shell = Bun.spawn(["bash", "-eu", "-o", "pipefail", "-c", tour], {
      cwd: folder,
      env: {
        PATH: `${folder}:/usr/local/bin:/usr/bin:/bin`,
        LC_ALL: "C.UTF-8",
        BASE: service.url,
        DATA_DIR: service.dataDir,
      },
      stdout: "pipe",
      stderr: "pipe",
    })
    const [output, errors] = await Promise.all([shell.stdout.text(), shell.stderr.text()])
    expect([await shell.exited, errors]).toEqual([0, ""])
    expect(await service.stop()).toBe(0)
    const said = (name: string) => JSON.parse(new RegExp(`^${name} (.*)$`, "m").exec(output)?.[1] ?? "null")
    expect(said("ACCOUNT")).toMatchObject({
      name: "Gasthaus Müller",
      wert_cent: 10_000,
      negativ: false,
      artikel: [],
      geraete: [{ geraetenummer: "K-001", beim_kunden: true }],
    })
    // Out: 2 × (crate, bottles) and the cooler; back: 3 × both; corrected: 1 × both. Once each.
    expect(said("LEDGER")).toMatchObject({ in_ordnung: true, buchungen: 7, fehler: [] })
    expect(said("OTHERS").items).toEqual([])
  },
  120_000,
)
