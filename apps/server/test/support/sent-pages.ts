import { request } from 'node:http'

interface SentPage {
  readonly html: string | Uint8Array
  readonly url: string
  readonly name?: string
  readonly signal?: AbortSignal | null
}

/**
 * Sends a page as `RestFormApi.upload` of SingleFile does (src/lib/rest-form-api/index.js): the file first, then
 * its address.
 *
 * @param path below `/api`
 */
export function sendPage(
  api: string,
  path: string,
  token: string,
  { html, url, name = 'A page (3_9_2026).html', signal = null }: SentPage,
): Promise<Response> {
  const form = new FormData()
  const part = typeof html === 'string' ? html : new Uint8Array(html)
  form.append('file', new Blob([part], { type: 'text/html' }), name)
  form.append('url', url)
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  return fetch(api + path, { method: 'POST', body: form, headers, signal })
}

/** Starts to send a page, and pauses in the middle of it until `goOn` is called. */
export function beginPage(
  api: string,
  path: string,
  token: string,
  { html, url }: Pick<SentPage, 'html' | 'url'>,
  begun: number,
) {
  const head = '--x\r\nContent-Disposition: form-data; name='
  const body = Buffer.concat([
    Buffer.from(`${head}"file"; filename="a.html"\r\n\r\n`),
    Buffer.from(html),
    Buffer.from(`\r\n${head}"url"\r\n\r\n${url}\r\n--x--\r\n`),
  ])
  return beginRequest(
    api + path,
    { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    body,
    begun,
  )
}

/** Starts a POST, and sends only the first bytes of its body. */
export function beginRequest(url: string, headers: Record<string, string>, body: Uint8Array, begun: number) {
  const sent = request(url, { method: 'POST', headers: { ...headers, 'content-length': body.length } })
  // Null: the connection ended without an answer.
  const status = new Promise<number | null>((resolve) => {
    sent.on('response', (answer) => resolve(answer.resume().statusCode ?? null))
    sent.on('error', () => resolve(null))
  })
  sent.write(body.subarray(0, begun))
  return { status, goOn: () => sent.end(body.subarray(begun)), leave: () => sent.destroy() }
}

/** A page that tries all it could do: run code, send requests, navigate. `origin` counts the requests. */
export function hostilePage(origin: string): string {
  const at = (name: string) => `${origin}/${name}`
  return `<!doctype html><html><head><base href="${at('base/')}">
<meta http-equiv="refresh" content="0; url=${at('refresh')}">
<meta http-equiv="Content-Security-Policy" content="default-src * data: 'unsafe-inline'">
<link rel="stylesheet" href="${at('sheet.css')}"><LINK rel="preconnect" href="${origin}"><link
rel="prefetch" href="${at('prefetch')}"><link rel="icon" href="${at('icon')}"><link rel="preload" as="image" href="${at('preload')}">
<style>@import url("${at('import.css')}"); @font-face { font-family: f; src: url("${at('font')}") }
 body { background: url("${at('background')}"); font-family: f } h1 { color: rgb(1, 2, 3) }</style>
<script src="${at('script.js')}"></script><script>parent.document.title = 'owned'; fetch("${at('fetch')}")</script></head>
<body onload="parent.document.title='owned'"><h1>Hostile</h1>
<img src="${at('img')}" srcset="${at('srcset')} 2x" onerror="parent.document.title='owned'"><img id="kept" alt="" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
<picture><source srcset="${at('source')}"><img src="${at('picture')}"></picture><video autoplay src="${at('video')}" poster="${at('poster')}"></video><audio autoplay src="${at('audio')}"></audio>
<iframe src="${at('iframe')}"></iframe><iframe srcdoc="&lt;link rel=preconnect href=${origin}&gt;&lt;script&gt;top.document.title='owned'&lt;/script&gt;&lt;img src=${at('srcdoc')}&gt;"></iframe>
<object data="${at('object')}"></object><embed src="${at('embed')}"><svg><script>parent.document.title='owned'</script><image href="${at('svg')}"/><use href="${at('use')}#a"/></svg>
<a id="out" href="${at('link')}" ping="${at('ping')}">out</a> <a id="run" href="javascript:parent.document.title='owned'">run</a> <a id="top" target="_top" href="${at('top')}">top</a>
<form id="form" action="${at('form')}"><button id="send">Send</button></form><input autofocus onfocus="parent.document.title='owned'">
<div style="background:url('${at('inline')}')">x</div><details open ontoggle="parent.document.title='owned'"></details></body></html>`
}
