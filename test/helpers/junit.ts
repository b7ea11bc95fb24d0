import { existsSync, readFileSync } from "node:fs"

export type Counts = { passed: number; failed: string[]; skipped: string[] }

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" }
const unescape = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name]!)

/**
 * Reads the runner's report.
 *
 * @param file in JUnit's form; one that was never written counts as a run without tests
 * @returns tests that passed, and the others by file and name
 */
export function readCounts(file: string): Counts {
  const counts: Counts = { passed: 0, failed: [], skipped: [] }
  const xml = existsSync(file) ? readFileSync(file, "utf8") : ""
  for (const [, head = "", end, inside = ""] of xml.matchAll(
    /<testcase ([^>]*?)(?:(\/>)|>(.*?)<\/testcase>)/gs,
  )) {
    const attribute = (name: string) => unescape(new RegExp(`\\b${name}="([^"]*)"`).exec(head)?.[1] ?? "")
    const title = [attribute("file"), attribute("classname"), attribute("name")].filter(Boolean).join(" > ")
    if (end === undefined && /<(failure|error)\b/.test(inside)) counts.failed.push(title)
    else if (end === undefined && inside.includes("<skipped")) counts.skipped.push(title)
    else counts.passed++
  }
  return counts
}
