import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "bun:test"
import fc from "fast-check"
import { zip, type ZipFile } from "../../src/lib/zip.ts"
import { temporaryDir } from "../helpers/temporary.ts"

/** Archives as the programs of others read them. */

const python = Bun.which("python3")
const unzip = Bun.which("unzip")
const moment = "2026-10-31T12:34:56.000Z"
const text = (value: string): Uint8Array => new TextEncoder().encode(value)

/** Zeros are not written but skipped: the file is as long as it says, and takes no room. */
const ZEROS = new Uint8Array(64 * 1024 * 1024)

function save(files: Iterable<ZipFile>, compress: boolean): string {
  const path = join(temporaryDir(), "a.zip")
  const file = openSync(path, "w")
  let at = 0
  for (const part of zip(files, { compress })) {
    if (part !== ZEROS) writeSync(file, part, 0, part.length, at)
    at += part.length
  }
  ftruncateSync(file, at)
  closeSync(file)
  return path
}

function run(...command: string[]): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync(command)
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stdout.toString()} ${stderr.toString()}`)
  return stdout.toString()
}

const READ = `import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
if archive.testzip() is not None: sys.exit("damaged")
print(json.dumps([[i.filename, archive.read(i).hex(), list(i.date_time)] for i in archive.infolist()]))`

test.skipIf(!python || !unzip)(
  "what was put in comes out, compressed and stored",
  () => {
    const file = fc.record({
      name: fc.stringMatching(/^[a-zäöüß]{1,12}\.pdf$/),
      pieces: fc.array(fc.uint8Array({ maxLength: 2000 }), { maxLength: 4 }),
    })
    const files = fc.uniqueArray(file, { maxLength: 5, minLength: 1, selector: ({ name }) => name })
    fc.assert(
      fc.property(files, fc.boolean(), (made, compress) => {
        const path = save(
          made.map((one) => ({ ...one, moment })),
          compress,
        )
        run("unzip", "-tq", path)
        expect(JSON.parse(run(python!, "-c", READ, path))).toEqual(
          made.map(({ name, pieces }) => [
            name,
            Buffer.concat(pieces).toString("hex"),
            [2026, 10, 31, 12, 34, 56],
          ]),
        )
      }),
      { numRuns: 6 },
    )
  },
  120_000,
)

test("two files of one name are two files", () => {
  const names = ["a/Beleg.pdf", "a/Beleg.pdf", "a/Beleg (2).pdf", "ohne", "ohne"]
  const path = save(
    names.map((name) => ({ name, moment, pieces: [text(name)] })),
    false,
  )
  if (python)
    expect(JSON.parse(run(python, "-c", READ, path)).map(([name]: [string]) => name)).toEqual([
      "a/Beleg.pdf",
      "a/Beleg (2).pdf",
      "a/Beleg (2) (2).pdf",
      "ohne",
      "ohne (2)",
    ])
})

test.skipIf(!python || !unzip)(
  "more than 65 535 files",
  () => {
    const count = 70_000
    const path = save(
      Array.from({ length: count }, (_, nr) => ({ name: `${nr}.txt`, moment, pieces: [text(`${nr}`)] })),
      false,
    )
    expect(run("unzip", "-tq", path)).toContain("No errors")
    // Programs that are strict find the larger end by where it is said to stand.
    const bytes = readFileSync(path)
    expect(bytes.readUInt32LE(Number(bytes.readBigUInt64LE(bytes.length - 42 + 8)))).toBe(0x06064b50)
    const script = `import sys, zipfile
a = zipfile.ZipFile(sys.argv[1]); print(len(a.infolist()), a.read("69999.txt").decode())`
    expect(run(python!, "-c", script, path)).toBe(`${count} 69999\n`)
  },
  120_000,
)

test.skipIf(!python || !unzip)(
  "more than 4 GiB: one file that is larger, and what stands behind it",
  () => {
    const parts = 65
    const large = { name: "gross.bin", moment, pieces: Array.from({ length: parts }, () => ZEROS) }
    const path = save([large, { name: "klein.txt", moment, pieces: [text("dahinter")] }], false)
    expect(run("unzip", "-p", path, "klein.txt")).toBe("dahinter")
    const script = `import sys, zipfile
a = zipfile.ZipFile(sys.argv[1]); i = a.infolist()
print(i[0].file_size, i[0].compress_size, i[1].header_offset > 2 ** 32, a.read("klein.txt").decode())
f = a.open("gross.bin"); print(len(f.read(1000)))`
    const size = parts * ZEROS.length
    expect(run(python!, "-c", script, path)).toBe(`${size} ${size} True dahinter\n1000\n`)
  },
  120_000,
)
