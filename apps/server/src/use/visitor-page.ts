import type { Use } from './use-settings.ts'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Nothing but the page's own files and routes; other pages may embed it only where `embedIn` says so. */
const policyOf = ({ embedIn }: Use): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${embedIn.length === 0 ? "'none'" : embedIn.join(' ')}`,
  ].join('; ')

/** The page to share. It brings no cookie: a visitor has no rights that a cookie could carry. */
export const visitorPage = (title: string, use: Use, basePath: string): Response =>
  new Response(
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${escape(title)}</title>
    <link rel="icon" type="image/svg+xml" href="${basePath}/favicon.svg" />
    <link rel="stylesheet" href="${basePath}/use/page.css" />
    <script type="module" src="${basePath}/use/page.js"></script>
  </head>
  <body>
    <div id="root"></div>
    <noscript>This page needs JavaScript.</noscript>
  </body>
</html>
`,
    {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': policyOf(use),
      },
    },
  )
