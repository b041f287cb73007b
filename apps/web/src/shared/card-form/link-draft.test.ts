import { type Card, INITIAL_VALUES, NO_LINKS, NOT_AN_ADDRESS } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { creatingMutation, draftOf, editingMutation, emptyDraft, textMutation } from '../cards/card-draft.ts'
import { contentOfLink, textOfLink } from '../cards/link-text.ts'
import { addressProblem, shownAddress, withAddress, withLinkText } from './link-draft.ts'

const A = 'https://a.example/p'
const B = 'https://b.example/q'
const TITLE = 'See https://other.example/x for more'
const link = (content: string, address: string | null = A): Card => ({
  ...{ id: 'c', type: 'link', content, address, subnotes: [], tagIds: [] },
  ...{ ...INITIAL_VALUES, ...NO_LINKS, createdAt: 1, updatedAt: 1 },
})

describe('the text of a link without its address', () => {
  it.each([
    [`Title\n${A}\n\nWhy`, 'Title\n\nWhy'],
    [`${TITLE}\n${A}`, TITLE],
    [A, ''],
    [`${A}\n\nWhy`, '\n\nWhy'],
    [`\n${A}\nWhy`, '\nWhy'],
    ['Title', 'Title'],
    [`${A} is good`, 'is good'],
    [`Read ${A} now`, 'Read now'],
  ])('the text of the link %j without its address is %j', (content, text) => {
    expect(textOfLink(link(content))).toBe(text)
  })

  it.each(['', 'Title', 'Title\n', '\nWhy', '\n\nWhy', TITLE, ' a\n\n b '])(
    'the text %j of a link without its address is read back from the saved content',
    (text) => {
      const content = contentOfLink(text, A)
      expect(textOfLink(link(content))).toBe(text)
    },
  )

  it('the content has the address once, even if the person types it as the title', () => {
    expect(contentOfLink(`${A}\nWhy`, A)).toBe(`${A}\nWhy`)
    const draft = { ...emptyDraft('link'), address: A }
    expect(textOfLink({ ...draft, ...withLinkText(draft, A) })).toBe(A)
  })
})

describe('a form with a title and an address', () => {
  it('a new link takes the address in its text until the person enters another, and the title never changes it', () => {
    const typed = { ...emptyDraft('link'), ...withLinkText(emptyDraft('link'), `${A} is good`) }
    expect(shownAddress(typed)).toBe(A)
    expect(creatingMutation(typed, 'c')).toMatchObject({ args: { card: { content: `${A} is good` } } })
    expect(creatingMutation(typed, 'c').args).not.toHaveProperty('card.address')
    const said = { ...typed, ...withAddress(typed, B) }
    expect(textOfLink(said)).toBe('is good')
    const titled = { ...said, ...withLinkText(said, TITLE) }
    expect(creatingMutation(titled, 'c').args).toMatchObject({
      card: { content: `${TITLE}\n${B}`, address: B },
    })
    expect(creatingMutation(titled, 'c').args).not.toHaveProperty('card.linkText')
  })

  it('the title can be edited without the address, and the address without the title', () => {
    const card = link(`Title\n${A}\n\nWhy`)
    const base = draftOf(card)
    const titled = editingMutation(
      { base, form: { ...base, ...withLinkText(base, `${TITLE}\n\nWhy`) } },
      card,
    )
    expect(titled?.args).toEqual({
      cardId: 'c',
      content: { before: card.content, after: `${TITLE}\n${A}\n\nWhy` },
    })
    const pointed = editingMutation({ base, form: { ...base, ...withAddress(base, 'b.example/q') } }, card)
    expect(pointed?.args).toEqual({
      cardId: 'c',
      content: { before: card.content, after: `Title\n${B}\n\nWhy` },
      // The mutation is completed where it is carried out.
      address: { before: A, after: 'b.example/q' },
    })
    expect(
      editingMutation({ base, form: { ...base, ...withLinkText(base, textOfLink(base)) } }, card),
    ).toBeNull()
  })

  it('clearing the address removes it and keeps the text', () => {
    const card = link(`${TITLE}\n${A}`)
    const base = draftOf(card)
    const emptied = { ...base, ...withAddress(base, ' ') }
    expect(editingMutation({ base, form: emptied }, card)?.args).toMatchObject({
      content: { after: TITLE },
      address: { before: A, after: null },
    })
    expect(shownAddress(draftOf({ ...card, content: TITLE, address: null }))).toBe('')
  })

  it.each([
    ['https://x.example/a b', null],
    ['x.example', null],
    ['mailto:a@x.example', null],
    ['', null],
    ['javascript:alert(1)', 'This address could run code in your browser, so it cannot be saved as a link.'],
    ['words', NOT_AN_ADDRESS],
    ['https://', NOT_AN_ADDRESS],
    ['file:///etc/passwd', NOT_AN_ADDRESS],
  ])('for the address %j the form shows the problem %j', (address, problem) => {
    expect(addressProblem({ type: 'link', content: 'T', address })).toBe(problem)
    expect(addressProblem({ type: 'note', content: 'T', address })).toBeNull()
  })
})

describe('a text that is edited in its row', () => {
  it('editing a link in its row edits its text, and keeps its address', () => {
    const card = link(`Title\n${A}\n\nWhy`)
    expect(textMutation('Title\n\nWhy', `${TITLE}\n\nWhy `, card)?.args).toEqual({
      cardId: 'c',
      content: { before: card.content, after: `${TITLE}\n${A}\n\nWhy` },
    })
    expect(textMutation('Title\n\nWhy', 'Title\n\nWhy', card)).toBeNull()
    expect(textMutation('', TITLE, link(A))?.args).toMatchObject({
      content: { before: A, after: `${TITLE}\n${A}` },
    })
    const note = { ...link(`Title\n${A}`), type: 'note' as const }
    expect(textMutation(note.content, 'Words', note)?.args).toMatchObject({ content: { after: 'Words' } })
  })
})
