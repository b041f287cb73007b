import { addressOfLink, type Card, INITIAL_VALUES, NO_LINKS, type Page } from '@cardinal/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOfCard, findAddress, linkText, siteHue } from './address.ts'

describe('[CD-10] only safe schemes become links', () => {
  it.each([
    ['https://www.example.com/a?b=1', 'https://www.example.com/a?b=1', 'example.com', ''],
    ['Good read: http://example.org/x. Later', 'http://example.org/x', 'example.org', 'Good read: . Later'],
    ['example.com/page', 'https://example.com/page', 'example.com', ''],
    ['mailto:ann@example.com', 'mailto:ann@example.com', 'ann@example.com', ''],
    ['tel:+4912345', 'tel:+4912345', '+4912345', ''],
  ])('the address %s becomes a link', (text, href, host, rest) => {
    expect(findAddress(text)).toEqual({ href, host, rest })
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,hi',
    'vbscript:x',
    'no address',
    '',
  ])('the address %s does not become a link', (text) => {
    expect(findAddress(text)).toBeNull()
  })
})

function linkOf(content: string, page?: Page, address = addressOfLink(content)): Card {
  const card = { id: 'c', type: 'link', content, address, subnotes: [], tagIds: [] } as const
  return { ...card, ...INITIAL_VALUES, ...NO_LINKS, createdAt: 1, updatedAt: 1, ...(page && { page }) }
}

describe('[CD-10] linkText', () => {
  it('a title that contains an address is shown, and the link opens its own address', () => {
    const card = linkOf(
      'See https://other.example/x for more\nhttps://a.example/p',
      undefined,
      'https://a.example/p',
    )
    const shown = {
      href: 'https://a.example/p',
      host: 'a.example',
      title: 'See https://other.example/x for more',
    }
    expect(linkText(card)).toMatchObject(shown)
    expect(linkText({ ...card, content: shown.title })).toMatchObject(shown)
    expect(addressOfCard(card)?.href).toBe(shown.href)
    expect(addressOfCard({ ...card, type: 'note' })?.href).toBe('https://other.example/x')
    expect(linkText({ ...card, address: null })).toBeNull()
  })

  it('linkText takes the first line beside the address as the title, and the other lines as the description', () => {
    expect(linkText(linkOf('Oat cookies\nhttps://www.example.com/oats\nWith honey,\n  no sugar'))).toEqual({
      href: 'https://www.example.com/oats',
      host: 'example.com',
      title: 'Oat cookies',
      description: 'With honey, no sugar',
    })
  })

  it('linkText shows the address without its scheme if there is no other text', () => {
    expect(linkText(linkOf(' https://www.example.com/a/ '))).toMatchObject({
      title: 'example.com/a',
      description: '',
    })
  })

  it('linkText takes only missing texts from the page', () => {
    const page: Page = {
      address: 'https://example.com/a',
      title: 'From the page',
      description: 'What it says',
      siteName: '',
      language: '',
      icon: '',
      cover: '',
      fetchedAt: 1,
      deadAt: null,
    }
    expect(linkText(linkOf('https://example.com/a', page))).toMatchObject({
      title: 'From the page',
      description: 'What it says',
    })
    expect(linkText(linkOf('Mine\nhttps://example.com/a', page))).toMatchObject({
      title: 'Mine',
      description: 'What it says',
    })
    expect(linkText(linkOf('Mine\nhttps://example.com/a\nMy words', page))).toMatchObject({
      title: 'Mine',
      description: 'My words',
    })
    expect(linkText(linkOf('https://example.com/a', { ...page, title: '', description: '' }))).toMatchObject({
      title: 'example.com/a',
      description: '',
    })
  })

  it('linkText returns nothing if no address is safe', () => {
    expect(linkText(linkOf('javascript:alert(1)'))).toBeNull()
    expect(linkText(linkOf('just words'))).toBeNull()
  })
})

it('a site always gets the same hue, of 0 to 360 degrees', () => {
  fc.assert(
    fc.property(fc.string(), (host) => {
      const hue = siteHue(host)
      expect(hue).toBe(siteHue(host))
      expect(hue >= 0 && hue <= 360).toBe(true)
    }),
  )
})
