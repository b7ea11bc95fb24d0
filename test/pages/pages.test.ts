import { afterAll, expect, test } from "bun:test"
import { routes } from "../../src/app.ts"
import { version } from "../../src/version.ts"
import { createTestApp } from "../helpers/app.ts"

const app = createTestApp()
afterAll(() => app.close())

test("the start page says in German what this is, and its version", async () => {
  const { status, headers, text } = await app.call("GET", "/")
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
  expect(text).toContain('<html lang="de">')
  expect(text).toContain(`Version ${version}`)
  expect(text).not.toContain("{{")
})

test("a page holds no script and no style of its own, and its policy forbids both", async () => {
  const { headers, text } = await app.call("GET", "/")
  expect(text).not.toMatch(/<script|<style|\son\w+=|\sstyle=/i)
  const policy = headers.get("content-security-policy") ?? ""
  expect(policy).toStartWith("default-src 'none'; style-src 'self'; img-src 'self';")
  expect(policy).not.toContain("unsafe")
})

test("all that the start page loads is there, with its type", async () => {
  const { text } = await app.call("GET", "/")
  const loaded = [...text.matchAll(/<(?:link|img)[^>]*(?:href|src)="([^"]+)"/g)].map(([, path]) => path ?? "")
  expect(new Set(loaded)).toEqual(new Set(["/favicon.svg", "/pfandwerk.css"]))
  for (const path of loaded) {
    const { status, headers } = await app.call("GET", path)
    const type = path.endsWith(".css") ? "text/css; charset=utf-8" : "image/svg+xml"
    expect([status, headers.get("content-type")]).toEqual([200, type])
  }
})

test("an unchanged page is answered with 304", async () => {
  const first = await app.call("GET", "/pfandwerk.css")
  const headers = { "if-none-match": first.headers.get("etag") ?? "" }
  const second = await app.call("GET", "/pfandwerk.css", { headers })
  expect([second.status, second.text]).toEqual([304, ""])
})

test("HEAD answers without a body, other methods with 405 and what is allowed", async () => {
  expect((await app.call("HEAD", "/")).status).toBe(200)
  const { status, headers } = await app.call("POST", "/", { body: {} })
  expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD"])
})

test("pages are served one by one: nothing else of their folder, nothing of another", async () => {
  const paths = ["/index.html", "/public/index.html", "/routes.ts", "/..%2froutes.ts", "/.env", "/uploads"]
  const replies = await Promise.all(paths.map((path) => app.call("GET", path)))
  expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 404))
  expect(routes.filter(({ path }) => path.includes("*")).map(({ path }) => path)).toEqual(["/uploads/*"])
})
