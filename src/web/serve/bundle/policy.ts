/**
 * React Aria puts two fixed style sheets into a page. The policy allows them by their hashes, which a test compares with
 * the installed version.
 */
export const ARIA_STYLES = {
  /** Buttons and links do not wait for a second tap. */
  pressable: "sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=",
  /** iPhones do not scroll what lies behind a dialog. */
  scroll: "sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg=",
}

const policy = (scripts: string, styles: string): string =>
  `default-src 'none'; script-src ${scripts}; style-src ${styles}; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; ` +
  "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'"

const office = policy("'self'", `'self' '${ARIA_STYLES.pressable}' '${ARIA_STYLES.scroll}'`)
/** WebAssembly reads barcodes where the browser cannot. */
const driver = policy("'self' 'wasm-unsafe-eval'", "'self'")

/** Policy of pages that are only read: nothing from elsewhere, no script, no style within the page. */
export const READING =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Policy of a page that is read and answered by a form: still nothing from elsewhere, and no script. */
export const ANSWERING =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const DENIED = ["accelerometer", "geolocation", "gyroscope", "magnetometer", "microphone", "payment", "usb"]
const permissions = (camera: string): string =>
  [`camera=(${camera})`, ...DENIED.map((name) => `${name}=()`)].join(", ")

/**
 * @param app the address of the application, as in shells.ts
 * @returns headers of its pages
 */
export function pageHeaders(app: string): Record<string, string> {
  const isDriver = app === "/fahrer"
  return {
    "Content-Security-Policy": isDriver ? driver : office,
    "Permissions-Policy": permissions(isDriver ? "self" : ""),
    "Cross-Origin-Opener-Policy": "same-origin",
    // Without it, a browser would name "null" as the origin of what a page sends.
    "Referrer-Policy": "same-origin",
  }
}

/** Headers of the driver's service worker, which may load nothing but files of this server. */
export const workerHeaders = {
  "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
  "Service-Worker-Allowed": "/fahrer",
}
