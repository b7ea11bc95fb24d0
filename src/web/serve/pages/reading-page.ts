import { READING } from "../bundle/policy.ts"

/** Headers of a page that is only read. */
export const readingHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": READING,
}

const ICON = `<link rel="icon" href="/favicon.svg">`

/**
 * @param title HTML, as is the body
 * @param style address of the style sheet
 * @param head lines of the head; if left out, the service's icon, and its name in the title
 * @returns a page that is only read, as HTML
 */
export const readingPage = (
  title: string,
  style: string,
  body: string,
  head = ICON,
): string => `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}${head === ICON ? " – Pfandwerk" : ""}</title>
${head}
<link rel="stylesheet" href="${style}">
</head>
<body>
${body}
</body>
</html>
`
