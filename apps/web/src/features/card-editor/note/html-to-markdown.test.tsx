import { describe, expect, it } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'

describe('pasted HTML as Markdown', () => {
  it('pasted HTML keeps headings, lists, boxes, code, tables and safe links, and drops the rest', async () => {
    const html = `<html><body><!--StartFragment--><meta charset="utf-8"><h2>Rye bread</h2>
      <p style="color: rgb(0,0,0)">From <a href="https://bread.example/rye?a=1" onclick="steal()">the <b>best</b> book</a>
      and <a href="javascript:alert(1)">nothing</a><img src="https://spy.example/x.png" alt="loaf"></p>
      <ul><li>flour<ul><li>rye</li><li>wheat</li></ul></li><li>water</li></ul>
      <ol start="3"><li>knead</li><li>bake</li></ol>
      <ul><li><input type="checkbox" checked> fed</li></ul>
      <pre><code class="language-js">const a = 1


const b = [2]</code></pre>
      <table><thead><tr><th>What</th><th>Grams</th></tr></thead><tbody><tr><td>rye</td><td>500</td></tr></tbody></table>
      <script>alert(1)</script><style>p { color: red }</style><!--EndFragment--></body></html>`
    expect(await htmlToMarkdown(html)).toBe(
      [
        '## Rye bread',
        'From [the **best** book](https://bread.example/rye?a=1) and nothing',
        '- flour\n  - rye\n  - wheat\n- water',
        '3. knead\n4. bake',
        '- [x] fed',
        '```js\nconst a = 1\n\n\nconst b = [2]\n```',
        '| What | Grams |\n| --- | --- |\n| rye | 500 |',
      ].join('\n\n'),
    )
  })

  it('HTML of Google Docs keeps bold and italic from its styles, and is not bold as a whole', async () => {
    const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span
      style="font-size:11pt;font-weight:400;font-style:normal">Feed it </span><span
      style="font-size:11pt;font-weight:700;font-style:normal">twice </span><span
      style="font-size:11pt;font-weight:400;font-style:italic">a day</span></p><br /><p dir="ltr"><span
      style="font-weight:400">Then bake</span></p></b>`
    expect(await htmlToMarkdown(html)).toBe('Feed it **twice** *a day*\n\nThen bake')
  })

  it('pasted HTML is escaped where it would be read as Markdown, and nowhere else', async () => {
    const html = '<p>snake_case, 2 * 3 [x] and <b>_this_</b></p><p># no heading</p><p>1. no list</p>'
    expect(await htmlToMarkdown(html)).toBe(
      'snake_case, 2 \\* 3 \\[x\\] and **\\_this\\_**\n\n\\# no heading\n\n1\\. no list',
    )
  })
})
