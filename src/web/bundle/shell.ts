import { version } from "../../version.ts"

type Shell = {
  title: string
  script: string
  style: string
  demo: boolean
  /** What this application alone has in its head. */
  head: string
  /** Scripts that the script needs. */
  early: string[]
}

/** The page that an application begins as: everything else comes by its script. */
export function shell({ title, demo, head, script, style, early }: Shell): string {
  const preload = early.map((url) => `<link rel="modulepreload" href="${url}" />\n    `).join("")
  return `<!doctype html>
<html lang="de">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="Mehrwegpfand: wer welches Leergut hat und wie viel Pfand das ist" />
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${style}" />
    ${head}${preload}<script type="module" src="${script}"></script>
  </head>
  <body data-version="${version}"${demo ? " data-demo" : ""}>
    <div id="root"></div>
    <noscript>
      Pfandwerk ${version} braucht JavaScript. Für Programme: <a href="/docs">die Schnittstelle</a>,
      <a href="/health">der Zustand des Dienstes</a>.
    </noscript>
  </body>
</html>
`
}
