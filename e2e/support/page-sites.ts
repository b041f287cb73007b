import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import { at } from '../../scripts/lib/project.mjs'

/** A site with its files by path. Other paths are answered with 404. */
export interface Site {
  readonly origin: string
  /** Paths asked for so far. */
  readonly asked: string[]
  close(): void
}

type Answer =
  | readonly [type: string, body: string | Buffer, headers?: Record<string, string>]
  | 'hangs'
  | null

/** @param host `localhost` is open to the extension in tests, `127.0.0.1` is not */
export async function startSite(
  answer: (path: string, request: IncomingMessage) => Answer,
  {
    host = 'localhost',
    headers = {},
  }: { readonly host?: string; readonly headers?: Record<string, string> } = {},
): Promise<Site> {
  const asked: string[] = []
  const server: Server = createServer((request, response: ServerResponse) => {
    const path = request.url ?? ''
    asked.push(path)
    const found = answer(path, request)
    if (found === 'hangs') return
    if (found === null) response.writeHead(404, headers).end()
    else response.writeHead(200, { 'content-type': found[0], ...headers, ...found[2] }).end(found[1])
  })
  await new Promise<void>((listening) => server.listen(0, host, listening))
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A picture of one colour. */
export function picture(width: number, height: number, colour: readonly [number, number, number]): Buffer {
  const row = Buffer.concat([Buffer.of(0), ...Array.from({ length: width }, () => Buffer.from(colour))])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const chunks: [string, Buffer][] = [
    ['IHDR', head],
    ['IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))],
    ['IEND', Buffer.alloc(0)],
  ]
  return Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
    ...chunks.map(([name, data]) => chunk(name, data)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const all = Buffer.alloc(named.length + 8)
  all.writeUInt32BE(data.length, 0)
  all.set(named, 4)
  all.writeUInt32BE(checksum(named), named.length + 4)
  return all
}

function checksum(bytes: Buffer): number {
  let sum = 0xff_ff_ff_ff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xed_b8_83_20 : sum >>> 1
  }
  return (sum ^ 0xff_ff_ff_ff) >>> 0
}

const FONT = readFileSync(at('node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'))
const VIEW = '<meta charset="utf-8">'

/** Files of a page that uses most ways in which browsers load content. */
function shopFiles(other: string, closed: string): Record<string, Answer> {
  const png = (...size: Parameters<typeof picture>): Answer => ['image/png', picture(...size)]
  return {
    '/shop': [
      'text/html',
      `<!doctype html><html lang="en"><head>${VIEW}<base href="/assets/"><title>Shop — "A & B"</title>
<meta name="csrf-token" content="SECRET-TOKEN"><link rel="preconnect" href="${other}">
<link rel="stylesheet" href="main.css"><link rel="stylesheet" href="print.css" media="print"><link rel="alternate stylesheet" title="x" href="alternate.css">
<style id="live"></style><noscript><img src="${other}/noscript"></noscript>
<script>addEventListener('load', () => { document.title += ' (ran)' })</script></head>
<body onload="window.ran = 1"><div id="board" style="background-image: url(sprite.png)">
<h1 class="named">Bread &lt;&amp;&gt; &nbsp;salt</h1><p class="live">Written by a script</p><p class="adopted">Adopted</p>
<img id="dense" alt="dense" src="one.png" srcset="two.png 2x, one.png 1x"><picture><source srcset="webp.png"><img id="chosen" alt="" src="one.png"></picture>
<img id="far" alt="" src="${other}/open.png"><img id="counter" alt="" src="${other}/counter.png"><img id="again" alt="" src="one.png" loading="lazy">
<span class="icon"></span><span class="icon second"></span><canvas id="drawing" width="60" height="30" class="framed"></canvas>
<svg width="40" height="40"><use href="sprite.svg#dot"/><image href="one.png" width="10" height="10" x="30"/></svg>
<a id="bad" href="javascript:alert(1)" onclick="alert(2)">bad</a> <a id="rel" href="next?x=1">next</a> <a id="jump" href="#board">jump</a>
<form action="/login"><input id="typed" value="old"><input id="checked" type="checkbox"><input id="secret" type="password"><input type="hidden" value="SECRET-FIELD">
<textarea id="area">old</textarea><select id="choice"><option selected>a</option><option>b</option></select></form>
<shop-card id="open"><b>slotted</b></shop-card><div id="closed"></div>
<iframe id="same" src="/inner" width="200" height="80" style="border:3px solid rgb(9, 9, 9)"></iframe>
<iframe id="other" src="${other}/inner" width="200" height="60"></iframe>
<iframe id="walled" src="${closed}/inner" width="120" height="40"></iframe>
<iframe src="${closed}/count" width="1" height="1"></iframe>
<pre>

two lines</pre></div>
<script>
document.getElementById('live').sheet.insertRule('.live { color: rgb(1, 2, 3) }')
const adopted = new CSSStyleSheet()
adopted.replaceSync('.adopted { color: rgb(4, 5, 6) }')
document.adoptedStyleSheets = [adopted]
const pen = document.getElementById('drawing').getContext('2d')
pen.fillStyle = 'rgb(200, 0, 0)'; pen.fillRect(0, 0, 30, 30)
customElements.define('shop-card', class extends HTMLElement { constructor() { super()
  const root = this.attachShadow({ mode: 'open' })
  root.innerHTML = '<style>:host { display: block; color: rgb(7, 8, 9) } i { background: url(/assets/sprite.png) }</style><i>In the shade</i> <slot></slot>' } })
const closed = document.getElementById('closed').attachShadow({ mode: 'closed' })
closed.innerHTML = '<em style="color: rgb(10, 11, 12)">Closed</em>'
document.getElementById('typed').value = 'new "words"'
document.getElementById('checked').checked = true
document.getElementById('secret').value = 'hunter2'
document.getElementById('area').value = '\\nnew'
document.getElementById('choice').selectedIndex = 1
</script></body></html>`,
    ],
    '/assets/main.css': [
      'text/css',
      `@charset "utf-8"; @import url("sub/more.css") screen; @import "sub/layered.css" layer(base);
@font-face { font-family: Shop; src: url("shop.eot?#iefix") format("embedded-opentype"), url('font.woff2') format('woff2'); }
@font-face { font-family: Never; src: url(never.woff2) }
body { margin: 0; font: 16px/20px Shop } #board { position: relative; width: 600px; padding: 10px; background: rgb(240, 240, 250) no-repeat 560px 0 }
.icon { display: inline-block; width: 16px; height: 16px; background: url( sprite.png ) } .second { background-image: image-set("sprite.png" 1x) }
.nobody { background: url(nobody.png) } shop-card:not(:defined) { display: none } .framed { border: 2px solid }`,
    ],
    '/assets/sub/more.css': [
      'text/css',
      `.named::before { content: url('../mark.png') "\\201C" } h1 { color: rgb(30, 60, 90); margin: 0; font-size: 24px }`,
    ],
    '/assets/sub/layered.css': ['text/css', '@layer base { h1 { letter-spacing: 2px; color: red } }'],
    '/assets/print.css': ['text/css', 'h1 { display: none }'],
    '/assets/alternate.css': ['text/css', 'h1 { display: none }'],
    '/assets/one.png': png(20, 20, [0, 120, 0]),
    '/assets/two.png': png(40, 40, [0, 0, 160]),
    '/assets/webp.png': png(24, 12, [120, 120, 0]),
    '/assets/sprite.png': png(16, 16, [160, 0, 160]),
    '/assets/mark.png': png(8, 8, [0, 160, 160]),
    '/assets/font.woff2': ['font/woff2', FONT],
    '/assets/sprite.svg': [
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="dot" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="rgb(255, 120, 0)" onclick="alert(3)"/></symbol></svg>',
    ],
    '/inner': [
      'text/html',
      `<!doctype html>${VIEW}<style>html { background: rgb(250, 250, 200) } body > p { color: rgb(13, 14, 15); margin: 0 } @media (max-width: 300px) { p { font-weight: 700 } }</style><p>Inner page <img alt="" src="/assets/one.png"></p>`,
    ],
  }
}

/** A shop that shows its pages to those who are signed in, and takes pictures from another site. */
export async function startShop(): Promise<{
  readonly shop: Site
  readonly other: Site
  readonly closed: Site
  close(): void
}> {
  const dot: Answer = ['image/png', picture(1, 1, [1, 1, 1])]
  const inner: Answer = [
    'text/html',
    `<!doctype html>${VIEW}<style>:root { color: rgb(16, 17, 18); background: rgb(200, 250, 250) }</style><p style="margin:0">Other site <img alt="" src="open.png"></p>`,
  ]
  const pictures: Record<string, Answer> = {
    '/open.png': ['image/png', picture(20, 20, [90, 60, 30])],
    '/counter.png': dot,
    '/inner': inner,
  }
  const other = await startSite((path) => pictures[path] ?? null, {
    headers: { 'access-control-allow-origin': '*' },
  })
  const closed = await startSite(() => ['text/html', '<p>Walled'], { host: '127.0.0.1' })
  const files = shopFiles(other.origin, closed.origin)
  const shop = await startSite((path, { headers }) => {
    if (path === '/login')
      return ['text/html', '<script>document.cookie = "session=open; SameSite=Lax"</script>']
    return headers.cookie?.includes('session=open') ? (files[path] ?? null) : ['text/html', '<h1>Sign in']
  })
  const sites = [shop, other, closed]
  return { shop, other, closed, close: () => sites.forEach((site) => void site.close()) }
}
