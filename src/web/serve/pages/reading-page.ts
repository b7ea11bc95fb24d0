import { READING } from "../bundle/policy.ts"

/** Headers of a page that is only read. */
export const readingHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": READING,
}

const OWN = `<link rel="icon" href="/favicon.svg">`

/**
 * A page that is only read.
 *
 * @param title as HTML, as its body
 * @param style address of its sheet
 * @param head lines of its head; the service's sign if left out, and its name in the title
 */
export const readingPage = (
  title: string,
  style: string,
  body: string,
  head = OWN,
): string => `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}${head === OWN ? " – Pfandwerk" : ""}</title>
${head}
<link rel="stylesheet" href="${style}">
</head>
<body>
${body}
</body>
</html>
`
