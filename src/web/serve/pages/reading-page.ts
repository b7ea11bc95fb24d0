import { READING } from "../bundle/policy.ts"

/** Headers of a page that is only read. */
export const readingHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": READING,
}

/** A page that is only read. @param title as HTML, as its body @param style address of its sheet */
export const readingPage = (title: string, style: string, body: string): string => `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Pfandwerk</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${style}">
</head>
<body>
${body}
</body>
</html>
`
