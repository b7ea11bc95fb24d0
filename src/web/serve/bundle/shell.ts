import { version } from "../../../version.ts"

type Shell = {
  title: string
  script: string
  style: string
  /** The font that every page is written in. */
  font: string
  demo: boolean
  /** Further elements of this application's head. */
  head: string
  /** Scripts that the script needs. */
  early: string[]
  /** A small script that runs before that one. */
  first?: string
  /** Markup shown until the script runs. */
  frame?: string
}

/**
 * The page that an application begins as: everything else comes by its script. That is the most of all, and goes
 * behind what is seen before it and what it will ask for. No browser translates it: that puts other texts in place of
 * those that the script goes on changing, so that figures stand still and screens crash.
 */
export function shell({ title, demo, head, script, style, font, early, first, frame = "" }: Shell): string {
  const before = first
    ? `<script type="module" async fetchpriority="high" src="${first}"></script>\n    `
    : ""
  const preload = early
    .map((url) => `<link rel="modulepreload" fetchpriority="low" href="${url}" />\n    `)
    .join("")
  return `<!doctype html>
<html lang="de">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="google" content="notranslate" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="Mehrwegpfand: wer welches Leergut hat und wie viel Pfand das ist" />
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${style}" />
    <link rel="preload" as="font" type="font/woff2" crossorigin href="${font}" />
    ${head}${before}${preload}<script type="module" fetchpriority="low" src="${script}"></script>
  </head>
  <body data-version="${version}"${demo ? " data-demo" : ""} translate="no">
    <div id="root">${frame}</div>
    <noscript>
      Pfandwerk ${version} braucht JavaScript. Für Programme: <a href="/docs">die Schnittstelle</a>,
      <a href="/health">der Zustand des Dienstes</a>.
    </noscript>
  </body>
</html>
`
}
