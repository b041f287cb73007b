import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { render, withBoxPressed } from './markdown.tsx'

const states = (text: string) =>
  [...render(text).querySelectorAll<HTMLInputElement>('input')].map(({ checked }) => checked)

describe('pictures of a note that is read', () => {
  const HASH = 'a'.repeat(64)

  it('a picture of the card is drawn by its hash with its alternative text, and has no address yet', () => {
    const [picture] = render(`![A "loaf" <b>](file:${HASH})`).querySelectorAll('img')
    expect([picture?.dataset.file, picture?.alt]).toEqual([HASH, 'A "loaf" <b>'])
    expect(picture?.hasAttribute('src')).toBe(false)
  })

  it.each([
    '![x](https://spy.example/a.png)',
    '<img src="https://spy.example/a.png">',
    `<img data-file="${HASH}" src="https://spy.example/a.png" onerror="alert(1)" srcset="https://spy.example/a.png">`,
    '![x](data:image/svg+xml,<svg onload=alert(1)>)',
    '![x](file:///etc/passwd)',
  ])('%s tells no other site that the note was read', (text) => {
    for (const picture of render(text).querySelectorAll('img'))
      expect(picture.getAttributeNames().filter((name) => !['alt', 'data-file'].includes(name))).toEqual([])
  })

  it('a link to another file of the card opens the viewer', () => {
    const [link] = render(`[list.txt](file:${HASH})`, 'c').querySelectorAll('a')
    expect(link?.getAttribute('href')).toContain(`file-viewer.file=${HASH}`)
  })
})

describe('check boxes of a note that is read', () => {
  it('a click on a check box changes one letter of the text and the state of one box', () => {
    const line = fc.constantFrom(
      '- [ ] milk',
      '- [x] flour',
      '  - [ ] of rye',
      '1. [X] bake',
      '> - [ ] quoted',
      '- - [ ] twice',
      '```\n- [ ] code\n```',
      '    - [ ] indented code',
      'text [ ] text',
      '',
      '# Heading',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.nat(11), (lines, number) => {
        const text = lines.join('\n')
        const before = states(text)
        if (number >= before.length) return
        const pressed = withBoxPressed(text, number)
        expect(pressed).not.toBeNull()
        expect(states(pressed ?? '')).toEqual(before.map((one, at) => (at === number ? !one : one)))
        const differing = [...text].filter((letter, at) => letter !== pressed?.[at])
        expect(differing).toHaveLength(1)
      }),
    )
  })
})
