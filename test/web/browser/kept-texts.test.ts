import { beforeAll, describe, expect, test } from "bun:test"
import { noteTyped, readTyped, dropTyped } from "../../../src/web/browser/fahrer/phone/typed.ts"
import { takeOver, takenOver } from "../../../src/web/browser/ui/forms/copies.ts"
import { copyOf, ofAccount } from "../../../src/web/browser/ui/forms/draft-keys.ts"
import { forgetOthers, takeForgotten } from "../../../src/web/browser/ui/forms/forgotten.ts"
import { without } from "../../../src/web/browser/ui/fields/faults.tsx"
import { holdsUnsent, isUnsent } from "../../../src/web/browser/ui/forms/unsent.ts"
import { lock, sealedBrowserStore, sealedTab, unlock } from "../../../src/web/browser/ui/values/sealed.ts"
import { browserStore, tabStore } from "../../../src/web/browser/ui/values/stores.ts"

/** Typed text that outlasts its page, without a browser: its small stores are then the page's own memory. */

describe("what is typed on the telephone", () => {
  test("is forgotten when it is on the disk, unless more was typed by then", () => {
    const stored = noteTyped("entwurf a", { notiz: "halb" })
    const later = noteTyped("entwurf a", { notiz: "halb fertig" })
    stored()
    expect(readTyped<object>("entwurf a")).toEqual({ notiz: "halb fertig" })
    later()
    expect(readTyped<object>("entwurf a")).toEqual({})
  })

  test("is kept without its pictures, and with figures that nobody could read", () => {
    noteTyped("entwurf b", { fotos: [1], menge: Number.NaN })
    expect(readTyped<object>("entwurf b")).toEqual({ menge: Number.NaN })
    dropTyped("entwurf b")
  })
})

test("a form holds what is not stored also where nobody can read it yet", () => {
  const stored = { id: "1", version: 1, base: { menge: 1 }, values: { menge: 1 } }
  expect([
    isUnsent(stored),
    isUnsent({ ...stored, values: { menge: 2 } }),
    isUnsent({ ...stored, unread: { menge: "12,," } }),
    isUnsent({ ...stored, unread: {} }),
    isUnsent({ ...stored, isUncertain: true }),
    isUnsent({ ...stored, isUncertain: false }),
  ]).toEqual([false, true, true, false, true, false])
  expect([
    holdsUnsent(null),
    holdsUnsent("{"),
    holdsUnsent("[]"),
    holdsUnsent(JSON.stringify(stored)),
  ]).toEqual([false, false, false, false])
})

test("whoever logs in finds their own drafts and nobody else's, whose owner is told once how many went", () => {
  const [own, other] = ["eins", "zwei"]
  for (const account of [own, other]) {
    tabStore.set(`${ofAccount(account)}kunden/neu`, "{}")
    for (const form of ["kunden/neu", "buchen"])
      browserStore.set(copyOf("zu", `${ofAccount(account)}${form}`), "{}")
  }
  tabStore.set("entwurf", "of no account")
  forgetOthers(own)
  const left = [...tabStore.keys("entwurf"), ...browserStore.keys("kopie zu ")]
  expect(left.filter((key) => key.includes(other))).toEqual([])
  expect(left.filter((key) => key.includes(own) || key === "entwurf")).toHaveLength(4)
  expect([own, other, other].map(takeForgotten)).toEqual([0, 2, 0])
  left.forEach((key) => [tabStore, browserStore].forEach((store) => store.remove(key)))
})

test("what is said of a field goes when it is changed, with what is said of what lies in it", () => {
  const said = {
    positionen: "a",
    "positionen[0].menge": "b",
    "positionen.x": "c",
    positionenzahl: "d",
    name: "e",
  }
  expect(without(said, ["positionen"])).toEqual({ positionenzahl: "d", name: "e" })
  expect(without(said, ["name"])).not.toHaveProperty("name")
})

describe("what stood in the forms of a closed tab", () => {
  const account = crypto.randomUUID()
  const DAY = 86_400_000
  const left = (form: string, name: string, days: number, tab = "zu") =>
    sealedBrowserStore.set(
      copyOf(tab, `${ofAccount(account)} ${form}`),
      JSON.stringify({
        text: JSON.stringify({ values: { name }, base: { name: "" } }),
        href: `/buero/${form}`,
        title: form,
        at: Date.now() - days * DAY,
      }),
    )

  const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString("base64")
  beforeAll(() => unlock(keyOf(1)))

  test("is sealed under the key of its account, and as long as nobody has one, nothing is read or kept", () => {
    const text = JSON.stringify({ name: "Gasthof Müller" })
    const read = (): string | null => sealedTab.get("siegel")
    sealedTab.set("siegel", text)
    expect([read(), tabStore.get("siegel")?.includes("Gasthof")]).toEqual([text, false])
    unlock(keyOf(2))
    expect(read()).toBe(null)
    lock()
    sealedTab.set("siegel", "{}")
    expect(read()).toBe(null)
    unlock(keyOf(1))
    expect(read()).toBe(text)
    // Of a version that made the account's key otherwise.
    unlock(keyOf(2), keyOf(1))
    expect(read()).toBe(text)
    unlock(keyOf(2), keyOf(3))
    expect(read()).toBe(null)
    unlock(keyOf(1))
    // Of a version that did not seal.
    tabStore.set("siegel", text)
    expect(read()).toBe(text)
    tabStore.remove("siegel")
  })

  test("is taken over for a week, the newest of each form, and then forgotten", async () => {
    left("jung", "neu", 6.9)
    left("jung", "alt", 6.95, "anders")
    left("alt", "vergessen", 7.1)
    await takeOver(ofAccount(account))
    const mine = takenOver().filter(({ key }) => key.startsWith(ofAccount(account)))
    expect(mine.map(({ title }) => title)).toEqual(["jung"])
    expect(sealedTab.get(`${ofAccount(account)} jung`)).toContain("neu")
    expect(
      browserStore.keys("kopie ").filter((key) => key.includes(account) && key.endsWith(" alt")),
    ).toEqual([])
  })
})
