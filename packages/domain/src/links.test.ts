import { describe, expect, it } from 'vitest'
import { addressOfLink, bareAddress, firstAddress, unsafeAddress } from './links.ts'

describe('[CD-10] unsafe addresses', () => {
  it.each([
    'javascript:alert(1)',
    '  JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript\r:alert(1)',
    '\u0001javascript:alert(1)',
    'java\u200bscript:alert(1)',
    'j\u00adavascript:alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6A;avascript&colon;alert(1)',
    '&amp;#106;avascript:alert(1)',
    '&#0000106avascript:alert(1)',
    'j&#x61vascript:alert(1)',
    '&amp;amp;amp;amp;#106;avascript:alert(1)',
    'java&Tab;script:alert(1)',
    'javascript: alert(1)',
    'ｊavascript：alert(1)',
    'vbscript:msgbox(1)',
    'VBScript :x',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'read this: javascript:void(0)',
    'https://example.org javascript:alert(1)',
    'javascript:https://example.org/%0aalert(1)',
    'https://example.org"onclick="javascript:alert(1)',
    'view-source:javascript:alert(1)',
    'javascript:',
  ])('unsafeAddress finds the unsafe address in %j', (content) => {
    expect(unsafeAddress(content)).not.toBeNull()
  })

  it.each([
    'https://example.org/',
    'mailto:someone@example.org',
    'JavaScript: The Good Parts https://example.org/book',
    'Some data: https://example.org/table.csv',
    'https://example.org/?next=javascript:alert(1)',
    'https://example.org/wiki/Data:Table',
    'metadata:everything',
    'nojavascript:x',
    'java https://example.org/ script:x',
    'java&lpar;script:x',
    'java&rpar;script:x',
    'JavaScript:&nbsp;The Good Parts https://example.org/book',
    'Data:&Tab;a table https://example.org/table.csv',
    'Data:&NewLine;a table https://example.org/table.csv',
    'words alone',
    '',
    'ｈttps works too',
    '&#x110000; &#99999999; is no character',
  ])('unsafeAddress finds nothing unsafe in %j', (content) => {
    expect(unsafeAddress(content)).toBeNull()
  })

  it('unsafeAddress returns the first 100 characters of the unsafe address', () => {
    expect(unsafeAddress('read this: javascript:void(0)')).toBe('javascript:void(0)')
    expect(unsafeAddress(' javascript: ')).toBe('javascript:')
    expect(unsafeAddress(`see data:${'x'.repeat(200)}`)).toBe(`data:${'x'.repeat(95)}`)
  })
})

describe('the first address of a link', () => {
  it.each([
    ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['See https://example.org/a, and http://other.example', 'https://example.org/a'],
    ['(https://example.org/a_(b))', 'https://example.org/a_(b))'],
    ['(https://example.org/a)', 'https://example.org/a'],
    ['[https://example.org/a]', 'https://example.org/a'],
    ['https://example.org/a[1]', 'https://example.org/a[1]'],
    ['"http://example.org/a".', 'http://example.org/a'],
    ["'https://example.org/a?!';", 'https://example.org/a'],
    ['HTTPS://EXAMPLE.ORG!', 'HTTPS://EXAMPLE.ORG'],
    ['write to mailto:a@example.org.', 'mailto:a@example.org'],
    ['tel:+4912345', 'tel:+4912345'],
    ['ftp://example.org/file', 'ftp://example.org/file'],
    ['<https://example.org>', 'https://example.org'],
    ['javascript:alert(1)', null],
    ['file:///etc/passwd', null],
    ['xhttps://example.org', null],
    ['nothing here', null],
  ])('the first address of %j is %j', (content, address) => {
    expect(firstAddress(content)).toBe(address)
  })
})

describe('[CD-10] an address without a scheme', () => {
  it.each([
    ['example.com/page', 'example.com/page'],
    ['See (example.com/a_(b)) and more', 'example.com/a_(b))'],
    ['Docs at docs.example.org.', 'docs.example.org'],
    ['Node.js, then example.org', 'example.org'],
    ['Learn Node.js', null],
    ['notes.txt', null],
    ['ann@example.org', null],
    ['3.14 is a number', null],
    ['end.Begin', 'end.Begin'],
    ['two words', null],
  ])('the address without a scheme in %j is %j', (content, address) => {
    expect(bareAddress(content)).toBe(address)
  })

  it('an address with a scheme is preferred to one without a scheme before it', () => {
    expect(addressOfLink('example.com, or https://example.org/a')).toBe('https://example.org/a')
    expect(addressOfLink('example.com')).toBe('example.com')
    expect(addressOfLink('nothing')).toBeNull()
  })
})
