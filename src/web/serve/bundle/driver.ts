import { join } from "node:path"
import { type BuiltFile, textFile } from "./built-file.ts"
import { manifest, workerScript } from "./worker.ts"

const ICONS = ["zeichen-192.png", "zeichen-512.png", "zeichen-maske-512.png"]
const MANIFEST = "/fahrer/app.webmanifest"
export const WORKER = "/fahrer/dienst.js"

/** Further addresses of the driver's application, which need a route each. */
export const driverAddresses = [WORKER, MANIFEST, ...ICONS.map((name) => `/fahrer/${name}`)]

/** Tags for the shell's head, which a telephone needs to install the application. */
export const driverHead = `<link rel="manifest" href="${MANIFEST}" />
    <link rel="apple-touch-icon" href="/fahrer/zeichen-192.png" />
    <meta name="theme-color" content="#1f7a4d" />
    `

/**
 * @param shell of the driver's application
 * @param needed the addresses of all that the shell loads
 * @param scanner the addresses of what the scanner loads, when it is first opened
 * @returns the service worker, which stores these on the telephone; the manifest; the icons
 */
export async function driverFiles(
  shell: BuiltFile,
  needed: string[],
  scanner: string[],
): Promise<BuiltFile[]> {
  const files = [shell.url, ...needed, "/favicon.svg", MANIFEST]
  const version = Bun.hash(JSON.stringify([files, new TextDecoder().decode(shell.bytes)])).toString(36)
  const icons = ICONS.map(async (name) => ({
    url: `/fahrer/${name}`,
    bytes: await Bun.file(join(import.meta.dir, "../../browser/fahrer/zeichen", name)).bytes(),
    type: "image/png",
    immutable: false,
  }))
  return [
    textFile(WORKER, "text/javascript", workerScript(files, scanner, version)),
    textFile(MANIFEST, "application/manifest+json", JSON.stringify(manifest)),
    ...(await Promise.all(icons)),
  ]
}
