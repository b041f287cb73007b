import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { render, withBoxPressed } from './markdown.tsx'

const states = (text: string) =>
  [...render(text).querySelectorAll<HTMLInputElement>('input')].map(({ checked }) => checked)

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
