import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { afterEach, expect, spyOn, test } from "bun:test"
import { reasonOf } from "../../src/lib/disk-fault.ts"
import { refuseForeignFolder, removeIfPossible } from "../../src/lib/files.ts"
import { temporaryDir } from "../helpers/temporary.ts"

const isRoot = process.getuid?.() === 0
const uid = spyOn(process, "getuid" as never) as unknown as {
  mockReturnValue: (uid: number) => void
  mockRestore: () => void
}
afterEach(() => uid.mockRestore())

test("root works on folders of its own and on missing ones, and on nobody else's; others on what they may", () => {
  const [own, foreign] = [temporaryDir(), temporaryDir()]
  if (isRoot) chownSync(foreign, 4711, 4711)
  uid.mockReturnValue(0)
  if (isRoot) expect(() => refuseForeignFolder(own)).not.toThrow()
  expect(() => refuseForeignFolder(`${own}/missing`)).not.toThrow()
  expect(() => refuseForeignFolder(foreign)).toThrow("gehört einem anderen Benutzer als root")
  uid.mockReturnValue(4711)
  for (const folder of [own, foreign]) expect(() => refuseForeignFolder(folder)).not.toThrow()
})

test("what is removed goes with all that is in it, and what is not there is no fault", () => {
  const folder = temporaryDir()
  mkdirSync(`${folder}/a/b`, { recursive: true })
  writeFileSync(`${folder}/a/b/c`, "")
  for (let i = 0; i < 2; i++) removeIfPossible(`${folder}/a`)
  expect([existsSync(`${folder}/a`), existsSync(folder)]).toEqual([false, true])
})

test("what is not there is told apart from a path that leads through a file", () => {
  const file = `${temporaryDir()}/file`
  writeFileSync(file, "")
  const told = (path: string): string => {
    try {
      return String(readFileSync(path))
    } catch (error) {
      return reasonOf(error)
    }
  }
  expect(told(`${file}-missing`)).toStartWith("Das gibt es nicht")
  expect(told(`${file}/below`)).toStartWith("Ein Teil des Pfades ist kein Ordner")
})
