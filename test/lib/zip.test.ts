import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "bun:test"
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

describe("where fields of four and of two bytes end", () => {
  const MOST = 0xffff_ffff
  /** Says that it is as long, and has nothing in it: the sums are what is looked at. */
  const claims = (length: number) => Object.defineProperty(new Uint8Array(0), "length", { value: length })
  const END = 22
  const LOCATOR = 20

  /** @returns what a reader of the last records is told of the archive and of its last file */
  function read(pieces: Uint8Array[]) {
    const end = Buffer.from(pieces.at(-1)!)
    const last = Buffer.from(pieces.at(-2)!)
    const extra = last.subarray(46 + last.readUInt16LE(28))
    const more = Array.from({ length: Math.max(0, (extra.length - 4) / 8) }, (_, i) =>
      Number(extra.readBigUInt64LE(4 + 8 * i)),
    )
    return {
      packed: last.readUInt32LE(20),
      size: last.readUInt32LE(24),
      offset: last.readUInt32LE(42),
      more,
      isLarge: end.length > END + LOCATOR,
    }
  }

  const named = (name: string, length: number) => ({ name, moment, pieces: [claims(length)] })

  test.each([
    [MOST - 1, [], 4],
    [MOST, [MOST, MOST], 8],
    [MOST + 1, [MOST + 1, MOST + 1], 8],
  ])("a file of %i bytes", (length, more, bytes) => {
    const pieces = [...zip([named("a", length)], { compress: false })]
    const told = Math.min(length, MOST)
    expect(read(pieces)).toMatchObject({ packed: told, size: told, offset: 0, more })
    // Behind the file: signature, checksum and both sizes.
    expect(pieces[2]).toHaveLength(8 + 2 * bytes)
  })

  test.each([
    [MOST - 1, [], false],
    [MOST, [MOST], true],
  ])("a file that begins at byte %i", (begin, more, isLarge) => {
    const before = 30 + "a".length + 16
    const pieces = [...zip([named("a", begin - before), named("b", 0)], { compress: false })]
    expect(read(pieces)).toMatchObject({ size: 0, offset: begin, more })
    // Its directory begins behind it, and is beyond the limit with either.
    expect(read([...zip([named("a", begin - before)], { compress: false })]).isLarge).toBe(isLarge)
  })

  test("as many files as a field of two bytes cannot say", () => {
    const files = Array.from({ length: 65_535 }, (_, i) => named(`${i}`, 0))
    expect(read([...zip(files, { compress: false })]).isLarge).toBe(true)
  })
})
