import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { mail, telephone } from "../../../src/web/browser/ui/values/format.ts"

test("a link to write to somebody writes to this address alone", () => {
  for (const address of [
    "a?bcc=chef@x.example",
    "a?bcc=b%40x.example&body=hallo@x.example",
    "a&cc=b@x.example",
  ]) {
    const { pathname, search } = new URL(mail(address))
    expect([decodeURIComponent(pathname), search]).toEqual([address, ""])
  }
  expect(mail("anna@sommer.example")).toBe("mailto:anna@sommer.example")
})

test("a link to ring up has digits alone: no code for the network, no parameters", () => {
  expect(telephone("+49 (0)4131 / 12-3")).toBe("tel:+494131123")
  expect(telephone("(04131) 12 03")).toBe("tel:041311203")
  expect(telephone("*#06#;phone-context=x?body=y")).toBe("tel:06")
})

test("no page makes such a link by itself", () => {
  const pages = join(import.meta.dir, "../../../src/web")
  const makers = [...new Bun.Glob("**/*.{ts,tsx}").scanSync(pages)].filter((file) =>
    /\b(?:mailto|tel|sms):/.test(
      readFileSync(join(pages, file), "utf8").replaceAll(/^.*\btel: string.*$/gm, ""),
    ),
  )
  expect(makers).toEqual(["browser/ui/values/format.ts"])
})
